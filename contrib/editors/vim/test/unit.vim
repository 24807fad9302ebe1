" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# The parts without input and output: messages, session, text, selections, rows.

import './check.vim'
import autoload '../autoload/journal/results.vim'
import autoload '../autoload/journal/rows.vim'
import autoload '../autoload/journal/selection.vim'
import autoload '../autoload/journal/session.vim'
import autoload '../autoload/journal/text.vim'
import autoload '../autoload/journal/transport.vim'

def Messages()
  check.Equal('a message is one line', transport.Encode({a: "x\ny"}), '{"a":"x\ny"}')
  var line = '{"a":"x\u0000\u0000\\u0000\\\u0000"}'
  var message = transport.Decode(line)
  check.Equal('U+0000 survives decoding and encoding', transport.Encode(message), line)
  check.Equal('an escaped backslash before u0000 is not U+0000', stridx(message.a, '\u0000') > 0,
    true)
  for invalid in ['', '{', '[1]', '{"a":1,"a":2}', 'x']
    check.Equal($'an invalid line is not a message: {invalid}', transport.Decode(invalid), {})
  endfor
enddef

var log: list<any> = []

def Methods(current: dict<any>): list<string>
  return remove(current.output, 0, -1)->mapnew((_, message) => $'{message.method} {message.id}')
enddef

def Sessions()
  log = []
  var current = session.New((error) => add(log, error.message))
  var Done = (result, error) => add(log, [result, error])
  session.Call(current, 'early', {}, Done)
  session.Subscribe(current, 'all', {include: 'ids'}, {
    Reset: (foreign) => add(log, $'reset {foreign}'),
    Changes: (items, more) => add(log, [items, more]),
    Failed: (error) => add(log, 'failed')})
  check.Equal('nothing is sent without a connection', current.output, [])
  session.Opened(current)
  check.Equal('a connection starts with hello', Methods(current), ['hello hello'])
  session.Call(current, 'late', {}, Done)
  check.Equal('nothing is sent before hello is answered', current.output, [])
  session.Receive(current, {id: 'hello', result: {}})
  check.Equal('then subscriptions and calls follow in order', Methods(current),
    ['subscribe all.1', 'early 1', 'late 2'])
  session.Receive(current, {id: 2, result: {x: 1}})
  session.Receive(current, {id: 'all.1', result: {sub: 'all.1', cursor: 'c1', mode: 'delta'}})
  check.Equal('replies may arrive in any order, the first subscription reads the data', log,
    [[{x: 1}, {}], 'reset false'])
  log = []
  session.Receive(current,
    {method: 'changes', params: {sub: 'all.1', from: 'c1', to: 'c2', items: [1],
    more: true}})
  check.Equal('the cursor stays while changes continue', current.subscriptions.all.cursor, 'c1')
  session.Receive(current,
    {method: 'changes', params: {sub: 'all.1', from: 'c2', to: 'c3', items: [2]}})
  check.Equal('the cursor moves after whole commits', current.subscriptions.all.cursor, 'c3')
  check.Equal('changes are delivered', log, [[[1], true], [[2], false]])
  log = []
  for unknown in [{method: 'news', params: {sub: 'all.1'}}, {method: 'changes', params: {sub: 'x'}},
      {method: 'news'}, {id: 99, result: {}}, {id: 'x', result: {}}]
    session.Receive(current, unknown)
  endfor
  check.Equal('unknown notifications and replies are ignored', log, [])

  session.Receive(current, {id: 1, error: {message: 'm', data: {kind: 'shutting.down'}}})
  session.Receive(current, {method: 'end', params: {sub: 'all.1', reason: 'shutdown'}})
  session.Closed(current)
  session.Opened(current)
  session.Receive(current, {id: 'hello', result: {}})
  check.Equal('an unanswered call is sent again on the next connection',
    remove(current.output, 0, -1)[1 :]->mapnew((_, message) => [message.method, message.params]),
    [['subscribe', {since: 'c3', include: 'ids'}], ['early', {}]])
  session.Receive(current, {id: 'all.1', result: {sub: 'all.1', cursor: 'c3', mode: 'delta'}})
  check.Equal('a resumed subscription does not read the data again', log, [])
  session.Closed(current)
  session.Opened(current)
  session.Receive(current, {id: 'hello', result: {}})
  Methods(current)
  session.Receive(current, {id: 'all.1', error: {message: 'm', data: {kind: 'cursor.foreign'}}})
  check.Equal('a cursor of another store is dropped', current.output[0].params, {include: 'ids'})
  session.Receive(current, {id: 'all.1', result: {sub: 'all.1', cursor: 'd1', mode: 'delta'}})
  check.Equal('the data of another store is read', log, ['reset true'])
  log = []
  session.Receive(current, {method: 'reset', params: {sub: 'all.1', from: 'd1', to: 'd9'}})
  check.Equal('a reset reads the data', [log, current.subscriptions.all.cursor],
    [['reset false'], 'd9'])
  log = []
  session.Call(current, 'retained', {}, Done, true)
  session.Fail(current, {message: 'gone'})
  check.Equal('calls fail, except retained ones', [log, len(current.pending)],
    [[[{}, {message: 'gone'}]], 1])
  log = []
  session.Receive(current, {id: v:null, error: {message: 'fault'}})
  session.Receive(current, {})
  check.Equal('errors of the connection are reported', log,
    ['fault', 'the daemon sent an invalid line'])
  log = []
  session.Unsubscribe(current, 'all')
  session.Subscribe(current, 'all', {}, {Changes: (items, more) => add(log, items)})
  session.Receive(current, {method: 'changes', params: {sub: 'all.1', from: '', to: '', items: [1]}})
  session.Receive(current, {method: 'changes', params: {sub: 'all.2', from: '', to: '', items: [2]}})
  check.Equal('changes of an earlier subscription with the name are ignored', log, [[2]])
