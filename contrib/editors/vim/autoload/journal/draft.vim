" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Texts that could not be written when Vim ended, in files that `journal drafts` lists.

import autoload './text.vim'

# Whether there is somebody to press a key. In a function, Vim 9.0 compiles has('ttyin') to false.
const INTERACTIVE = has('ttyin') || has('gui_running')

# The messages about the texts.
var messages: list<string> = []

# Keeps the text in parameters of `entry.create`. Delivering it has no effect if the daemon has
# created the entry after all, because the id is the same. `time` is that of the request.
export def SaveNew(params: dict<any>, time: number)
  var zone = strftime('%z', time)
  var offset = (str2nr(zone[1 : 2]) * 60 + str2nr(zone[3 : 4])) * (zone[0] == '-' ? -60 : 60)
  var created = strftime('%Y-%m-%dT%H:%M:%S', time) .. zone[0 : 2] .. ':' .. zone[3 : 4]
  var header = extend({text: '', createdAt: created}, params, 'keep')
  remove(header, 'include')
  # "--" would end the comment.
  var comment = json_encode(header)->substitute('--', '-\\u002d', 'g')
  var name = strftime('%Y%m%dT%H%M%S', time - offset) .. '-' .. params.id
  Save('undelivered', name, [$'<!-- journal {comment} -->'], params.text)
enddef

# Keeps a text of an entry that exists. The name of the file has the revision that the text is
# based on, so that `journal drafts use` recognizes a text that was written after all, and shows
# both texts if the entry has another one.
export def SaveEdit(id: string, rev: number, content: string, conflict: bool)
  Save(conflict ? 'conflicts' : 'drafts', $'{id}-{rev}', [], content)
enddef

# Shows the messages about the texts, and waits for a key, because the screen is cleared when Vim
# ends; not after a signal, when the terminal may be gone.
export def Report()
  if empty(messages)
    return
  elseif v:dying > 0 || !INTERACTIVE
    for message in messages
      echoerr message
    endfor
    return
  endif
  # Keys that were typed before must not end it.
  while getchar(0) != 0
  endwhile
  confirm(join(messages, "\n"), '&Quit', 1, 'Error')
enddef

def Save(kind: string, name: string, header: list<string>, content: string)
  var result: string
  try
    result = $'your text is in {Keep(kind, name, header, content)}; see: journal drafts'
  catch
    result = $"not kept in a file ({v:exception}):\n{content}"
  endtry
  add(messages, $'journal: not written; {result}')
enddef

# Writes a new file and returns its path. The file appears with its content, because `journal new
# --deliver` may read the folder at any time.
def Keep(kind: string, name: string, header: list<string>, content: string): string
  var state = $XDG_STATE_HOME =~ '^/' ? $XDG_STATE_HOME : expand('~/.local/state')
  var folder = $'{state}/journal/{kind}'
  mkdir(folder, 'p', 0o700)
  var path = $'{folder}/{name}.md'
  var number = 1
  while getftype(path) != ''
    number += 1
    path = $'{folder}/{name}-{number}.md'
  endwhile
  var temporary = $'{path}.{getpid()}.tmp'
  var parts = text.ToLines(content)
  writefile(header + parts.lines + (parts.endofline ? [''] : []), temporary, 'bs')
  if rename(temporary, path) != 0
    throw 'cannot write ' .. path
  endif
  return path
enddef
