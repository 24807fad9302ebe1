" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Open entries when a backup of the journal is restored.

import './check.vim'

def Other(): number
  return bufnr('journal://theirs/')
enddef

def Open(id: string, content: string)
  execute 'edit journal://entry/' .. id
  check.Check('an entry opens', () => getline(1) == content)
enddef

def Show(id: string)
  execute 'buffer journal://entry/' .. id
enddef

def Scenario()
  var backup = $HOME .. '/journal.backup'
  var clean = check.Write('clean', '2026-11-21T08:00:00Z')
  var edited = check.Write('edited', '2026-11-21T09:00:00Z')
  var same = check.Write('same', '2026-11-21T10:00:00Z')
  check.Journal('backup', backup)
  check.Journal('edit', clean, 'clean, discarded')
  check.Journal('edit', edited, 'edited, discarded')
  var later = check.Write('later', '2026-11-21T11:00:00Z')
  var former = [check.Entry(clean).rev, check.Entry(edited).rev]
  Open(same, 'same')
  setline(1, 'same, mine')
  Open(later, 'later')
  Open(edited, 'edited, discarded')
  setline(1, 'edited, mine')
  Open(clean, 'clean, discarded')

  check.Journal('restore-backup', '--yes', backup)
  check.Check('a restored backup replaces the text of an unmodified buffer', () =>
    getline(1) == 'clean' && !&modified)
  check.Journal('edit', clean, 'clean, theirs')
  check.Journal('edit', edited, 'edited, theirs')
  check.Equal('the revisions of the restored entries are those of the discarded ones',
    [check.Entry(clean).rev, check.Entry(edited).rev], former)
  check.Check('a change of the restored entry appears', () => getline(1) == 'clean, theirs')
  setline(1, 'clean, theirs and mine')
  write
  check.Check('and is kept when the buffer is saved', () =>
    check.Entry(clean).text == 'clean, theirs and mine' && b:journal.sent == v:none)

  Show(edited)
  check.Check('a change of the text that is being edited is reported', () =>
    execute('messages') =~ 'an entry that you are editing was changed elsewhere')
  check.Equal('and leaves the buffer', [getline(1), &modified], ['edited, mine', true])
  write
  check.Check('saving it is a conflict', () => Other() > 0 && &diff
    && getbufline(Other(), 1, '$') == ['edited, theirs'])
  check.Equal('and overwrites nothing', check.Entry(edited).text, 'edited, theirs')

  check.Journal('restore-backup', '--yes', backup)
  check.Check('another restoration', () =>
    getbufline('journal://entry/' .. clean, 1) == ['clean'])
  write!
  check.Check('shows the conflict again', () =>
    getbufline(Other(), 1, '$') == ['edited'] && &modified && b:journal.sent == v:none)
  write!
  check.Check('saving with ! keeps mine', () =>
    check.Entry(edited).text == 'edited, mine' && !&modified && Other() < 0)

  Show(same)
  check.Equal('a modified buffer stays', [getline(1), &modified], ['same, mine', true])
  write
  check.Check('a text that the backup has too is saved without a conflict', () =>
    check.Entry(same).text == 'same, mine' && !&modified && Other() < 0)

  Show(later)
  check.Check('an entry that the backup does not have is reported', () =>
    execute('messages') =~ $'entry {later[0 : 7]} is not in the journal any more; :w!')
  check.Equal('and leaves its buffer', [getline(1), &modified], ['later', false])
  check.Journal('new', '--id', later, 'later, again')
  check.Check('an entry that returns is shown again', () => getline(1) == 'later, again')
  setline(1, 'later, mine')
  write
  check.Check('and can be saved', () => check.Entry(later).text == 'later, mine' && !&modified)
enddef

check.Run(Scenario)
