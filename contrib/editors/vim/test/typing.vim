" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Messages while the user types, undo and quitting, in an editor in a terminal.

import './check.vim'

var terminal = 0

def Screen(): string
  return range(1, 24)->mapnew((_, line) => term_getline(terminal, line)->trim(' ', 2))->join("\n")
enddef

def Shows(pattern: string): bool
  return Screen() =~ pattern
enddef

def Type(keys: string)
  term_sendkeys(terminal, keys)
enddef

# Starts an editor that shows an entry.
def Edit(id: string, content: string)
  terminal = term_start([v:progpath, '-N', '-n', '-i', 'NONE', '-u', expand('<script>:p:h')
    .. '/vimrc', '-c', 'set laststatus=2', '-c', $'edit journal://entry/{id}'],
    {term_rows: 24, term_cols: 80, env: {TERM: 'xterm-256color'}})
  check.Check('the entry opens', () => Shows($'^{content}\n'), Screen)
enddef

def Ended(): bool
  return term_getstatus(terminal) =~ 'finished'
enddef

def Messages()
  var id = check.Write('text', '2026-11-21T08:00:00Z')
  Edit(id, 'text')
  Type('A typing')
  check.Check('Insert mode', () => Shows('text typing') && Shows('-- INSERT --'), Screen)
  check.Journal('edit', id, 'other')
  check.Check('a change from elsewhere is reported while the user types', () =>
    Shows('journal: an entry that you are editing was changed elsewhere; :w will show both')
      && Shows('-- INSERT --'), Screen)
  check.Check('and stays in the status', () => Shows('\[changed elsewhere\]'), Screen)
  Type(' on')
  check.Check('typing continues', () => Shows('text typing on') && Shows('will show both'), Screen)
  Type("\<Esc>")
  check.Check('the message remains after Insert mode', () =>
    Shows('\njournal: an entry that you are editing was changed elsewhere; :w will show both$'),
    Screen)
  Type(":w\<CR>")
  check.Check('a conflict is in the status', () =>
    Shows('\[conflict\]') && !Shows('\[changed elsewhere\]'), Screen)
  check.Journal('edit', id, 'another')
  check.Check('another change of an entry with a conflict is reported', () =>
    Shows('in a conflict was changed elsewhere again; :w! will show it'), Screen)
  Type(":w!\<CR>")
  check.Check('and shown', () => Shows('another'), Screen)
  Type(":w!\<CR>")
  check.Check('the status after the conflict', () =>
    !Shows('\[conflict\]') && check.Entry(id).text == 'text typing on', Screen)
  Type(":q\<CR>")
  check.Check('the editor ends', Ended, Screen)
enddef

def Undo()
  var id = check.Write('text', '2026-11-21T08:00:00Z')
  Edit(id, 'text')
  system($STOP_PROCESS .. ' ' .. $DAEMON_PID)
  Type(":call append(1, repeat([repeat('y', 78)], 8000))\<CR>:w\<CR>ggA T3\<Esc>")
  check.Check('an edit while a text is written', () => Shows('^text T3') && Shows('\[writing\]'),
    Screen)
  system('kill -CONT ' .. $DAEMON_PID)
  check.Check('the text is rejected', () => Shows('limit is 524288') && Shows('\[+\]'), Screen)
  Type('u')
  check.Check('undo returns to the text that was rejected', () =>
    Shows('^text\nyyy') && Shows('\[+\]'), Screen)
  Type(":q\<CR>")
  check.Check('which is not abandoned', () => Shows('E37:\|E162:'), Screen)
  Type("\<C-r>")
  check.Check('the edit again', () => Shows('^text T3'), Screen)
  Type(":undo | q\<CR>")
  check.Check('nor in one command', () => Shows('E37:'), Screen)
  Type("\<CR>:q!\<CR>")
  check.Check('the editor ends', Ended, Screen)
enddef

def LateReply()
  var id = check.Write('text', '2026-11-21T08:00:00Z')
  Edit(id, 'text')
  Type($":redir! > {$HOME}/messages\<CR>")
  system($STOP_PROCESS .. ' ' .. $DAEMON_PID)
  Type("A edited\<Esc>:wq\<CR>")
  check.Check('a text that is not saved at the end is announced', () => Shows('\[Q\]uit:'), Screen)
  system('kill -CONT ' .. $DAEMON_PID)
  check.Check('the daemon writes it after all', () => check.Entry(id).text == 'text edited')
  # The reply arrives while the editor waits for a key.
  sleep 300m
  Type('q')
  check.Check('the editor ends', Ended, Screen)
  check.Equal('a reply that arrives meanwhile causes no error',
    readfile($HOME .. '/messages')->join() =~ 'caused an error', false)
enddef

def InvalidText()
  var id = check.Write('text', '2026-11-21T08:00:00Z')
  Edit(id, 'text')
  Type(":call setline(1, \"in\\xffvalid\")\<CR>:wq\<CR>")
  check.Check(':wq does not abandon bytes that are not UTF-8', () => Shows('not valid UTF-8')
    || Shows('E37:'), Screen)
  Type(":call setline(1, 'valid')\<CR>:wq\<CR>")
  check.Check('the editor ends', Ended, Screen)
  check.Equal('and writes a text without them', check.Entry(id).text, 'valid')
enddef

check.Run(() => {
  Messages()
  Undo()
  LateReply()
  InvalidText()
})
