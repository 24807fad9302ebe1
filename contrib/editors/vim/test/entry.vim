" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Entries in buffers: new ones, edits, changes from elsewhere, hostile text.

import './check.vim'

def Clean(): bool
  return !&modified && b:journal.sent == v:none
enddef

def NewEntries()
  JournalNew ++notebook=journal ++tag=a\ b ++star Written by a command #now
  check.Check('a command writes an entry', () => len(check.Entries()) == 1)
  var entry = check.Entries()[0]
  check.Equal('with its text, star and tags', [entry.text, entry.starred, entry.tags],
    ['Written by a command #now', true, ['a b', 'now']])
  check.Equal('in the time zone of the user', entry.zone, 'Europe/Zurich')

  new
  setline(1, ['#include <x>', 'two', 'three'])
  :1,2JournalNew Heading
  check.Check('a range becomes an entry', () => len(check.Entries()) == 2)
  check.Equal('its text has the heading and the lines, but no tags from them',
    [check.Entries()[0].text, check.Entries()[0].tags], ["Heading\n\n#include <x>\ntwo", []])
  bwipeout!

  JournalNew
  check.Check('a buffer for a new entry', () => &buftype == 'acwrite' && &modifiable)
  check.Equal('its text is not evaluated', [&modeline, &swapfile, &undofile], [false, false, false])
  setline(1, ['Composed #draft', 'second line'])
  JournalTag more -draft
  write
  check.Check('saving the buffer writes the entry', () => len(check.Entries()) == 3 && Clean())
  entry = check.Entries()[0]
  check.Equal('with the tags of the buffer and of its text', [entry.text, entry.tags],
    ["Composed #draft\nsecond line", ['draft', 'more']])
  setline(1, 'Composed #other')
  write
  check.Check('saving it again updates the entry', () =>
    check.Entry(entry.id).text == "Composed #other\nsecond line" && Clean())
  check.Equal('and its tags', check.Entry(entry.id).tags, ['more', 'other'])
  setline(1, ['', ''])
  write
  check.Check('an empty text is refused', () =>
    &modified && execute('messages') =~ 'an entry cannot be empty')
  edit!
  check.Check('reading again drops the edits', () => getline(1) == 'Composed #other' && !&modified)
  silent normal! u
  check.Equal('undo does not empty the buffer', getline(1) != '', true)
  bwipeout!

  JournalNew ++notebook=nowhere Lost?
  check.Check('a text that is rejected continues in a buffer', () =>
    bufnr('journal://entry/') > 0 && getbufline(bufnr('journal://entry/'), 1) == ['Lost?']
      && getbufvar(bufnr('journal://entry/'), '&modified')
      && execute('messages') =~ 'nowhere')
  execute 'buffer' bufnr('journal://entry/')
  JournalMove! elsewhere
  write
  check.Check('and can be written after a correction', () => check.Entries()[0].text == 'Lost?'
    && Clean())
  check.Equal('to the notebook', check.Entries()[0].notebook.name, 'elsewhere')
  bwipeout!
enddef

def Open(id: string)
  execute 'edit journal://entry/' .. id
  check.Check('an entry opens', () => &modifiable && b:journal.base.rev > 0)
enddef

