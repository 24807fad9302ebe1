" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Texts that could not be written when Vim ended, in files that `journal drafts` lists.

import autoload './text.vim'

# Saves the text of an entry in a new file.
export def Save(id: string, content: string)
  var state = $XDG_STATE_HOME =~ '^/' ? $XDG_STATE_HOME : expand('~/.local/state')
  var folder = state .. '/journal/drafts'
  mkdir(folder, 'p', 0o700)
  var path = $'{folder}/{id}.md'
  var number = 1
  while getftype(path) != ''
    number += 1
    path = $'{folder}/{id}-{number}.md'
  endwhile
  var parts = text.ToLines(content)
  writefile(parts.lines + (parts.endofline ? [''] : []), path, 'b')
  # Vim waits for a key after an error at its end; otherwise the message would not be seen.
  echoerr $'journal: not written; your text is in {path}'
enddef
