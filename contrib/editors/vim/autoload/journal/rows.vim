" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# The ordered rows of a list: read in pages, kept up to date by changes. It performs no I/O; what
# has to be changed on the screen is recorded as edits.

import autoload './text.vim'

const NOTEBOOK_WIDTH = 10
const TEXT_WIDTH = 72
const TIME_WIDTH = 8

# Returns an empty list.
#
# shown        the rows, newest first, with a header before each day; the id of a header is ''
# keys         the key of the row of each entry id
# edits        {at, removed, rows}: from the index `at` of `shown`, rows were replaced by others
# reading      whether pages are being read
# unconfirmed  the entries that were in the list before and that no page has contained yet
# gone         the revisions at which entries left the list while pages were read
# complete     whether the list contains all entries; otherwise only the newest
export def New(): dict<any>
  var shown: list<dict<any>> = []
  var keys: dict<string> = {}
  var edits: list<dict<any>> = []
  var unconfirmed: dict<bool> = {}
  var gone: dict<number> = {}
  # The types matter: Vim determines the type of untyped members from all their items, whenever the
  # list is passed to a function.
  return {shown: shown, keys: keys, edits: edits, reading: false, unconfirmed: unconfirmed,
    gone: gone, complete: true}
enddef

# Starts to read the list again; `foreign`: from another store, whose revisions cannot be compared.
export def Begin(model: dict<any>, foreign: bool)
  if foreign && !empty(model.shown)
    Splice(model, 0, len(model.shown), [])
    extend(model, {keys: New().keys})
  endif
  var unconfirmed: dict<bool> = model.keys->mapnew((_, _) => true)
  extend(model, {reading: true, unconfirmed: unconfirmed, gone: New().gone})
enddef

# Adds a page.
export def Add(model: dict<any>, entries: list<dict<any>>)
  for entry in entries
    if entry.rev > model.gone->get(entry.id, 0)
      Put(model, entry)
    endif
  endfor
enddef

# Ends reading: entries that no page contained are removed. `complete`: there are no older entries.
export def End(model: dict<any>, complete: bool)
  for id in keys(model.unconfirmed)
    Remove(model, id)
  endfor
  extend(model, {reading: false, complete: complete, unconfirmed: New().unconfirmed,
    gone: New().gone})
enddef

# Applies the items of a change. Returns the ids of entries that have to be read, because they were
# too long for the notification.
export def Apply(model: dict<any>, items: list<dict<any>>): list<string>
  var missing: list<string> = []
  for item in items
    if item.kind != 'entry'
      continue
    elseif item.op == 'delete'
      var row = Find(model, item.id)
      if model.reading
        model.gone[item.id] = item.rev
      endif
      if !empty(row) && item.rev >= row.rev
        Remove(model, item.id)
      endif
    elseif item->has_key('entry')
      Put(model, item.entry)
    else
      add(missing, item.id)
    endif
  endfor
  return missing
enddef

# Inserts or replaces the row of an entry, unless the list has a newer one.
export def Put(model: dict<any>, entry: dict<any>)
  if model.unconfirmed->has_key(entry.id)
    remove(model.unconfirmed, entry.id)
  endif
  var key = Key(entry)
  if model.keys->has_key(entry.id)
    var position = Position(model, model.keys[entry.id])
    var old: dict<any> = model.shown[position]
    if old.rev > entry.rev
      return
    elseif old.key == key && old.day == entry.localDay
      if old.rev < entry.rev
        Splice(model, position, 1, [Row(key, entry)])
      endif
      return
    endif
    Remove(model, entry.id)
  endif
  var position = Position(model, key)
  if position == len(model.shown) && !model.complete && !model.reading
    return
  endif
  Arrange(model, position, position, [Row(key, entry)])
  model.keys[entry.id] = key
enddef

export def Remove(model: dict<any>, id: string)
  if model.keys->has_key(id)
    var position = Position(model, remove(model.keys, id))
    Arrange(model, position, position + 1, [])
  endif
enddef

# Returns the row of an entry, or an empty dictionary.
export def Find(model: dict<any>, id: string): dict<any>
  return model.keys->has_key(id) ? model.shown[Position(model, model.keys[id])] : {}
enddef

# Returns the edits since the last call.
export def TakeEdits(model: dict<any>): list<dict<any>>
  var edits: list<dict<any>> = model.edits
  extend(model, {edits: New().edits})
  return edits
enddef

# Returns the line that shows what line `number` showed before the edits.
export def MovedLine(edits: list<dict<any>>, number: number): number
  var line = number
  for edit in edits
    if line > edit.at + edit.removed
      line += len(edit.rows) - edit.removed
    elseif line > edit.at && edit.removed > 0
      line = edit.at + max([1, min([line - edit.at, len(edit.rows)])])
    endif
  endfor
  return line
enddef

# Replaces the rows from `start` to `end` and sets the headers around them.
def Arrange(model: dict<any>, start: number, end: number, rows: list<dict<any>>)
  var first = start
  if first > 0 && model.shown[first - 1].id == ''
    first -= 1
  endif
  var last = end
  if last < len(model.shown) && model.shown[last].id == ''
    last += 1
  endif
  var next: list<dict<any>> = last < len(model.shown) ? [model.shown[last]] : []
  var day = first > 0 ? model.shown[first - 1].day : ''
  var arranged: list<dict<any>> = []
  for row in rows + next
    if row.day != day
      day = row.day
      # The key places the header before its first row.
      add(arranged, {id: '', key: row.key .. '~', day: day, line: DayHeader(day)})
    endif
    add(arranged, row)
  endfor
  if !empty(next)
    remove(arranged, -1)
  endif
  Splice(model, first, last - first, arranged)
