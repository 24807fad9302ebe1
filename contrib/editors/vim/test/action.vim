" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Actions in lists and on open entries, and following.

import './check.vim'

def Select(word: string)
  cursor(search(word, 'nw'), 1)
enddef

def Scenario()
  var first = check.Write('First #seen', '2026-11-21T08:00:00Z',
    {notebook: 'To do', tags: ['a b', 'x']})
  var second = check.Write('Second', '2026-11-20T08:00:00Z')
  Journal
  check.Check('the list', () => line('$') == 4)
  Select('Second')
  normal s
  check.Check('s stars an entry', () => getline('.') =~ '^\d\d:\d\d \* '
    && check.Entry(second).starred)
  normal s
  check.Check('and removes the star', () => getline('.') !~ '\*' && !check.Entry(second).starred)
  JournalTag one +#two
  check.Check('tags are added', () => getline('.') =~ ' #one #two$')
  JournalTag -one
  check.Check('and removed', () => getline('.') =~ 'Second  #two$')
  JournalMove! shed
  check.Check('an entry moves to a notebook', () => check.Entry(second).notebook.name == 'shed')
  normal dd
  check.Check('dd moves an entry to the trash', () => line('$') == 2
    && check.Entry(second)->has_key('trashedAt'))
  Journal trashed:yes
  check.Check('the trash is a list', () => getline(2) =~ 'Second')
  edit journal://list/
  normal u
  check.Check('u restores it', () => line('$') == 4)
  :1,$JournalDelete
  check.Check('a range is deleted', () => line('$') == 1 && getline(1) == '')
  check.Check('with one message', () => execute('messages') =~ '2 entries moved to the trash')
  JournalRestore
  check.Check('and restored', () => line('$') == 4)

  Select('First')
  normal gn
  check.Check('gn goes to the notebook', () => expand('%') == 'journal://list/notebook:"To do"'
    && line('$') == 2)
  normal -
  check.Check('- goes to all entries', () => line('$') == 4)
  Select('First')
  normal gy
  check.Check('gy goes to the day', () => expand('%') == 'journal://list/day:2026-11-21'
    && line('$') == 2)
  search('#a b')
  execute "normal \<C-]>"
  check.Check('CTRL-] follows a tag in a list', () => expand('%') == 'journal://list/tag:"a b"'
    && getline(2) =~ 'First')
  normal! gg
  execute "normal \<CR>"
  check.Check('<CR> in a header goes to the day', () =>
    expand('%') == 'journal://list/day:2026-11-21'
    && line('$') == 2)
  normal! 2G
  execute "normal \<CR>"
  check.Check('<CR> opens an entry', () => getline(1) == 'First #seen')
  search('seen')
  execute "normal \<C-]>"
  check.Check('CTRL-] follows a #tag in a text', () => expand('%') == 'journal://list/tag:seen')
  normal a
  check.Check('a composes an entry with the tags of the list', () => &buftype == 'acwrite')
  setline(1, 'Third')
  write
  JournalDelete
  check.Check('an entry that is not written cannot be deleted', () =>
    execute('messages') =~ 'has not been written yet')
  check.Check('it is written with the tags of the list', () => !b:journal.new
    && check.Entries()[0].tags == ['seen'])
  JournalDelete
  check.Check('an open entry is deleted', () => journal#entry#Status(bufnr()) =~ 'trash')
  JournalRestore
  check.Check('and restored', () => journal#entry#Status(bufnr()) !~ 'trash')
  JournalStar
  check.Check('and starred', () => journal#entry#Status(bufnr()) =~ ' \* ')
  JournalUndo
  check.Check('a change is undone', () => journal#entry#Status(bufnr()) !~ ' \* ')
  JournalRedo
  check.Check('and redone', () => journal#entry#Status(bufnr()) =~ ' \* ')
  var id: string = b:journal.base.id
  messages clear
  system($STOP_PROCESS .. ' ' .. $DAEMON_PID)
  JournalDelete
  JournalRestore
  system('kill -CONT ' .. $DAEMON_PID)
  check.Check('an entry that is being deleted is restored', () =>
    execute('messages') =~ '1 entry restored' && !check.Entry(id)->has_key('trashedAt'))
  enew
  JournalDelete
  check.Check('without an entry, an action says so', () =>
    execute('messages') =~ 'there is no entry here')
enddef

check.Run(Scenario)