enddef

def Texts()
  for content in ['', 'a', "a\n", "a\n\n", "\n", "a\nb", "a\r\nb\t", "x\xed\xa0\x80y"]
    var parts = text.ToLines(content)
    check.Equal($'a text survives lines: {text.Printable(content)}',
      text.FromLines(parts.lines, parts.endofline), content)
  endfor
  check.Equal('the first line that is not blank', text.FirstLine("\n\n  one \ntwo", false),
    'one  …')
  check.Equal('control characters become symbols', text.Printable("a\tb\x1b[0m\u202e"),
    'a b^[[0m<202e>')
  check.Equal('a long line is cut before it is made printable',
    text.FirstLine(repeat('x', 600000), false), repeat('x', 1000))
  check.Equal('wide text is cut to its width', text.Cut('日本語', 5), '日本…')
  check.Equal('#tags follow white space or a bracket and start with a letter',
    text.Hashtags("#a x#b (#c-d) #1 # e #ünï/x- #A\n#f http://x/#g ##h #include"),
    ['a', 'c-d', 'ünï/x', 'f', 'include'])
  check.Equal('#tags end before punctuation of any script and emoji',
    text.Hashtags('#a, #b… “#c” (#d“) #e—f #日本。 #g😀 #… #h.i #j_1'),
    ['a', 'b', 'd', 'e', '日本', 'g', 'h', 'j_1'])
  check.Equal('the #tag under the cursor',
    [text.HashtagAt('a #bc d', 1), text.HashtagAt('a #bc d', 2),
    text.HashtagAt('a #bc d', 4), text.HashtagAt('a #bc d', 5)], ['', 'bc', 'bc', ''])
  check.Equal('an edit of the text adds and removes its #tags, and keeps other tags',
    text.EditedTags(['kept', 'Old', 'both'], 'x #old #both', 'x #both #new'),
    ['kept', 'both', 'new'])
enddef

def Selections()
  var now = strptime('%Y-%m-%d %H:%M', '2026-03-30 00:30')
  check.Equal('conditions of a selection',
    selection.Parse('notebook:"To do" tag:a #b starred:yes trashed:no since:yesterday until:today',
      now), {notebook: 'To do', tags: ['a', 'b'], starred: true, trashed: false,
      since: '2026-03-29', until: '2026-03-30'})
  check.Equal('days, stars and the trash need no name',
    selection.Words('2026-11-21 today starred trash #a'),
    ['day:2026-11-21', 'day:today', 'starred:yes', 'trashed:yes', '#a'])
  check.Equal('today and yesterday become dates',
    selection.Dated('day:today #x since:yesterday', now),
    'day:2026-03-30 #x since:2026-03-29')
  for invalid in ['word', 'tag:', 'since:soon', 'starred:maybe', 'colour:red']
    var message = ''
    try
      selection.Parse(invalid)
    catch
      message = v:exception
    endtry
    check.Equal($'an invalid condition is rejected: {invalid}', message =~ '^journal: invalid',
      true)
  endfor
  check.Equal('a name with spaces is quoted', selection.Condition('tag', 'a b'), 'tag:"a b"')
  check.Equal('an unfinished word of a query is a prefix', ['roo', 'a OR', 'tag:x', '"a b', 'x roo',
    '-no', 'roof '] ->map((_, query) => results.Prefixed(query)),
    ['roo*', 'a OR', 'tag:x', '"a b', 'x roo*', '-no', 'roof '])
enddef

def NewEntry(id: string, instant: string, rev = 1, day = ''): dict<any>
  return {id: id, rev: rev, createdAt: instant, localDay: day == '' ? instant[0 : 9] : day,
    notebook: {name: 'journal'}, starred: false, tags: ['t'], text: $'{id}{rev}'}
enddef

