" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# The rows of a live list, and what its buffer shows: a header before the rows of each day, and a
# note after the last row if the list is full. It performs no I/O; what has to be changed on the
# screen is returned as edits {at, removed, rows}: from the index `at`, rows are replaced by others.

import autoload './text.vim'

# The mark of an entry whose text was changed on two machines.
export const MARK = '≠'

const NOTEBOOK_WIDTH = 10
const TEXT_WIDTH = 72
const TIME_WIDTH = 8

# Returns an empty list of at most `limit` entries.
#
# rows    the rows of the entries, as the daemon keeps them
# shown   the rows of the buffer; the id of a header and of the note is ''. Each has a `key`, which
#         is unique
export def New(limit: number): dict<any>
  # The types matter: Vim determines the type of untyped members from all their items, whenever the
  # list is passed to a function.
  var all: list<dict<any>> = []
  var shown: list<dict<any>> = []
  return {limit: limit, rows: all, shown: shown}
enddef

# Replaces the rows by those of a list that was opened. Returns the edits; none if there is `more`.
export def Open(model: dict<any>, values: list<dict<any>>, more: bool): list<dict<any>>
  var all: list<dict<any>> = values->mapnew((_, value) => FromValue(value))
  model.rows = all
  return more ? [] : Show(model)
enddef

# Applies the items of `list.changes`. Returns the edits; none if there is `more`.
export def Change(model: dict<any>, items: list<dict<any>>, more: bool): list<dict<any>>
  var all: list<dict<any>> = model.rows
  for item in items
    if item.op == 'delete'
      remove(all, item.index)
    elseif item.op == 'update'
      all[item.index] = FromValue(item)
    else
      if item.op == 'move'
        remove(all, item.from)
      endif
      insert(all, FromValue(item), item.index)
    endif
  endfor
  return more ? [] : Show(model)
enddef

# Whether there may be older entries than those of the list.
export def IsFull(model: dict<any>): bool
  return len(model.rows) >= model.limit
enddef

def Show(model: dict<any>): list<dict<any>>
  var old: list<dict<any>> = model.shown
  var new: list<dict<any>> = []
  var day = ''
  for row in model.rows
    if row.day != day
      day = row.day
      add(new, {id: '', key: day, day: day, line: DayHeader(day)})
    endif
    add(new, row)
  endfor
  if IsFull(model)
    add(new, {id: '', key: 'note', day: day,
      line: $'{model.limit} entries are listed; older ones: <CR>'})
  endif
  model.shown = new
  return Difference(old, new)
enddef

# Returns the edits that turn rows into others, to be applied in order. A row that precedes others
# than before is removed and inserted.
export def Difference(old: list<dict<any>>, new: list<dict<any>>): list<dict<any>>
  var edits: list<dict<any>> = []
  var remaining: dict<bool> = {}
  var kept: dict<bool> = {}
  for row in old
    remaining[row.key] = true
  endfor
  for row in new
    kept[row.key] = true
  endfor
  var position = 0
  var line = 0
  for row in new
    while position < len(old) && old[position].key !=# row.key
        && (remaining->has_key(row.key) || !kept->has_key(old[position].key))
      remove(remaining, old[position].key)
      Extend(edits, line, 1, [])
      position += 1
    endwhile
    if position == len(old) || old[position].key !=# row.key
      Extend(edits, line, 0, [row])
    else
      if old[position].line !=# row.line
        Extend(edits, line, 1, [row])
      endif
      position += 1
    endif
    line += 1
  endfor
  if position < len(old)
    Extend(edits, line, len(old) - position, [])
  endif
  return edits
enddef

# Extends the last edit if it ends at an index, otherwise adds one.
def Extend(edits: list<dict<any>>, index: number, removed: number, added: list<dict<any>>)
  if empty(edits) || edits[-1].at + len(edits[-1].rows) != index
    var new: list<dict<any>> = []
    add(edits, {at: index, removed: 0, rows: new})
  endif
  var edit = edits[-1]
  edit.removed += removed
  extend(edit.rows, added)
enddef

# Returns the line that has the row that line `number` had before the edits; if the row is gone,
# that of the entry in its place.
export def NewLine(old: list<dict<any>>, new: list<dict<any>>, edits: list<dict<any>>,
    number: number): number
  var key = old->get(number - 1, {key: ''}).key
  var index = indexof(new, (_, row) => row.key ==# key)
  if index >= 0
    return index + 1
  endif
  var line = MovedLine(edits, number)
  var is_header = new->get(line - 1, {id: '.'}).id == ''
  return is_header && new->get(line, {id: ''}).id != '' ? line + 1 : line
enddef

# Returns the line that shows what line `number` showed before the edits.
def MovedLine(edits: list<dict<any>>, number: number): number
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

# Returns the row for a row of the protocol, whose group is a day.
def FromValue(value: dict<any>): dict<any>
  if value->has_key('entry')
    return Row(value.entry)
  endif
  var tags: list<string> = []
  return {key: value.id, id: value.id, rev: value.rev, partial: true, day: value.group,
    starred: false, conflicts: 0, notebook: 'journal', tags: tags, trashed: false,
    prefix: '--:--   ', line: $'--:--   entry {value.id[0 : 7]} is too long to be listed'}
enddef

# Returns the row of an entry: time, star, mark of a conflict, notebook, first line, tags. The mark
# takes the room of the notebook, so that all texts start in the same column.
export def Row(entry: dict<any>, shown: string = ''): dict<any>
  var mark = entry->get('conflicts', 0) > 0 ? MARK .. ' ' : ''
  var start = entry.createdAt[11 : 15] .. (entry.starred ? ' * ' : '   ') .. mark
  var width = NOTEBOOK_WIDTH - strcharlen(mark)
  var name = text.Cut(text.Printable(entry.notebook.name), width)
  var body = shown != '' ? shown
    : text.Cut(text.FirstLine(entry.text, entry->get('truncated', false)), TEXT_WIDTH)
  var tags = entry.tags->mapnew((_, tag) => ' #' .. text.Printable(tag))->join('')
  var padding = repeat(' ', width - strdisplaywidth(name) + 1)
  return {
    key: entry.id,
    id: entry.id,
    rev: entry.rev,
    day: entry.localDay,
    starred: entry.starred,
    conflicts: entry->get('conflicts', 0),
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

# Returns the number of days from 1970-01-01 to a day of the Gregorian calendar.
def Days(day: string): number
  var year = str2nr(day[0 : 3])
  var month = str2nr(day[5 : 6])
  # Years start in March, so that the leap day is the last.
  var start = month <= 2 ? year - 1 : year
  var ordinal = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + str2nr(day[8 : 9]) - 1
  return start * 365 + start / 4 - start / 100 + start / 400 + ordinal - 719468
enddef
