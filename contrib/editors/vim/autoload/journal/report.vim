" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Messages for the user.

import autoload './text.vim'

# The error that the indicator of Insert mode has replaced, and its window.
var hidden = ''
var popup = 0

export def Info(message: string)
  Show(message, 'None')
enddef

# Shows an error. While the user is typing, the indicator of the mode replaces it: it appears in a
# window then, and again when Insert mode ends.
export def Error(message: string)
  var line = Show(message, 'WarningMsg')
  if mode() =~ '^[iR]' && &showmode
    popup_close(popup)
    hidden = line
    # In the first line, or above the last status line, whichever is farther from the cursor.
    var bottom = &lines - &cmdheight - 1
    var at_top = win_screenpos(0)[0] + winline() > bottom / 2
    popup = popup_create(line, {line: at_top ? 1 : bottom, col: &columns,
      pos: at_top ? 'topright' : 'botright', highlight: 'WarningMsg'})
    autocmd_add([{event: 'ModeChanged', pattern: '[iR]*:n*', group: 'journal', once: true,
      replace: true, cmd: 'call timer_start(0, (_) => journal#report#Uncover())'}])
  endif
enddef

# Shows an error that was hidden while the user was typing, and closes its window.
export def Uncover()
  if hidden == ''
    return
  endif
  popup_close(popup)
  echohl WarningMsg
  # Unlike :echomsg, :echo does not cut a message, and it is in the history already.
  echo text.Cut(hidden, v:echospace)
  echohl None
  hidden = ''
enddef

# Shows the reason why an action failed, as the daemon or Vim states it.
export def Failure(action: string, error: dict<any>)
  Error($'{action}: {error.message}')
enddef

# With the default 'shortmess', Vim cuts a message that is too long for the screen, but not in the
# history; a message can arrive at any time and must not ask the user to press a key.
def Show(message: string, group: string): string
  execute 'echohl' group
  var line = 'journal: '
    .. message->substitute('^journal: ', '', '')->trim()->tr("\n", ' ')->strtrans()
  echomsg line
  echohl None
  return line
enddef
