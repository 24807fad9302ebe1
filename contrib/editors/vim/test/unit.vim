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

const CASES = expand('<sfile>:p:h:h:h') .. '/text-tags.jsonl'

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
  for valid in ['', 'é 日本 😀', "nul \xed\xa0\x80", "\ufffd", "e\u0301", "\uffff \U10ffff"]
    check.Equal($'text can be sent: {text.Printable(valid)}', transport.IsText({a: [valid]}), true)
  endfor
  for invalid in ["in\xffvalid", "\xc3", "a\xe2\x82 \ufffd", "\xc0\x80", "e\u0301\xff",
      "\xed\xb0\x80", "\xf4\x90\x80\x80"]
    check.Equal($'bytes that are not UTF-8 cannot: {strtrans(invalid)}',
      transport.IsText({a: ['x', invalid]}), false)
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

def Epochs()
  for [epoch, expected] in [['e1', 7], ['e2', 0]]
    var current = session.New((_) => 0)
    session.Opened(current)
    session.Receive(current, {id: 'hello', result: {epoch: 'e1'}})
    session.Call(current, 'entry.update', {id: 'a', ifRev: 7}, (_, _) => 0)
    session.Call(current, 'entry.create', {id: 'b'}, (_, _) => 0)
    session.Closed(current)
    session.Call(current, 'entry.update', {id: 'c', ifRev: 7}, (_, _) => 0)
    session.Opened(current)
    current.output = []
    session.Receive(current, {id: 'hello', result: {epoch: epoch}})
    check.Equal($'the revision of an unanswered save after epoch {epoch}',
      current.output->mapnew((_, message) => message.params),
      [{id: 'a', ifRev: expected}, {id: 'b'}, {id: 'c', ifRev: expected}])
  endfor
enddef

def SessionLists()
  log = []
  var current = session.New((error) => add(log, error.message))
  session.Opened(current)
  check.Equal('a daemon with live lists is required', current.output[0].params.require,
    ['list', 'subscribe.query'])
  session.Receive(current, {id: 'hello', result: {}})
  current.output = []
  var Open = () => session.OpenList(current, 'list', {limit: 7}, {
    Opened: (values, more) => add(log, ['opened', values, more]),
    Changes: (items, more) => add(log, [items, more]),
    Failed: (error) => add(log, error.message)})
  Open()
  check.Equal('a list is opened', current.output[0],
    {jsonrpc: '2.0', id: 'list.1', method: 'list.open', params: {limit: 7}})
  session.Receive(current, {id: 'list.1', result: {list: 'list.1', rows: [1], more: true}})
  session.Receive(current, {method: 'list.changes', params: {list: 'list.1', items: [2], more: true}})
  session.Receive(current, {method: 'list.changes', params: {list: 'list.1', items: [3]}})
  check.Equal('its rows and changes are delivered', log,
    [['opened', [1], true], [[2], true], [[3], false]])
  session.Closed(current)
  session.Opened(current)
  current.output = []
  session.Receive(current, {id: 'hello', result: {}})
  check.Equal('it is opened again on the next connection', Methods(current), ['list.open list.1'])
  log = []
  session.Receive(current, {method: 'end', params: {sub: 'list.1', reason: 'failed'}})
  check.Equal('the end of a list is reported', [log, current.ended],
    [['the daemon cannot read it'], false])
  Open()
  current.output = []
  session.Unsubscribe(current, 'list')
  check.Equal('a list is closed', current.output[0]->filter((key, _) => key =~ 'method\|params'),
    {method: 'list.close', params: {list: 'list.2'}})
  log = []
  session.Receive(current, {method: 'list.changes', params: {list: 'list.2', items: [4]}})
  check.Equal('changes of a closed list are ignored', log, [])
enddef

# Returns a session with a subscription and a list, and forgets its output.
def Following(): dict<any>
  log = []
  var current = session.New((error) => add(log, error.message))
  session.Opened(current)
  session.Receive(current, {id: 'hello', result: {}})
  session.Subscribe(current, 'all', {}, {
    Reset: (foreign) => add(log, $'reset {foreign}'),
    Changes: (items, more) => add(log, items),
    Failed: (error) => add(log, error.message)})
  session.OpenList(current, 'list', {}, {
    Opened: (values, more) => add(log, values),
    Changes: (items, more) => add(log, items),
    Failed: (error) => add(log, error.message)})
  current.output = []
  return current
enddef

def Reject(current: dict<any>, id: string, kind: string, retryable = false)
  session.Receive(current,
    {id: id, error: {message: kind, data: {kind: kind, retryable: retryable}}})
enddef

