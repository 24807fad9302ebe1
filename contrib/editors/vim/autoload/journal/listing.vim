" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Buffers with a list of entries, named journal://list/SELECTION, that follow all changes.
#
# b:journal_list of such a buffer, and of search results, is a dictionary:
#
# selection  the conditions, as the user typed them
# shown      the row of each line; its id is '' in a header
# model      the list (not for search results)
# more       whether more entries match than are shown (for search results)

import autoload './action.vim'
import autoload './buffers.vim'
import autoload './connection.vim'
import autoload './selection.vim'
import autoload './report.vim'
import autoload './rows.vim'
import autoload './watch.vim'

const PREFIX = 'journal://list/'
const LIMIT = 1000

# Opens the list of a selection, or after the word "open" an entry.
export def Open(conditions: string, mods: string = '')
  var id = conditions->matchstr('^\s*open\s\+\zs\S\+\ze\s*$')
  if id != ''
    action.Open(id, mods)
    return
  endif
  try
    selection.Parse(conditions)
  catch /^journal: /
    report.Error(v:exception)
    return
  endtry
  buffers.Open(PREFIX .. selection.Dated(conditions), mods)
enddef

# Reads the list of a journal:// buffer, for BufReadCmd.
export def Read(buffer: number, name: string)
  var conditions = name[len(PREFIX) :]
  Prepare(buffer, conditions)
  var filters: dict<any>
  try
    filters = selection.Parse(conditions)
  catch /^journal: /
    report.Error(v:exception)
    return
  endtry
  var state: dict<any> = getbufvar(buffer, 'journal_list')
  state.model = rows.New(max([1, min([get(g:, 'journal_list_limit', LIMIT), LIMIT])]))
  state.filters = filters
  watch.Start()
  Follow(buffer)
enddef

# Opens the live list of a buffer. What is shown stays until the rows arrive.
def Follow(buffer: number)
  var state: dict<any> = getbufvar(buffer, 'journal_list')
  connection.Unsubscribe(Subscription(buffer))
  var params = {filter: state.filters, groupBy: 'day', limit: state.model.limit}
  connection.OpenList(Subscription(buffer), params, {
    Opened: (values, more) => Opened(buffer, rows.Open(state.model, values, more)),
    Changes: (items, more) => Update(buffer, rows.Change(state.model, items, more)),
    Failed: (error) => {
      state.failed = true
      report.Failure('the list cannot be followed', error)
    },
  })
enddef

# Shows the rows of a list that was opened. If it could not be followed before, a message replaces
# the error, which would otherwise stay on the screen.
def Opened(buffer: number, edits: list<dict<any>>)
  var state: dict<any> = getbufvar(buffer, 'journal_list')
  Update(buffer, edits)
  if state->get('failed', false)
    state.failed = false
    report.Info('the list is followed again')
  endif
enddef

# Reads the list of the current buffer again.
export def Reload()
  if b:journal_list->has_key('model')
    Follow(bufnr())
  else
    edit
  endif
enddef

# Opens the list of the entries until a day, which is that of the last row of a list that is full.
export def OpenUntil(day: string, mods: string = '')
  var state: dict<any> = b:journal_list
  if state.filters->get('until', '') == day
    report.Error($'{day} has more entries than a list')
    return
  endif
  var conditions = selection.Words(state.selection)->filter((_, word) => word !~ '^until:')
  Open(join(conditions + ['until:' .. day]), mods)
enddef

# Ends following, for BufUnload.
export def Unloaded(buffer: number)
  connection.Unsubscribe(Subscription(buffer))
enddef

# Sets up a buffer for rows.
export def Prepare(buffer: number, conditions: string)
  setbufvar(buffer, 'journal_list', {selection: conditions, shown: [], more: false})
  for [option, value] in items({buftype: 'nofile', bufhidden: 'hide', swapfile: false,
      modeline: false, undolevels: -1, modifiable: false, filetype: 'journallist'})
    setbufvar(buffer, '&' .. option, value)
  endfor
  action.MapListKeys()
enddef

# Applies the edits of a list to its buffer.
def Update(buffer: number, edits: list<dict<any>>)
  var state: dict<any> = getbufvar(buffer, 'journal_list')
  Apply(buffer, edits, state.model.shown)
enddef

# Shows other rows; `more` tells whether more entries match.
export def Render(buffer: number, shown: list<dict<any>>, more: bool)
  if bufloaded(buffer)
    extend(getbufvar(buffer, 'journal_list'), {more: more})
    Apply(buffer, rows.Difference(getbufvar(buffer, 'journal_list').shown, shown), shown)
  endif
enddef

# Applies edits that lead to rows. The cursor stays on its row, or in its line if the row is gone.
def Apply(buffer: number, edits: list<dict<any>>, shown: list<dict<any>>)
  var state: dict<any> = getbufvar(buffer, 'journal_list')
  var old: list<dict<any>> = state.shown
  state.shown = shown
  buffers.Edit(buffer, edits, len(shown), (line: number): number =>
    rows.NewLine(old, shown, edits, line))
  redrawstatus!
enddef

# Returns the row in a line of the current buffer, or an empty dictionary.
export def RowAt(line: number): dict<any>
  return get(b:, 'journal_list', {shown: []}).shown->get(line - 1, {})
enddef

# Returns a summary of the list for a status line.
export def Status(buffer: number): string
  var state: dict<any> = getbufvar(buffer, 'journal_list', {})
  if empty(state)
    return ''
  endif
  var title = state.selection == '' ? '' : state.selection->strtrans() .. '  '
  var count = state->has_key('model') ? len(state.model.rows) : len(state.shown)
  var problem = connection.Problem()
  return title .. count .. (state.more ? '+' : '') .. (count == 1 ? ' entry' : ' entries')
    .. (state->has_key('model') && rows.IsFull(state.model) ? ', the newest' : '')
    .. (problem == '' ? '' : $'  [{problem}]')
enddef

# Sets the options of the current window.
export def SetWindow()
  setlocal nowrap cursorline conceallevel=2 concealcursor=nvic
  if &g:statusline == ''
    setlocal statusline=%{journal#listing#Status(bufnr())}%=%l\ %P
  endif
enddef

def Subscription(buffer: number): string
  return 'list-' .. buffer
enddef
