" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# The live list.

import './check.vim'

const DAY = '2026-11-21'

def LineOf(word: string): number
  return search(word, 'nw')
enddef

def SmallLists()
  var first = check.Write('First entry', DAY .. 'T08:00:00+01:00')
  check.Write("Second entry\nwith more", DAY .. 'T09:30:00+01:00',
    {notebook: 'work', tags: ['release', 'été'], starred: true})
  Journal
  check.Check('a list shows time, star, notebook, first line and tags under the day', () =>
    getline(1, '$') == ['2026-11-21 Saturday', '09:30 * work       Second entry …  #release #été',
      '08:00   journal    First entry'])
  check.Equal('a list cannot be edited', &modifiable, false)

  cursor(LineOf('First'), 1)
  var third = check.Write('Third entry', DAY .. 'T10:00:00+01:00')
  check.Check('an entry that another process writes appears at its place', () =>
    getline(2) =~ 'Third entry')
  check.Equal('the cursor stays on its entry when a row is inserted above', getline('.'),
    '08:00   journal    First entry')

  execute 'Journal open' third[: 7]
  check.Check('an entry is opened by the first digits of its id', () =>
    bufname() == 'journal://entry/' .. third && getline(1) == 'Third entry')
  Journal
  Journal open ffffffff
  check.Check('an unknown id is reported', () =>
    execute('messages') =~ 'cannot be opened: .*ffffffff' && bufname() == 'journal://list/')
  cursor(LineOf('First'), 1)
  check.Journal('edit', third, 'Third, edited')
  check.Check('an edit changes the row', () => getline(2) =~ 'Third, edited')
  check.Journal('delete', third)
  check.Check('a deleted entry leaves the list', () => line('$') == 3)
  check.Equal('the cursor stays on its entry when a row is removed above', getline('.'),
    '08:00   journal    First entry')
  check.Journal('restore', third)
  check.Check('a restored entry returns', () => getline(2) =~ 'Third, edited')
  check.Write('Older', '2025-01-01T12:00:00Z')
  check.Check('another day has its own header', () =>
    getline(line('$') - 1, '$') == ['2025-01-01 Wednesday', '12:00   journal    Older'])

  var soon = check.Write('Soon gone', DAY .. 'T07:00:00+01:00')
  check.Check('an entry at the end of the day', () => LineOf('Soon gone') > 0)
  cursor(LineOf('Soon gone'), 1)
  check.Journal('delete', soon)
  check.Check('an entry that is gone', () => LineOf('Soon gone') == 0)
  check.Equal('leaves the cursor on the next one', getline('.'), '12:00   journal    Older')
  check.Write("Control \x01\x1b[31m %{x} \u202e end", '2024-01-01T12:00:00Z')
  check.Check('control characters are shown as symbols', () =>
    getline('$') =~ 'Control ^A^\[\[31m %{x} <202e> end')
  check.Write('日本語のテキスト', '2023-01-01T12:00:00Z', {notebook: '仕事のノート帳面'})
  check.Check('wide characters keep the columns', () =>
    getline('$') == '12:00   仕事のノ…  日本語のテキスト')

  Journal #release
  check.Check('a list of a tag has the entries with the tag', () =>
    line('$') == 2 && getline(2) =~ 'Second')
  check.Journal('rpc', 'tag.rename', '{"tag":"release","name":"shipped"}')
  check.Check('after a tag was renamed, its list is empty', () => getline(1) == '')
  check.Journal('rpc', 'tag.rename', '{"tag":"shipped","name":"release"}')
  check.Check('the entries return with the name', () => getline(2) =~ 'Second')
  Journal day:2026-11-21 notebook:journal
  check.Check('a list of a day and a notebook', () => line('$') == 3)
  Journal nonsense
  check.Check('an invalid condition is reported', () =>
    execute('messages') =~ 'invalid condition "nonsense"')
  Journal notebook:nowhere
  check.Check('an unknown notebook is reported', () => execute('messages') =~ 'nowhere')
  check.Write('Somewhere', '2026-11-21T08:00:00Z', {notebook: 'nowhere'})
  check.Check('its list appears once the notebook exists', () => getline(2) =~ 'Somewhere')
  Journal notebook:work
  check.Check('a list of a notebook', () => line('$') == 2)
  check.Journal('rpc', 'notebook.rename', '{"notebook":"work","name":"office"}')
  check.Check('after the notebook was renamed, its list is empty', () =>
    line('$') == 1 && getline(1) == '')
  bwipeout
