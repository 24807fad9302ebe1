" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# An encrypted journal that is locked and unlocked while buffers are open.

import './check.vim'

const PASSPHRASE = 'five words of your own'

def WithPassphrase(...arguments: list<string>)
  var command = [$JOURNAL, '--timeout', '60']->extend(arguments)
    ->map((_, word) => shellescape(word))->join()
  var output = system(command, PASSPHRASE .. "\n")
  if v:shell_error != 0
    throw $'{command}: {output}'
  endif
enddef

def List(): list<string>
  return getbufline(bufnr('journal://list/'), 1, '$')
enddef

def Status(): string
  return journal#entry#Status(bufnr())
enddef

def Scenario()
  var first = check.Write('First', '2026-11-21T08:00:00Z')
  var second = check.Write('Second', '2026-11-21T09:00:00Z')
  WithPassphrase('encrypt', '--cost', '10')
  Journal
  check.Check('the list', () => List()->len() == 3, List)
  execute 'edit journal://entry/' .. first
  check.Check('the entry', () => getline(1) == 'First')

  check.Journal('lock')
  setline(1, 'First, edited')
  write
  check.Check('nothing is written to a locked journal', () =>
    &modified && execute('messages') =~ 'not written: .* locked')
  check.Check('the status says that the journal is locked', () => Status() =~ '\[locked\]'
    && journal#listing#Status(bufnr('journal://list/')) =~ '\[locked\]', Status)
  check.Check('so does a message, once', () => execute('messages')->split("\n")
    ->filter((_, line) => line =~ 'the list cannot be followed: .* locked')->len() == 1)
  execute 'edit journal://entry/' .. second
  check.Check('an entry cannot be read', () => execute('messages') =~ 'cannot be read: .* locked')
  JournalSearch second
  # In Insert mode, Vim reads its input while it sleeps, and has none.
  stopinsert
  var Results = () => getbufline(bufnr('journal://search'), 1, '$')
  check.Check('nor found', () => journal#results#Status() =~ 'locked', Results)
  wincmd k
  execute 'buffer journal://entry/' .. second

  WithPassphrase('unlock')
  check.Check('once the journal is unlocked, the entry is read', () => getline(1) == 'Second')
  check.Check('and found', () => Results()->len() == 1 && Results()[0] =~ 'Second', Results)
  check.Write('Third', '2026-11-21T10:00:00Z')
  check.Check('the list continues', () => List()[1] =~ 'Third', List)
  check.Check('and says so', () =>
    execute('messages')->split("\n")[-1] =~ 'the list is followed again')
  check.Journal('edit', second, 'Second, edited')
  check.Check('and the entry', () => getline(1) == 'Second, edited')
  check.Equal('the status says nothing', Status() =~ 'locked', false)
  execute 'buffer journal://entry/' .. first
  write
  check.Check('the text is written', () => check.Entry(first).text == 'First, edited' && !&modified)
enddef

check.Run(Scenario)
