" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Replies to writes whose buffer was unloaded or read again meanwhile.

import './check.vim'

const UNLOADING = ['bdelete', 'bwipeout', 'enew | bunload #', 'enew | bunload # | edit #',
  'enew | bdelete # | edit #']

def Open(id: string, content: string)
  execute 'edit journal://entry/' .. id
  check.Check('an entry opens', () => getline(1) == content && &modifiable)
enddef

# Executes commands while the daemon does not answer.
def Silently(...commands: list<string>)
  system($STOP_PROCESS .. ' ' .. $DAEMON_PID)
  for command in commands
    execute command
  endfor
  system('kill -CONT ' .. $DAEMON_PID)
enddef

# Returns the buffers with a text that is not saved.
def Unsaved(content: string): list<number>
  return getbufinfo({bufloaded: 1, bufmodified: 1})
    ->filter((_, info) => getbufline(info.bufnr, 1, '$') == [content])
    ->mapnew((_, info) => info.bufnr)
enddef

def Idle(): bool
  return getbufinfo()->indexof((_, info) =>
    info.variables->get('journal', {})->get('sent', v:none) != v:none) < 0
enddef

def Messages(): string
  return execute('messages')
enddef

def Close()
  check.Equal('without another message', Messages() =~ 'E\d\+:\|caused an error', false)
  for info in getbufinfo()->filter((_, info) => info.name =~ '^journal:')
    execute 'bwipeout!' info.bufnr
  endfor
  messages clear
enddef

# Opens an entry, changes it to "mine", and to "theirs" elsewhere.
def OpenConflict(): string
  var id = check.Write('base', '2026-11-21T08:00:00Z')
  Open(id, 'base')
  setline(1, 'mine')
  check.Journal('edit', id, 'theirs')
  return id
enddef

def Rejected()
  for command in UNLOADING + ['edit']
    var id = OpenConflict()
    Silently('write', command)
    check.Check($'after {command}, a conflict shows the text that was saved', () =>
      Unsaved('mine')->len() == 1 && bufwinid(Unsaved('mine')[0]) > 0
        && bufnr('journal://theirs/') > 0)
    execute 'buffer' Unsaved('mine')[0]
    check.Equal('in a buffer of the entry', expand('%'), 'journal://entry/' .. id)
    check.Equal('which overwrites nothing', check.Entry(id).text, 'theirs')
    write!
    check.Check('and can be saved', () => check.Entry(id).text == 'mine' && !&modified
      && b:journal.sent == v:none && bufnr('journal://theirs/') < 0)
    Close()
  endfor

  var id = OpenConflict()
  Silently('write', 'call setline(1, "mine, again")', 'write', 'bdelete')
  check.Check('a text that was saved twice is kept as it was saved last', () =>
    Unsaved('mine, again')->len() == 1 && Unsaved('mine')->empty())
  Close()

  id = check.Write('base', '2026-11-21T08:00:00Z')
  Open(id, 'base')
  setline(1, 'mine')
  check.Journal('purge', '--yes', id)
  Silently('write', 'bdelete')
  check.Check('a text of an entry that was deleted is kept', () =>
    Unsaved('mine')->len() == 1 && Messages() =~ ':w! writes its text to a new entry')
  execute 'buffer' Unsaved('mine')[0]
  write!
  check.Check('and can be written to a new entry', () =>
    check.Entries()->indexof((_, entry) => entry.text == 'mine' && entry.id != id) >= 0 && Idle())
  Close()
enddef

# Saves a long text of a conflict and edits the buffer again as soon as it has been read, while the
# rest of the long text is sent. Returns the id, or '' if the reply to the long text came first.
def EditWhileSending(long: string): string
  var id = check.Write('base', '2026-11-21T08:00:00Z')
  Open(id, 'base')
  setline(1, 'first')
  Silently('write', $'setline(1, "{long}")', 'write', 'edit')
  var found = ''
  timer_start(1, (current) => {
    if &modifiable
      timer_stop(current)
      found = getline(1)
      if found == 'first'
        setline(1, 'second')
      endif
    endif
  }, {repeat: -1})
  while found == ''
    sleep 5m
  endwhile
  if found == 'first'
    return id
  endif
  while !Idle()
    sleep 5m
  endwhile
  Close()
  return ''
