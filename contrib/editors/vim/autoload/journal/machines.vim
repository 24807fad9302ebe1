" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Entries whose text was changed on two machines: the list of them, the other text of one beside its
# buffer, and the decision which text stays.

import autoload './buffers.vim'
import autoload './connection.vim'
import autoload './entry.vim'
import autoload './report.vim'
import autoload './rows.vim'
import autoload './step.vim'
import autoload './text.vim'

const LIMIT = 200
const WIDTH = 72

# Lists all conflicts, the newest first, in the quickfix list.
export def List()
  connection.Call('sync.conflicts', {limit: LIMIT}, (result, error) => {
    if !empty(error)
      report.Failure('the conflicts cannot be listed', error)
    elseif result.count == 0
      report.Info('no entry has a conflict')
    else
      buffers.WhenPossible(() => Quickfix(result.conflicts, result.count))
    endif
  })
enddef

# Shows the newest of the other texts of an entry beside its buffer.
export def Show(buffer: number, id: string)
  connection.Call('sync.conflicts', {id: id, limit: 1}, (result, error) => {
    if !empty(error)
      report.Failure('the other text cannot be read', error)
    elseif empty(result.conflicts)
      report.Info($'entry {id[0 : 7]} has no conflict')
    else
      ShowVersion(buffer, id, result.conflicts[0].version.id)
    endif
  })
enddef

# Settles the conflict that is shown in the current window. The text of the entry stays, or if
# `uses_other`, the other text takes its place.
export def Resolve(uses_other: bool)
  var buffer: number = get(b:, 'journal_mine', bufnr())
  var other = entry.Other(buffer)
  if empty(other)
    report.Error('the other text is not shown; see :JournalConflicts')
    return
  elseif uses_other && getbufvar(buffer, '&modified')
    report.Error('the text has changes that are not written')
    return
  endif
  var id: string = entry.Base(buffer).id
  var params = {id: id, version: other.version, restore: uses_other, step: step.New()}
  connection.Call('sync.resolve', params, (result, error) => {
    if empty(error)
      entry.Settled(buffer, other, result.rev)
      report.Info($'the conflict of entry {id[0 : 7]} is settled')
    else
      report.Failure('the conflict is not settled', error)
    endif
  })
enddef

def Quickfix(conflicts: list<dict<any>>, count: number)
  var title = 'journal: conflicts'
    .. (count > len(conflicts) ? $', {len(conflicts)} of {count}' : '')
  setqflist([], ' ', {title: title, items: conflicts->mapnew((_, conflict) => ({
    filename: 'journal://entry/' .. conflict.entry,
    module: conflict.entry[0 : 7],
    lnum: 1,
    text: First(conflict.text) .. $' {rows.MARK} ' .. First(conflict.version.text)
      .. (conflict->has_key('trashedAt') ? ' [trash]' : ''),
  }))})
  copen
enddef

def First(content: string): string
  return text.Cut(text.FirstLine(content, false), WIDTH)
enddef

# The text of a list of conflicts is shortened.
def ShowVersion(buffer: number, id: string, version: string)
  connection.Call('entry.history', {id: id, version: version}, (result, error) => {
    if !empty(error)
      report.Failure('the other text cannot be read', error)
      return
    endif
    buffers.WhenPossible(() => {
      if bufloaded(buffer)
        entry.ShowOther(buffer, version, result.versions[0].text)
      endif
    })
  })
enddef
