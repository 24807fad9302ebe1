" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Without a daemon: starting it, and failing to.

import './check.vim'

def Messages(): list<string>
  return execute('messages')->split("\n")->filter((_, line) => line =~ '^journal: ')
enddef

# Runs another editor with commands.
def Vim(environment: string, ...commands: list<string>)
  var arguments = commands->mapnew((_, command) => '-c ' .. shellescape(command))->join()
  system($'{environment} {v:progpath} -N --not-a-term -T dumb -n -i NONE '
    .. $'-u {expand("<script>:p:h")}/vimrc {arguments} </dev/null')
enddef

# Returns the texts of the drafts that do not belong to `former`, and their paths.
def Drafts(former: list<string>): list<list<string>>
  return DraftPaths()->filter((_, path) => index(former, path) < 0)
    ->mapnew((_, path) => readfile(path))
enddef

def DraftPaths(): list<string>
  return glob($XDG_STATE_HOME .. '/journal/drafts/*.md', true, true)
enddef

# An editor that is closed while a text is being written, after another edit of it.
def Leaving()
  var former = DraftPaths()
  Vim('JOURNAL_NO_SPAWN=1', 'JournalNew', 'call setline(1, "first")', 'write',
    'call setline(1, "second")', 'wq', 'qall')
  check.Equal('the draft contains the text that was saved last', Drafts(former), [['second']])

  former = DraftPaths()
  Vim('JOURNAL_NO_SPAWN=1', 'JournalNew', 'call setline(1, "first")', 'write',
    'call setline(1, "discarded")', 'qall!')
  check.Equal('but no text that was not saved', Drafts(former), [['first']])

  former = DraftPaths()
  Vim('JOURNAL_NO_SPAWN=1', 'JournalNew', 'call setline(1, "one")', 'write',
    'JournalNew', 'call setline(1, "two")', 'write', 'qall')
  check.Equal('every text becomes a draft', Drafts(former)->sort(), [['one'], ['two']])

  Vim('', 'JournalNew', 'call setline(1, "first")', 'write', 'call setline(1, "second")', 'wq',
    'qall')
  var entry = check.Entries()[0]
  check.Equal('the text that was saved last is written', entry.text, 'second')
  former = DraftPaths()
  var Opened = (text: string) => [$'edit journal://entry/{entry.id}',
    $'while getline(1) != "{text}" | sleep 5m | endwhile']
  call(Vim, [''] + Opened('second') + ['call setline(1, "mine, first")',
    $'call system("{$JOURNAL} edit {entry.id} theirs")', 'write',
    'call setline(1, "mine, second")', 'wq', 'qall'])
  check.Equal('a conflict at the end leaves the text that was saved last as a draft',
    Drafts(former), [['mine, second']])

  former = DraftPaths()
  var daemon: number = json_decode(check.Journal('rpc', 'status', '{}', '--no-start')).pid
  call(Vim, [''] + Opened('theirs') + [$'call system("kill -STOP {daemon}")',
    'call setline(1, "first")', 'write', 'call setline(1, "second")', 'JournalNew other', 'wq'])
  system($'kill -CONT {daemon}')
  check.Equal('and so does a daemon that does not answer', Drafts(former)->sort(),
    [['other'], ['second']])
enddef

def Scenario()
  # A client that records its calls and fails.
  var client = $HOME .. '/client'
  writefile(['#!/bin/sh', $'echo "$*" >>{$HOME}/calls',
    $'[ "$1" = daemon ] && exec {$JOURNAL} "$@"',
    'echo "journal: the store is damaged" >&2; exit 74'], client)
  setfperm(client, 'rwx------')
  g:journal_command = client
  Journal
  check.Check('the reason of a failure is reported', () =>
    Messages() == ['journal: the store is damaged'], Messages)
  check.Check('the plugin tries again', () =>
    readfile($HOME .. '/calls')->filter((_, line) => line =~ '^status')->len() >= 3)
  check.Equal('without another message', len(Messages()), 1)
  JournalNew Not lost
  check.Check('an action reports the reason again', () =>
    Messages()[-1] =~ 'not written: .*damaged')
  check.Check('and keeps the text', () => getbufline('journal://entry/', 1) == ['Not lost'])

  g:journal_command = $JOURNAL
  execute 'buffer' bufnr('journal://entry/')
  write
  check.Check('once the daemon can be started, texts can be written', () =>
    check.Entries()[0].text == 'Not lost' && !&modified)
  buffer journal://list/
  check.Check('and the list appears', () => getline(2) =~ 'Not lost')
  check.Journal('daemon', 'stop')

  # An editor that is closed at once waits for its writes.
  Vim('', 'JournalNew', 'call setline(1, "Written at the end")', 'wq', 'qall')
  check.Equal(':wq writes an entry and starts the daemon', check.Entries()[0].text,
    'Written at the end')
  check.Journal('daemon', 'stop')
  Vim('JOURNAL_NO_SPAWN=1', 'JournalNew', 'call setline(1, "A draft")', 'wq', 'qall')
  var drafts = glob($XDG_STATE_HOME .. '/journal/drafts/*.md', true, true)
  check.Equal('a text that cannot be written at the end becomes a draft',
    drafts->mapnew((_, path) => readfile(path)), [['A draft']])
  Leaving()
  Vim('', 'let g:journal_command = "nowhere"', 'Journal', 'call writefile([execute("messages")], '
    .. $'"{$HOME}/messages")', 'qall!')
  check.Equal('a missing client is reported', readfile($HOME .. '/messages')->join() =~
    '"nowhere" is not an executable', true)
enddef

check.Run(Scenario)