enddef

# Replaces rows, as few as possible, and records the edit.
def Splice(model: dict<any>, start: number, count: number, rows: list<dict<any>>)
  var at = start
  var removed = count
  var added: list<dict<any>> = copy(rows)
  var shown: list<dict<any>> = model.shown
  while removed > 0 && !empty(added) && shown[at].line ==# added[0].line
      && shown[at].id ==# added[0].id
    shown[at] = remove(added, 0)
    at += 1
    removed -= 1
  endwhile
  while removed > 0 && !empty(added) && shown[at + removed - 1].line ==# added[-1].line
      && shown[at + removed - 1].id ==# added[-1].id
    shown[at + removed - 1] = remove(added, -1)
    removed -= 1
  endwhile
  if removed > 0
    remove(shown, at, at + removed - 1)
  endif
  extend(shown, added, at)
  var previous: dict<any> = empty(model.edits) ? {} : model.edits[-1]
  if !empty(previous) && removed == 0 && at == previous.at + len(previous.rows)
    extend(previous.rows, added)
  elseif removed > 0 || !empty(added)
    add(model.edits, {at: at, removed: removed, rows: added})
  endif
enddef

# Returns the row of an entry: time, star, notebook, first line, tags.
export def Row(key: string, entry: dict<any>, shown: string = ''): dict<any>
  var start = entry.createdAt[11 : 15] .. (entry.starred ? ' * ' : '   ')
  var name = text.Cut(text.Printable(entry.notebook.name), NOTEBOOK_WIDTH)
  var body = shown != '' ? shown
    : text.Cut(text.FirstLine(entry.text, entry->get('truncated', false)), TEXT_WIDTH)
  var tags = entry.tags->mapnew((_, tag) => ' #' .. text.Printable(tag))->join('')
  var padding = repeat(' ', NOTEBOOK_WIDTH - strdisplaywidth(name) + 1)
  return {
    key: key,
    id: entry.id,
    rev: entry.rev,
    day: entry.localDay,
    starred: entry.starred,
    notebook: entry.notebook.name,
    tags: entry.tags,
    trashed: entry->has_key('trashedAt'),
    prefix: start .. name .. padding,
    line: start .. name .. padding .. body .. (tags == '' ? '' : ' ' .. tags),
  }
enddef

# Returns what the byte `column` (from 0) of a row shows: {tag}, {notebook} or nothing.
export def At(row: dict<any>, column: number): dict<string>
  if column >= TIME_WIDTH && column < strlen(row.prefix)
    return {notebook: row.notebook}
  endif
  var start = strlen(row.line)
  for tag in row.tags->copy()->reverse()
    start -= strlen(text.Printable(tag)) + 2
    if column > start
      return {tag: tag}
    endif
  endfor
  return {}
enddef

# Returns the header of a day: 2026-11-21 Saturday.
export def DayHeader(day: string): string
  return day .. ' ' .. ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday',
    'Wednesday'][((Days(day) % 7) + 7) % 7]
enddef

# Returns the key of an entry; keys sort as strings in the order of entry.list.
export def Key(entry: dict<any>): string
  return printf('%016d', Milliseconds(entry.createdAt) + 100000000000000) .. entry.id
enddef

# Returns an instant as milliseconds since 1970.
export def Milliseconds(instant: string): number
  var parts = instant->matchlist(
    '\v^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)%(\.(\d{3})\d*)=%(Z|([+-])(\d\d):(\d\d))$')
  if empty(parts)
    return 0
  endif
  var minutes = Days(parts[1]) * 1440 + str2nr(parts[2]) * 60 + str2nr(parts[3])
  var offset = str2nr(parts[7]) * 60 + str2nr(parts[8])
  minutes -= parts[6] == '-' ? -offset : offset
  return (minutes * 60 + str2nr(parts[4])) * 1000 + str2nr(parts[5])
enddef

# Returns the number of days from 1970-01-01 to a day of the Gregorian calendar.
def Days(day: string): number
  var year = str2nr(day[0 : 3])
  var month = str2nr(day[5 : 6])
  # Years start in March, so that the leap day is the last.
  var start = month <= 2 ? year - 1 : year
  var ordinal = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + str2nr(day[8 : 9]) - 1
  return start * 365 + start / 4 - start / 100 + start / 400 + ordinal - 719468
enddef

# Returns the position of the first row whose key is not greater; rows are in descending order.
def Position(model: dict<any>, key: string): number
  var shown: list<dict<any>> = model.shown
  var low = 0
  var high = len(shown)
  # Pages arrive in order, so that their rows belong at the end.
  if high > 0 && shown[-1].key ># key
    return high
  endif
  while low < high
    var middle = (low + high) / 2
    if shown[middle].key ># key
      low = middle + 1
    else
      high = middle
    endif
  endwhile
  return low
enddef