enddef

# Only the lines that differ are changed.
def Edits()
  Journal
  # The list has followed all changes when it has the new name of the notebook, the last of them.
  check.Check('the list of all entries', () => LineOf('Third') > 0 && LineOf('office') > 0)
  var changed: list<list<number>> = []
  var listener = listener_add((_, start, end, added, _) => add(changed, [start, end, added]))
  var row = LineOf('Third')
  var id = check.Write('Above', DAY .. 'T10:30:00+01:00')
  check.Check('an entry above', () => LineOf('Above') == row)
  check.Journal('edit', '--star', id)
  check.Check('a star', () => getline(row) =~ '10:30 \* ')
  check.Journal('delete', id)
  check.Check('no entry above', () => LineOf('Above') == 0)
  listener_flush()
  listener_remove(listener)
  check.Equal('a change touches its own line', changed->filter((_, change) => change[0] != row
    || change[1] > row + 1), [])
enddef

def LongList()
  var calls = range(10)->mapnew((_, batch) =>
    json_encode({jsonrpc: '2.0', id: batch, method: 'batch',
    params: {calls: range(1000)->mapnew((_, index) => NewEntry(batch * 1000 + index))}}))
  writefile(calls, $HOME .. '/calls')
  Journal
  check.Check('a list before a long import', () => LineOf('First') > 0)
  cursor(LineOf('First'), 1)
  system($'{$JOURNAL} rpc --stdin <{$HOME}/calls')
  # The list has followed when its oldest entry is the thousandth.
  var others = str2nr(check.Journal('list', '--count')) - 10000
  check.Check('a list is limited to the newest entries', () =>
    LineOf('Entry 9999$') > 0 && getline(line('$') - 1) =~ $' Entry {9000 + others}$',
    () => getline(line('$') - 1, '$'))
  check.Equal('and says so', getline('$'), '1000 entries are listed; older ones: <CR>')
  check.Equal('the status says so', journal#listing#Status(bufnr()), '1000 entries, the newest')
  check.Equal('the cursor stays on its entry', getline('.'), '08:00   journal    First entry')
  cursor(500, 1)
  normal! zz
  var current = getline('.')
  var position = winline()
  check.Write('On top', '2026-11-22T10:00:00Z')
  check.Check('a long list follows', () => getline(2) =~ 'On top')
  check.Equal('the cursor stays on its entry in a long list', getline('.'), current)
  check.Equal('the entry of the cursor stays at its place on the screen', winline(), position)
  var last = getline(line('$') - 1)
  execute "normal G\<CR>"
  check.Check('<CR> in the last line lists older entries', () =>
    bufname() =~ '^journal://list/until:' && search($'^{last}$', 'nw') > 0)
  g:journal_list_limit = 2
  Journal day:2001-09-12
  check.Check('a short limit', () => getline('$') =~ '^2 entries are listed')
  execute "normal G\<CR>"
  check.Check('a day with more entries than a list', () =>
    execute('messages') =~ '2001-09-12 has more entries than a list')
enddef

def NewEntry(number: number): dict<any>
  var instant = strftime('%Y-%m-%dT%H:%M:%SZ', 1000000000 + number * 600)
  return {method: 'entry.create', params: {text: $'Entry {number}', createdAt: instant}}
enddef

check.Run(() => {
  SmallLists()
  Edits()
  LongList()
})