def Item(op: string, entry: dict<any>): dict<any>
  return {op: op, kind: 'entry', id: entry.id, rev: entry.rev, entry: entry}
enddef

# Returns the rows as id and revision, and days.
def Summary(model: dict<any>): string
  return model.shown->mapnew((_, row) => row.id == '' ? row.day[8 : 9] .. ':' : row.id .. row.rev)
    ->join()
enddef

def Lists()
  check.Equal('instants are compared across offsets',
    rows.Milliseconds('2026-11-21T01:30:00.250+01:30')
    - rows.Milliseconds('2026-11-21T00:00:00Z'), 250)
  check.Equal('milliseconds since 1970', [rows.Milliseconds('2024-03-01T00:00:00Z'),
    rows.Milliseconds('1969-12-31T23:59:59.999Z')], [1709251200000, -1])
  check.Equal('the header of a day has its weekday', rows.DayHeader('1969-12-31'),
    '1969-12-31 Wednesday')

  var model = rows.New()
  rows.Begin(model, false)
  rows.Apply(model, [Item('create', NewEntry('n', '2026-01-03T12:00:00Z', 5)),
    {op: 'delete', kind: 'entry', id: 'd', rev: 6}, {op: 'create', kind: 'tag', id: 't', rev: 6}])
  rows.Add(model, [NewEntry('n', '2026-01-03T12:00:00Z', 4),
    NewEntry('d', '2026-01-02T12:00:00Z', 3),
    NewEntry('b', '2026-01-02T11:00:00Z'), NewEntry('a', '2026-01-01T11:00:00Z')])
  rows.End(model, true)
  check.Equal('changes during reading win over older pages', Summary(model), '03: n5 02: b1 01: a1')
  rows.Apply(model, [Item('update', NewEntry('b', '2026-01-02T11:00:00Z', 7)),
    {op: 'delete', kind: 'entry', id: 'a', rev: 8}, Item('create',
    NewEntry('c', '2026-01-02T11:00:00Z'))])
  check.Equal('equal instants are ordered by id', Summary(model), '03: n5 02: c1 b7')
  rows.Apply(model, [Item('update', NewEntry('b', '2026-01-02T11:00:00Z', 6)),
    {op: 'delete', kind: 'entry', id: 'c', rev: 0}])
  check.Equal('older changes are ignored', Summary(model), '03: n5 02: c1 b7')
  check.Equal('an entry without text is to be read',
    rows.Apply(model, [{op: 'update', kind: 'entry', id: 'b', rev: 9, truncated: true}]), ['b'])
  rows.Begin(model, false)
  rows.Add(model, [NewEntry('b', '2026-01-02T11:00:00Z', 7)])
  check.Equal('reading again keeps the rows until its end', Summary(model), '03: n5 02: c1 b7')
  rows.End(model, false)
  check.Equal('entries that were not read again leave', Summary(model), '02: b7')
  rows.Put(model, NewEntry('z', '2020-01-01T00:00:00Z'))
  check.Equal('an entry older than an incomplete list is left out', Summary(model), '02: b7')
  rows.Begin(model, true)
  check.Equal('another store starts with an empty list', Summary(model), '')
enddef

# Random changes: the edits, applied to lines, give the rows; rows are sorted with correct headers.
def RandomEdits()
  var seed = srand(7)
  var model = rows.New()
  var lines: list<string> = []
  var wrong: list<string> = []
  for step in range(2000)
    for _ in range(1 + rand(seed) % 3)
      var id = printf('%02d', rand(seed) % 40)
      var minute = str2nr(id) % 20
      var entry = NewEntry(id, printf('2026-01-01T12:%02d:00Z', minute), step + 1,
        printf('2026-01-0%d', 1 + (minute / 4 + (str2nr(id) == 33 ? 1 : 0)) % 3))
      rows.Apply(model, [rand(seed) % 3 == 0 ? {op: 'delete', kind: 'entry', id: id, rev: step + 1}
        : Item('update', entry)])
    endfor
    for edit in rows.TakeEdits(model)
      if edit.removed > 0
        remove(lines, edit.at, edit.at + edit.removed - 1)
      endif
      extend(lines, edit.rows->mapnew((_, row) => row.line), edit.at)
    endfor
    var expected: list<string> = []
    var day = ''
    for row in model.shown->copy()->filter((_, row) => row.id != '')->sort((a, b) =>
      a.key < b.key ? 1 : -1)
      if row.day != day
        day = row.day
        add(expected, rows.DayHeader(day))
      endif
      add(expected, row.line)
    endfor
    if lines != expected || model.shown->mapnew((_, row) => row.line) != expected
      add(wrong, $'step {step}')
    endif
  endfor
  check.Equal('edits of random changes give the sorted rows and their headers', wrong, [])
enddef

check.Run(() => {
  Messages()
  Sessions()
  Texts()
  Selections()
  Lists()
  RandomEdits()
})
