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
  Vim('', 'let g:journal_command = "nowhere"', 'Journal', 'call writefile([execute("messages")], '
    .. $'"{$HOME}/messages")', 'qall!')
  check.Equal('a missing client is reported', readfile($HOME .. '/messages')->join() =~
    '"nowhere" is not an executable', true)
enddef

check.Run(Scenario)