def Rejections()
  var current = Following()
  session.Receive(current, {id: 'all.1', result: {cursor: 'c1', mode: 'delta'}})
  session.Receive(current, {id: 'list.2', result: {rows: [1]}})
  check.Equal('what is not rejected is not waited for',
    [session.IsWaiting(current), session.IsLocked(current)], [false, false])
  session.Closed(current)
  session.Opened(current)
  session.Receive(current, {id: 'hello', result: {}})
  current.output = []
  log = []
  Reject(current, 'all.1', 'encryption.locked')
  Reject(current, 'list.2', 'encryption.locked')
  check.Equal('a locked journal rejects a subscription and a list',
    [log, session.IsWaiting(current), session.IsLocked(current)],
    [['encryption.locked', 'encryption.locked'], true, true])
  session.Retry(current)
  session.Retry(current)
  check.Equal('they are sent again, one at a time', Methods(current)->sort(),
    ['list.open list.2', 'subscribe all.1'])
  log = []
  Reject(current, 'all.1', 'encryption.locked')
  Reject(current, 'list.2', 'encryption.locked')
  check.Equal('the same rejection is reported once', log, [])
  session.Call(current, 'entry.update', {}, (_, _) => 0)
  session.Receive(current, {id: 1, error: {message: 'm', data: {kind: 'encryption.locked'}}})
  check.Equal('nothing is sent after a call that fails', Methods(current), ['entry.update 1'])
  session.Call(current, 'entry.update', {}, (_, _) => 0)
  session.Receive(current, {id: 2, result: {}})
  check.Equal('a call that succeeds shows that the journal is unlocked',
    current.output->mapnew((_, message) => $'{message.method} {string(message.params)}')->sort(),
    ['entry.update {}', 'list.open {}', "subscribe {'since': 'c1'}"])
  session.Receive(current, {id: 'all.1', result: {cursor: 'c1', mode: 'delta'}})
  session.Receive(current, {id: 'list.2', result: {rows: [2]}})
  check.Equal('what could not be read meanwhile is read again',
    [log, session.IsWaiting(current), session.IsLocked(current)],
    [['reset false', [2]], false, false])

  current = Following()
  Reject(current, 'all.1', 'shutting.down', true)
  Reject(current, 'list.2', 'notebook.notFound')
  check.Equal('a daemon that is shutting down rejects nothing',
    [log, session.IsWaiting(current)], [['notebook.notFound'], false])
  session.Closed(current)
  session.Retry(current)
  check.Equal('nothing is sent without a connection', current.output, [])
  session.Opened(current)
  current.output = []
  session.Receive(current, {id: 'hello', result: {}})
  check.Equal('the next connection sends both', Methods(current)->sort(),
    ['list.open list.2', 'subscribe all.1'])
  Reject(current, 'list.2', 'notebook.notFound')
  Reject(current, 'all.1', 'limit.subscriptions', true)
  check.Equal('an error that can end is waited for', session.IsWaiting(current), true)
  log = []
  session.Call(current, 'entry.create', {text: "\xff"}, (_, error) => add(log, error.message))
  session.Subscribe(current, 'search', {query: "\xff"}, {Failed: (error) => add(log, error.message)})
  check.Equal('bytes that are not UTF-8 are rejected', [log, current.pending],
    [repeat(['the text is not valid UTF-8; 8g8 finds the place'], 2), {}])
enddef

# Returns the time that a function takes in units of the time that matching a pattern takes 10,000
# times, so that the speed of the machine does not matter.
def Duration(Work: func): float
  var start = check.ProcessorTime()
  for number in range(100000)
    matchstr('#define something', '^#\zs\a[0-9A-Za-z_/-]*')
  endfor
  var unit = (check.ProcessorTime() - start) / 10
  start = check.ProcessorTime()
  Work()
  return (check.ProcessorTime() - start) / unit
enddef