enddef

def Occupied()
  var long = repeat('x', 600000)
  var id = ''
  for attempt in range(20)
    id = EditWhileSending(long)
    if id != ''
      break
    endif
  endfor
  check.Check('a text that is rejected replaces no other text', () =>
    Unsaved(long)->len() == 1 && Unsaved('second')->len() == 1)
  check.Equal('the former text was written', check.Entry(id).text, 'first')
  execute 'buffer' Unsaved(long)[0]
  setline(1, 'long')
  write
  check.Check('and can be saved', () => check.Entry(id).text == 'long' && Idle())
  execute 'buffer' Unsaved('second')[0]
  write
  check.Check('the other text conflicts with it', () =>
    getbufline(bufnr('journal://theirs/'), 1) == ['long'] && &modified)
  Close()
enddef

def Saved()
  for command in UNLOADING + ['edit']
    var id = check.Write('base', '2026-11-21T08:00:00Z')
    Open(id, 'base')
    setline(1, 'mine')
    Silently('write', command)
    check.Check($'after {command}, the text is saved', () =>
      check.Entry(id).text == 'mine' && Messages() =~ 'wrote ' .. id[0 : 7])
    if command =~ 'edit'
      check.Check('and read', () => getline(1, '$') == ['mine'] && &modifiable && !&modified)
      setline(1, 'more')
      write
      check.Check('and can be saved', () => check.Entry(id).text == 'more' && Idle())
    endif
    Close()
  endfor

  var id = check.Write('base', '2026-11-21T08:00:00Z')
  Open(id, 'base')
  setline(1, 'first')
  Silently('write', 'call setline(1, "second")', 'write', 'bdelete')
  check.Check('a text that was saved twice is saved as it was last', () =>
    check.Entry(id).text == 'second' && Messages() =~ 'wrote ' .. id[0 : 7])
  Close()

  Open(id, 'second')
  setline(1, 'third')
  Silently('write', 'call setline(1, "not saved")')
  check.Check('an edit that was not saved stays', () =>
    check.Entry(id).text == 'third' && getline(1) == 'not saved' && &modified)
  Silently('write', 'call setline(1, "saved")', 'write', 'call setline(1, "typed")')
  check.Check('and is not sent with a text that was saved before it', () =>
    check.Entry(id).text == 'saved' && getline(1) == 'typed' && &modified && Idle())
  Close()
enddef

def New()
  for command in UNLOADING + ['edit']
    JournalNew ++notebook=nowhere
    setline(1, 'rejected')
    Silently('write', command)
    check.Check($'after {command}, a new text that is rejected is kept', () =>
      Unsaved('rejected')->len() == 1 && Messages() =~ 'nowhere')
    execute 'buffer' Unsaved('rejected')[0]
    JournalMove journal
    write
    check.Check('and can be written', () => check.Entries()
      ->indexof((_, entry) => entry.text == 'rejected') >= 0 && Idle())
    check.Journal('purge', '--yes', b:journal.base.id)
    check.Check('the deletion is known', () => b:journal.gone)
    Close()

    JournalNew
    setline(1, 'new')
    var id: string = b:journal.base.id
    Silently('write', command)
    check.Check($'after {command}, a new text is written', () =>
      Messages() =~ 'wrote ' .. id[0 : 7] && check.Entry(id).text == 'new')
    if command =~ 'edit'
      check.Check('and read', () => getline(1, '$') == ['new'] && &modifiable && !&modified)
    endif
    Close()
  endfor
enddef

# Windows cannot be opened while a command is typed, which may end Vim.
def CommandLine()
  var unsaved: list<number> = []
  Pause = () => {
    check.Check('a text that is rejected is in a buffer at once', () => {
      unsaved = Unsaved('typed')
      return len(unsaved) == 1 && mode() == 'c'
    })
  }
  cnoremap <F2> <Cmd>call <SID>RunPause()<CR>
  JournalNew ++notebook=nowhere typed
  feedkeys(":\<F2>\<Esc>", 'tx')
  check.Check('and in a window later', () => bufwinid(unsaved[0]) > 0)
  Close()
enddef

var Pause: func

def RunPause()
  Pause()
enddef

check.Run(() => {
  Rejected()
  Occupied()
  Saved()
  New()
  CommandLine()
})
