" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# The subscription for open entries and names, which exists while there is a buffer of the plugin.

import autoload './completion.vim'
import autoload './connection.vim'
import autoload './entry.vim'
import autoload './results.vim'

var started = false

export def Start()
  if started
    return
  endif
  started = true
  connection.Subscribe('entries', {}, {
    Reset: (foreign) => {
      entry.Reset(foreign)
      completion.Refresh()
    },
    Changes: Changed,
    # What the buffers read fails with the same error.
    Failed: (_) => 0,
  })
enddef

# Ends the subscription once no buffer is left, for BufUnload.
export def Unloaded(buffer: number)
  var others = getbufinfo({bufloaded: 1})
    ->filter((_, info) => info.name =~ '^journal://' && info.bufnr != buffer)
  if started && empty(others)
    started = false
    connection.Unsubscribe('entries')
  endif
enddef

def Changed(items: list<dict<any>>, more: bool)
  entry.Changed(items)
  var names = items->copy()->filter((_, item) => item.kind != 'entry')
  if empty(names)
    return
  endif
  var kinds = names->mapnew((_, item) => item.kind)
  completion.Refresh(['notebook', 'tag']->filter((_, kind) => index(kinds, kind) >= 0))
  if indexof(names, (_, item) => item.op != 'delete') >= 0
    # Names of entries change without a change of the entries.
    entry.Reset(false)
    connection.Retry()
    results.Renamed()
  endif
enddef