def Elsewhere()
  var id = check.Write("one\ntwo\nthree", '2026-11-21T08:00:00Z')
  Open(id)
  cursor(3, 2)
  check.Journal('edit', id, "zero\none\ntwo\nthree")
  check.Check('a change from elsewhere updates an unmodified buffer', () => getline(1) == 'zero')
  check.Equal('the buffer is not modified then', &modified, false)
  check.Equal('the cursor stays in its line', getline('.'), 'three')
  setline(4, 'three, edited')
  check.Journal('edit', id, "zero\none\ntwo\nother")
  check.Check('a change from elsewhere to a modified buffer is reported', () =>
    execute('messages') =~ 'changed elsewhere')
  check.Equal('and leaves the buffer', getline(4), 'three, edited')
  edit!
  check.Check('reading again shows the other text', () => getline(4) == 'other')
  setline(4, 'mine')
  check.Journal('rpc', 'entry.update', json_encode({id: id, starred: true, tags: ['x']}))
  check.Check('a change of tags and star reaches a modified buffer', () => b:journal.base.starred)
  write
  check.Check('and is no conflict', () => check.Entry(id).text == "zero\none\ntwo\nmine" && Clean())
  check.Equal('nor undone', check.Entry(id).tags, ['x'])
  setline(4, 'unsaved')
  check.Journal('tag', 'rename', 'x', 'renamed')
  check.Check('a new name of a tag appears in the status', () =>
    journal#entry#Status(bufnr()) =~ '#renamed')
  check.Equal('and leaves a modified buffer', [getline(4), &modified], ['unsaved', true])
  edit!
  check.Check('the text as before', () => getline(4) == 'mine')
  check.Journal('delete', id)
  check.Check('an entry that was deleted elsewhere is shown as in the trash', () =>
    journal#entry#Status(bufnr()) =~ '\[trash\]')
  bwipeout!
enddef

def Deleted()
  var Count = () => execute('messages')->split("\n")
    ->filter((_, line) => line =~ 'deleted permanently; :w! writes its text to a new entry')->len()
  var id = check.Write('text', '2026-11-21T08:00:00Z', {tags: ['ash']})
  Open(id)
  messages clear
  check.Journal('purge', '--yes', id)
  check.Check('a permanent deletion is reported', () =>
    execute('messages') =~ $'entry {id[0 : 7]} was deleted permanently' && Count() == 1)
  check.Equal('an unmodified buffer stays', [getline(1, '$'), &modified], [['text'], false])
  check.Check('the status says so', () => journal#entry#Status(bufnr()) =~ '\[does not exist\]')
  var other = check.Write('other', '2026-11-21T08:00:00Z', {tags: ['ash']})
  new
  Open(other)
  check.Journal('tag', 'rename', 'ash', 'rowan')
  check.Check('a tag is renamed', () => journal#entry#Status(bufnr()) =~ '#rowan')
  bwipeout
  check.Journal('edit', other, 'changed')
  check.Write('flush', '2026-11-21T08:00:00Z')
  check.Equal('the deletion is reported once', Count(), 1)
  write
  check.Equal('saving names :w!', Count(), 2)
  bwipeout

  id = check.Write('text #old', '2026-11-21T08:00:00Z',
    {tags: ['kept', 'old'], starred: true, notebook: 'lost'})
  Open(id)
  setline(1, 'my text #new')
  messages clear
  check.Journal('purge', '--yes', id)
  check.Journal('rpc', 'notebook.delete', '{"notebook":"lost"}')
  check.Check('a permanent deletion of a modified entry is reported', () => Count() == 1)
  write
  check.Equal('it cannot be saved', [getline(1), &modified, Count()], ['my text #new', true, 2])
  write!
  check.Check('but as a new entry with :w!', () =>
    execute('messages') =~ 'wrote the text to the new entry' && Clean())
  var entry = check.Entry(b:journal.base.id)
  check.Equal('with the members of the former one',
    [entry.text, entry.notebook.name, entry.tags, entry.starred],
    ['my text #new', 'lost', ['kept', 'new'], true])
  check.Equal('which is not the former one', entry.id != id, true)
  check.Equal('the buffer has its name', [expand('%'), bufexists('journal://entry/' .. id)],
    ['journal://entry/' .. entry.id, 0])
  setline(1, 'again')
  write
  check.Check('and is saved as usual', () => check.Entry(entry.id).text == 'again' && Clean())
  edit
  check.Check('and read', () => getline(1) == 'again' && &modifiable)
  bwipeout

  id = check.Write('base', '2026-11-21T08:00:00Z')
  Open(id)
  setline(1, 'mine')
  check.Journal('edit', id, 'theirs')
  write
  check.Check('a conflict', () => bufnr('journal://theirs/') > 0 && &diff)
  messages clear
  check.Journal('purge', '--yes', id)
  check.Check('ends with a permanent deletion', () =>
    Count() == 1 && bufnr('journal://theirs/') < 0 && !&diff && getline(1) == 'mine' && &modified)
  write!
  check.Check('and can be written to a new entry', () => Clean() && b:journal.base.id != id
    && check.Entry(b:journal.base.id).text == 'mine')
  bwipeout

  id = check.Write('base', '2026-11-21T08:00:00Z')
  Open(id)
  setline(1, 'mine')
  messages clear
  check.Journal('purge', '--yes', id)
  write
  check.Check('saving before the deletion is known reports it', () => Count() >= 1 && &modified)
  write!
  check.Check('and :w! writes a new entry then', () => Clean() && b:journal.base.id != id)
  bwipeout
enddef

def Absent()
  var id = '11111111-2222-4333-8444-555555555555'
  var other = check.Write('other', '2026-11-21T08:00:00Z', {tags: ['elm']})
  messages clear
  execute 'edit journal://entry/' .. id
  var Count = () => execute('messages')->split("\n")
    ->filter((_, line) => line =~ id .. ' does not exist')->len()
  check.Check('an entry that does not exist is reported', () => Count() == 1)
  new
  Open(other)
  check.Journal('tag', 'rename', 'elm', 'birch')
  check.Check('a tag is renamed', () => journal#entry#Status(bufnr()) =~ '#birch')
  check.Journal('edit', other, 'changed')
  check.Check('an entry is changed', () => getline(1) == 'changed')
  check.Equal('the absence is reported once', Count(), 1)
  bwipeout
  check.Journal('new', '--id', id, 'exists now')
  check.Check('an entry that appears is shown', () => getline(1) == 'exists now' && &modifiable)
  bwipeout
enddef

def HostileText()
  var texts = ["# vim: set tw=7 :\nvim: tw=7:ft=c", "nul \xed\xa0\x80 end",
    "cr\r\nand \x1b[31m\x07 %{x}",
    "日本語 😀 é\n", "two newlines\n\n", "=system('touch hacked')", 'https://x/`touch hacked`']
  for text in texts
    var params = json_encode({text: text})->substitute("\xed\xa0\x80", '\\u0000', '')
    var id = json_decode(check.Journal('rpc', 'entry.create', params)).id
    Open(id)
    append(0, 'first')
    write
    check.Check('a text is written as it was read', Clean)
    :1delete
    write
    var Raw = () => check.Journal('rpc', 'entry.get', json_encode({id: id}))
      ->matchstr('"text":\zs"\%(\\.\|[^"\\]\)*"')
      ->substitute('\\u0000', '\\ud800', '')->json_decode()
    check.Check('and can be restored exactly', () => Clean() && Raw() ==# text, Raw)
    check.Equal('and is not evaluated', &textwidth != 7 && !filereadable('hacked'), true)
    bwipeout
  endfor
  var long = repeat("0123456789 é\n", 30000)
  writefile([long->tr("\n", ' ')], $HOME .. '/long')
  new
  setline(1, long->split("\n"))
  :%JournalNew
  check.Check('a long text is sent completely', () =>
    check.Entries()[0].text[0 : 20] == long[0 : 20], () => execute('messages'))
  Open(check.Entries()[0].id)
  check.Equal('and read completely', line('$'), 30000)
  bwipeout!
  bwipeout!
enddef

def InvalidText()
  var count = len(check.Entries())
  JournalNew
  for content in ["in\xffvalid", "surrogate \xed\xb0\x80", "overlong \xc0\xaf"]
    setline(1, content)
    messages clear
    write
    check.Equal('bytes that are not UTF-8 are refused', [&modified, b:journal.sent,
      execute('messages') =~ 'not written: the text is not valid UTF-8'], [true, v:none, true])
    check.Equal('and stay in the buffer', getline(1), content)
  endfor
  check.Equal('nothing was written', len(check.Entries()), count)
  setline(1, 'valid')
  write
  check.Check('a text without them can be written', () =>
    Clean() && check.Entries()->indexof((_, entry) => entry.text == 'valid') >= 0)
  setline(1, "in\xffvalid")
  write
  check.Equal('they are also refused in an edit', [&modified, check.Entry(b:journal.base.id).text],
    [true, 'valid'])
  bwipeout!
  execute "JournalNew in\xffvalid"
  check.Check('a text of a command that has them continues in a buffer', () =>
    getbufinfo({bufloaded: 1, bufmodified: 1})->indexof((_, info) =>
      getbufline(info.bufnr, 1) == ["in\xffvalid"]) >= 0)
  bwipeout!
enddef

def Completion()
  check.Write('x', '2026-11-21T08:00:00Z', {notebook: 'To do', tags: ['garden', 'gärtner']})
  JournalNew
  check.Check('#tags are completed', () => Completed("i#ga\<C-x>\<C-o>") == '#garden')
  check.Check('with letters of any script', () => Completed("i#gä\<C-x>\<C-o>") == '#gärtner')
  check.Check('names of notebooks are completed in commands', () =>
    getcompletion('Journal notebook:to', 'cmdline') == ['notebook:"To do"'])
  check.Equal('and in options', getcompletion('JournalNew ++notebook=to', 'cmdline'),
    ['++notebook=To\ do'])
  check.Equal('conditions are completed', getcompletion('Journal st', 'cmdline'), ['starred:'])
  bwipeout!
enddef

def Completed(keys: string): string
  :%delete _
  feedkeys(keys .. "\<Esc>", 'tx')
  return getline(1)
enddef

check.Run(() => {
  NewEntries()
  Elsewhere()
  Deleted()
  Absent()
  HostileText()
  InvalidText()
  Completion()
})
