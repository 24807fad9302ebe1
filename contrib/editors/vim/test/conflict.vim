" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Conflicts between a buffer and a change from elsewhere.

import './check.vim'

def Other(): number
  return bufnr('journal://theirs/')
enddef

def Scenario()
  var id = check.Write("one\ntwo\nthree", '2026-11-21T08:00:00Z')
  execute 'edit journal://entry/' .. id
  check.Check('an entry opens', () => line('$') == 3)
  setline(2, 'two, mine')
  check.Journal('edit', id, "one\ntwo, theirs\nthree")
  write
  check.Check('a conflict shows both sides as a diff', () => Other() > 0 && &diff
    && getwinvar(bufwinid(Other()), '&diff'))
  check.Equal('the other side is what the daemon has', getbufline(Other(), 1, '$'),
    ['one', 'two, theirs', 'three'])
  check.Equal('the buffer keeps mine and is modified', [getline(2), &modified], ['two, mine', true])
  check.Equal('the cursor stays in the buffer', expand('%'), 'journal://entry/' .. id)
  check.Equal('nothing was overwritten', check.Entry(id).text, "one\ntwo, theirs\nthree")

  write
  check.Check('saving again needs a decision', () =>
    &modified && execute('messages') =~ 'the conflict is not resolved')
  check.Journal('edit', id, "one\ntwo, again\nthree")
  write!
  check.Check('a further change is another conflict', () =>
    getbufline(Other(), 2) == ['two, again'] && &modified && b:journal.sent == v:none)
  write!
  check.Check('saving with ! keeps mine', () => check.Entry(id).text == "one\ntwo, mine\nthree")
  check.Check('and ends the diff', () => Other() < 0 && !&diff && winnr('$') == 1 && !&modified)

  setline(3, 'three, mine')
  check.Journal('edit', id, "one\ntwo, mine\nthree, theirs")
  write
  check.Check('a conflict again', () => Other() > 0 && &diff)
  setline(3, 'three, both')
  execute 'bwipeout' Other()
  check.Check('closing the other side ends the diff', () => !&diff)
  write!
  check.Check('the resolved text is written', () =>
    check.Entry(id).text == "one\ntwo, mine\nthree, both" && !&modified)

  setline(1, 'same')
  check.Journal('edit', id, "same\ntwo, mine\nthree, both")
  write
  check.Check('the same change on both sides is no conflict', () =>
    !&modified && b:journal.sent == v:none && b:journal.base.text =~ '^same')
  check.Equal('and shows no diff', Other(), -1)

  setline(1, 'mine')
  check.Journal('edit', id, 'theirs')
  write
  check.Check('a conflict once more', () => Other() > 0 && &diff)
  wall!
  check.Equal(':wall! does not replace the other text', [check.Entry(id).text, &modified,
    b:journal.sent], ['theirs', true, v:none])
  edit!
  check.Check('reading again discards mine and ends the diff', () =>
    getline(1, '$') == ['theirs'] && Other() < 0 && !&diff && !&modified)

  setline(1, 'hidden')
  check.Journal('edit', id, 'elsewhere')
  wall
  enew
  check.Check('a conflict of a hidden buffer shows it', () =>
    Other() > 0 && bufwinid('journal://entry/' .. id) > 0)
enddef

check.Run(Scenario)
