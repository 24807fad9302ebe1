" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Messages for the user.

export def Info(message: string)
  Show(message, 'None')
enddef

export def Error(message: string)
  Show(message, 'WarningMsg')
enddef

# Shows the reason why an action failed, as the daemon or Vim states it.
export def Failure(action: string, error: dict<any>)
  Error($'{action}: {error.message}')
enddef

# With the default 'shortmess', Vim cuts a message that is too long for the screen, but not in the
# history; a message can arrive at any time and must not ask the user to press a key.
def Show(message: string, group: string)
  execute 'echohl' group
  var line = message->substitute('^journal: ', '', '')->trim()->tr("\n", ' ')->strtrans()
  echomsg 'journal: ' .. line
  echohl None
enddef
