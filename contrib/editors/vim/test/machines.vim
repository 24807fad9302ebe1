" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Entries whose text was changed on two machines.

import './check.vim'

def Other(): list<string>
  return getbufline('journal://other/', 1, '$')
enddef

def Status(): string
  return journal#entry#Status(bufnr())
enddef

def Messages(): string
  return execute('messages')
enddef

def Scenario()
  var [id, second] = check.Disagree("one\nfrom here", "two\nfrom there", 'red', 'blue')
  Journal
  check.Check('a list marks an entry with two texts', () =>
    search('^\d\d:\d\d   ≠ journal  two …$', 'nw') > 0)
  cursor(search('≠ .* two', 'nw'), 1)
  JournalConflicts
  check.Check('the other text is shown beside the one of the entry', () =>
    Other() == ['one', 'from here'] && getline(1, '$') == ['two', 'from there'] && &diff, Other)
  check.Check('the status line says that there is one', () =>
    Status() =~ '  ≠ 1 conflict, :JournalConflicts', Status)

  setline(1, 'two, edited')
  JournalResolve!
  check.Check('it does not replace changes that are not written', () =>
    Messages() =~ 'has changes that are not written' && &modified)
  write
  check.Check('it stays beside what is written', () =>
    check.Entry(id).text == "two, edited\nfrom there" && !&modified && b:journal.sent == v:none)
  check.Equal('with the differences', [Other(), &diff], [['one', 'from here'], true])

  wincmd w
  check.Equal('the cursor is in the other text', bufname(), 'journal://other/' .. id)
  JournalResolve!
  check.Check('it takes the place of the text', () => bufname() == 'journal://entry/' .. id
    && getline(1, '$') == ['one', 'from here'] && !&diff && !&modified && Other() == [])
  check.Check('the conflict is settled', () => Status() !~ '≠' && Messages() =~ 'is settled')
  check.Equal('for all clients', check.Entry(id)->get('conflicts', 0), 0)
  JournalUndo
  check.Check('undo brings back the first text', () => getline(1) == 'two, edited')

  JournalResolve
  check.Check('a text that is not shown is not decided on', () =>
    Messages() =~ 'the other text is not shown')
  JournalConflicts
  check.Check('without a conflict in the buffer, all are listed', () =>
    &buftype == 'quickfix' && getline(1, '$') == [$'{second[0 : 7]}|1| blue ≠ red'])
  execute "normal! \<CR>"
  check.Check('from the list, an entry opens', () => getline(1, '$') == ['blue'])
  only
  JournalConflicts
  check.Check('with its other text', () => Other() == ['red'] && &diff)
  JournalResolve
  check.Check('the text of the entry stays', () => Status() !~ '≠' && Other() == []
    && getline(1) == 'blue' && !check.Entry(second)->has_key('conflicts'))
  messages clear
  JournalConflicts
  check.Check('without any conflict, a message says so', () =>
    Messages() =~ 'no entry has a conflict')
enddef

check.Run(Scenario)