def LongTexts()
  var lines = range(24000)->mapnew((_, number) => $'#define something{number} 1')->join("\n")
  var duration = Duration(() => {
    check.Equal('a line is added to a text with a #tag in each',
      text.EditedTags([], lines, lines .. "\n#new"), ['new'])
  })
  check.Equal($'in a short time: {duration}', duration < 90, true)
  var line = repeat('#aa bb ', 70000)
  duration = Duration(() => {
    check.Equal('a #tag is added to a line of many #tags',
      text.EditedTags(['aa'], line, line .. '#new'), ['aa', 'new'])
  })
  check.Equal($'in a short time: {duration}', duration < 90, true)
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
  var cases = readfile(CASES)
  for case in cases->mapnew((_, line) => json_decode(line))
    check.Equal(case.rule, text.EditedTags(case->get('given', []), case->get('former', ''),
      case.text), case.tags)
    if !case->has_key('former')
      check.Equal($'{case.rule}: the same in a text', text.Hashtags(case.text), case.tags)
    endif
  endfor
  check.Equal('cases of #tags were read', len(cases) > 50, true)
  for content in ['#' .. repeat('é', 250000), '#' .. repeat('x', 500000), '#' .. repeat('…', 100000)]
    check.Equal('a word without an end is no #tag', text.Hashtags(content .. ' #end'), ['end'])
    check.Equal('also under the cursor', text.HashtagAt([content], 600), '')
  endfor
  check.Equal('the longest #tag', text.Hashtags($"#{repeat('x', 255)} #{repeat('y', 256)}"),
    [repeat('x', 255)])
  var many = range(20000)->mapnew((_, number) => $'#tag{number}')->join()
  var start = check.ProcessorTime()
  check.Equal('many #tags are compared', text.EditedTags([], many, many .. ' #new'), ['new'])
  check.Equal('in a short time', check.ProcessorTime() - start < 5.0, true)
  var dashes = repeat('-/', 200)
  check.Equal('dashes do not count', text.Hashtags($'#a{dashes} #{dashes}b #c{dashes}d'), ['a'])
  check.Equal('the #tag under the cursor',
    [1, 2, 4, 5]->map((_, column) => text.HashtagAt(['a #bc d'], column)), ['', 'bc', 'bc', ''])
  check.Equal('the #tag under the cursor is found by bytes',
    [4, 7]->map((_, column) => text.HashtagAt(["x", "“#a\u00a0#b"], column)), ['a', 'b'])
  check.Equal('a slash belongs to the #tag under the cursor',
    text.HashtagAt(['x #home/garden y'], 8), 'home/garden')
  check.Equal('there is no #tag under the cursor in code',
    [text.HashtagAt(['`#a` #b'], 2), text.HashtagAt(['`#a` #b'], 6),
    text.HashtagAt(['```', '#a'], 1), text.HashtagAt(['```', '#a', '```', '#b'], 1)], ['', 'b', '', 'b'])
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
  var quoted = selection.Condition('notebook', 'a \"b" (c)\')
  check.Equal('quotes and backslashes in a name are escaped', quoted,
    'notebook:"a \\\"b\" (c)\\"')
  check.Equal('an escaped name is read back', selection.Parse(quoted .. ' #d'),
    {notebook: 'a \"b" (c)\', tags: ['d']})
  check.Equal('an unfinished word of a query is a prefix', ['roo', 'a OR', 'tag:x', '"a b', 'x roo',
    '-no', 'roof '] ->map((_, query) => results.Prefixed(query)),
    ['roo*', 'a OR', 'tag:x', '"a b', 'x roo*', '-no', 'roof '])
enddef

# Returns a row of the protocol; `day` is that of January 2026.
def Value(id: string, day: number, content = ''): dict<any>
  var group = printf('2026-01-%02d', day)
  return {id: id, rev: 1, group: group, entry: {id: id, rev: 1, localDay: group,
    createdAt: group .. 'T12:00:00Z', notebook: {name: 'journal'}, starred: false, tags: ['t'],
    text: content == '' ? id : content}}
enddef

def Item(op: string, index: number, value: dict<any>): dict<any>
  return extend({op: op, index: index}, value)
enddef

# Returns the rows as texts and days.
def Summary(shown: list<dict<any>>): string
  return shown->mapnew((_, row) => row.key == 'note' ? 'note' : row.id == '' ? row.day[8 : 9] .. ':'
    : row.line[19 : ]->matchstr('\S\+'))->join()
enddef

def Edits(edits: list<dict<any>>): string
  return edits->mapnew((_, edit) => $'{edit.at}-{edit.removed}+{Summary(edit.rows)}')->join('; ')
enddef

def Lists()
  check.Equal('the header of a day has its weekday', rows.DayHeader('1969-12-31'),
    '1969-12-31 Wednesday')
  var model = rows.New(1000)
  var edits = rows.Open(model, [Value('c', 3), Value('b', 2), Value('a', 2)], false)
  check.Equal('rows are below a header for each day', [Summary(model.shown), Edits(edits)],
    ['03: c 02: b a', '0-0+03: c 02: b a'])
  edits = rows.Change(model, [Item('insert', 1, Value('d', 3))], false)
  check.Equal('an insertion is one edit', Edits(edits), '2-0+d')
  edits = rows.Change(model, [Item('insert', 0, Value('e', 4))], false)
  check.Equal('with the header of a new day', Edits(edits), '0-0+04: e')
  edits = rows.Change(model, [Item('delete', 0, Value('e', 4))], false)
  check.Equal('the last row of a day takes the header with it', Edits(edits), '0-2+')
  rows.Change(model, [Item('delete', 1, Value('d', 3)),
    extend({from: 2}, Item('move', 0, Value('a', 4))), Item('insert', 2, Value('f', 3)),
    Item('update', 3, Value('b', 2, 'B'))], false)
  check.Equal('positions refer to the rows after the edits before', Summary(model.shown),
    '04: a 03: c f 02: B')
  edits = rows.Change(model, [Item('update', 1, extend(Value('c', 3), {rev: 9}))], false)
  check.Equal('an update of the same line is no edit', edits, [])
  edits = rows.Open(model, [Value('g', 4), Value('a', 4), Value('f', 3), Value('b', 2, 'BB')], false)
  check.Equal('a list that is opened again changes the lines that differ', Edits(edits),
    '1-0+g; 4-1+; 6-1+BB')
  edits = rows.Open(model, [Value('z', 9)], true) + rows.Change(model, [Item('insert', 1,
    Value('y', 9))], true)
  check.Equal('incomplete rows are not shown', [edits, Summary(model.shown)],
    [[], '04: g a 03: f 02: BB'])
  rows.Change(model, [], false)
  check.Equal('until the rest arrives', Summary(model.shown), '09: z y')
  model = rows.New(2)
  rows.Open(model, [Value('b', 2), Value('a', 1)], false)
  check.Equal('a full list ends with a note that has the last day',
    [Summary(model.shown), model.shown[-1].day], ['02: b 01: a note', '2026-01-01'])
  rows.Open(model, [{id: '8c5f0f2e-0', rev: 1, group: '2026-01-01', truncated: true}], false)
  check.Equal('a row without its entry says so', model.shown[1].line,
    '--:--   entry 8c5f0f2e is too long to be listed')
  check.Equal('and that its tags are not known', model.shown[1].partial, true)
enddef

def Marks()
  var entry = extend(Value('a', 1).entry, {conflicts: 1})
  check.Equal('the mark of a conflict takes the room of the notebook', rows.Row(entry).line,
    '12:00   ≠ journal  a  #t')
  entry.starred = true
  entry.notebook = {name: 'long-named'}
  check.Equal('and follows the star', rows.Row(entry).line, '12:00 * ≠ long-na… a  #t')
  check.Equal('also in a result',
    results.Row({snippet: 'b', entry: entry}).line[11 :], '12:00 * ≠ long-na… b  #t')
enddef

def Results()
  var start = check.ProcessorTime()
  var long = results.Row({snippet: "\x02" .. repeat("\x01", 400000) .. "\x03",
    entry: Value('a', 1).entry})
  check.Equal('a word without an end is cut in a result',
    [strlen(long.line) < 3000, check.ProcessorTime() - start < 5.0], [true, true])
enddef

# The edits between random rows reproduce them, and keep the rows that stay in order.
def RandomEdits()
  var seed = srand(7)
  var wrong: list<string> = []
  for step in range(1000)
    var Random = (shuffled: bool): list<dict<any>> => {
      var result: list<dict<any>> = []
      for number in range(12)
        if rand(seed) % 2 == 0
          insert(result, {key: $'{number}', id: $'{number}', line: $'line {number}'},
            shuffled ? rand(seed) % (len(result) + 1) : len(result))
        endif
      endfor
      return result
    }
    var shuffled = step % 2 == 0
    var old = Random(false)
    var new = Random(shuffled)
    var lines = copy(old)
    var touched = 0
    var edits = rows.Difference(old, new)
    for edit in edits
      touched += edit.removed + len(edit.rows)
      if edit.removed > 0
        remove(lines, edit.at, edit.at + edit.removed - 1)
      endif
      extend(lines, edit.rows, edit.at)
    endfor
    var differing = range(12)->filter((_, number) =>
      (indexof(old, (_, row) => row.key == $'{number}') < 0)
      != (indexof(new, (_, row) => row.key == $'{number}') < 0))
    if lines != new || !shuffled && touched != len(differing)
      add(wrong, $'step {step}')
    endif
    for [index, row] in items(new)
      var number = indexof(old, (_, other) => other.key == row.key) + 1
      if number > 0 && rows.NewLine(old, new, edits, number) != index + 1
        add(wrong, $'line of step {step}')
      endif
    endfor
  endfor
  check.Equal('edits between random rows give the rows', wrong, [])
enddef

check.Run(() => {
  Messages()
  Sessions()
  Epochs()
  SessionLists()
  Rejections()
  Texts()
  LongTexts()
  Selections()
  Lists()
  Marks()
  Results()
  RandomEdits()
})
