" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Restarts of the daemon and its silence.

import './check.vim'

def Daemon(): number
  return json_decode(check.Journal('rpc', 'status', '{}', '--no-start')).pid
enddef

def Alive(pid: number): bool
  return isdirectory($'/proc/{pid}') && readfile($'/proc/{pid}/stat')[0] !~ ') Z '
enddef

def Running(): bool
  system($'{$JOURNAL} status --no-start')
  return v:shell_error == 0
enddef

def List(): list<string>
  return getbufline(bufnr('journal://list/'), 1, '$')
enddef

def Scenario()
  var id = check.Write('First', '2026-11-21T08:00:00Z')
  Journal
  check.Check('the list', () => getline(2) =~ 'First')
  execute 'split journal://entry/' .. id
  check.Check('the entry', () => getline(1) == 'First')

  # Killed: the plugin starts another one.
  system('kill -KILL ' .. $DAEMON_PID)
  check.Check('the killed daemon is gone', () => !Alive(str2nr($DAEMON_PID)))
  check.Check('after a crash the daemon is started again', () => Running())
  check.Write('Second', '2026-11-21T09:00:00Z')
  check.Check('the list continues', () => List()[1 :]
    == ['09:00   journal    Second', '08:00   journal    First'], List)
  check.Journal('edit', id, 'First, edited')
  check.Check('the entry continues', () => getline(1) == 'First, edited')
  check.Check('and its row', () => List()[-1] == '08:00   journal    First, edited', List)
  check.Equal('without a message', execute('messages') =~ 'journal: ', false)

  # A list that is opened again.
  var list = bufnr('journal://list/')
  var changed: list<list<number>> = []
  var listener = listener_add((_, start, end, added, _) => add(changed, [start, end, added]), list)
  win_execute(bufwinid(list), ':3')
  system($'kill -KILL {Daemon()}')
  check.Check('killed again, and started again', Running)
  var between = check.Write('Between', '2026-11-21T08:30:00Z')
  check.Check('the list is opened again', () => List()->len() == 4, List)
  listener_flush(list)
  listener_remove(listener)
  check.Equal('only the lines that differ change', changed, [[3, 3, 1]])
  check.Equal('and the cursor stays on its entry', line('.', bufwinid(list)), 4)
  check.Journal('delete', between)
  check.Check('the list as before', () => List()->len() == 3, List)

  # Stopped on purpose: it stays stopped until something is to be done.
  check.Journal('daemon', 'stop')
  check.Check('the status says that there is no connection', () =>
    journal#entry#Status(bufnr()) =~ '\[not connected\]')
  var stopped = reltime()
  check.Check('several attempts to connect', () => reltimefloat(reltime(stopped)) > 1.0)
  check.Equal('a daemon that was stopped is not started again', Running(), false)
  check.Write('Third', '2026-11-21T10:00:00Z')
  check.Check('once another process starts it, the list continues without a gap', () =>
    List()[1] == '10:00   journal    Third', List)
  check.Journal('daemon', 'stop')
  check.Check('stopped again', () => journal#entry#Status(bufnr()) =~ '\[not connected\]')
  setline(1, 'First, written')
  write
  check.Check('saving starts the daemon and writes the entry', () =>
    !&modified && b:journal.sent == v:none && check.Entry(id).text == 'First, written')

  # Silent: nothing waits.
  var pid = Daemon()
  system($STOP_PROCESS .. ' ' .. pid)
  var start = reltime()
  setline(1, 'First, ' .. repeat('long ', 100000))
  write
  JournalNew written while the daemon was silent
  check.Equal('the editor does not wait for a silent daemon', reltimefloat(reltime(start)) < 5.0,
    true)
  check.Check('a silent daemon is reported', () => execute('messages') =~ 'has not answered')
  setline(1, 'First, short')
  write
  system('kill -KILL ' .. pid)
  check.Check('after a crash, unanswered writes are sent again, each once', () =>
    check.Entry(id).text == 'First, short' && !&modified
      && len(check.Entries()->filter((_, entry) => entry.text =~ 'while the daemon')) == 1)

  # Another store.
  check.Journal('daemon', 'stop')
  check.Check('stopped a third time', () => journal#entry#Status(bufnr()) =~ '\[not connected\]')
  for file in readdir($XDG_DATA_HOME)
    delete($'{$XDG_DATA_HOME}/{file}', 'rf')
  endfor
  check.Write('Of another store', '2026-11-21T11:00:00Z')
  check.Check('the list of another store replaces the list', () =>
    List() == ['2026-11-21 Saturday', '11:00   journal    Of another store'], List)
enddef

check.Run(Scenario)
