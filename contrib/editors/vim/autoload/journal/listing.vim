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

import autoload './action.vim'
import autoload './buffers.vim'
import autoload './connection.vim'
import autoload './selection.vim'
import autoload './report.vim'
import autoload './rows.vim'
import autoload './watch.vim'

const PREFIX = 'journal://list/'
const PAGE = 500

# Opens the list of a selection.
export def Open(conditions: string, mods: string = '')
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
  state.model = rows.New()
  state.shown = state.model.shown
  watch.Start()
  connection.Unsubscribe(Subscription(buffer))
  connection.Subscribe(Subscription(buffer), {filter: filters, include: 'summary'}, {
    Reset: (foreign) => {
      rows.Begin(state.model, foreign)
      state.round += 1
      ReadPage(buffer, filters, '', 0, state.round)
    },
    Changes: (items, more) => {
      for id in rows.Apply(state.model, items)
        ReadEntry(buffer, id)
      endfor
      if !more
        Update(buffer)
      endif
    },
    Failed: (error) => report.Failure('the list cannot be followed', error),
  })
enddef

# Ends following, for BufUnload.
export def Unloaded(buffer: number)
  connection.Unsubscribe(Subscription(buffer))
enddef

# Sets up a buffer for rows.
export def Prepare(buffer: number, conditions: string)
  setbufvar(buffer, 'journal_list', {selection: conditions, shown: [], round: 0})
  for [option, value] in items({buftype: 'nofile', bufhidden: 'hide', swapfile: false,
      modeline: false, undolevels: -1, modifiable: false, filetype: 'journallist'})
    setbufvar(buffer, '&' .. option, value)
  endfor
  action.MapListKeys()
enddef

# Applies the edits of a list to its buffer.
def Update(buffer: number)
  var state: dict<any> = getbufvar(buffer, 'journal_list')
  buffers.Edit(buffer, rows.TakeEdits(state.model), len(state.shown))
  redrawstatus!
enddef

# Shows other rows; the cursor stays on its row, or in its line if the row is gone.
export def Render(buffer: number, shown: list<dict<any>>)
  if !bufloaded(buffer)
    return
  endif
  var state: dict<any> = getbufvar(buffer, 'journal_list')
  var old: list<dict<any>> = state.shown
  state.shown = shown
  buffers.Replace(buffer, shown->mapnew((_, row) => row.line),
    (line) => NewLine(old, shown, line))
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
  var count = state->has_key('model') ? len(state.model.keys) : len(state.shown)
  var problem = connection.Problem()
  return title .. count .. (count == 1 ? ' entry' : ' entries')
    .. (state->has_key('model') && !state.model.complete ? ', the newest' : '')
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

# Reads pages, one after the other, until the list is complete or reaches its limit.
def ReadPage(buffer: number, filters: dict<any>, page: string, count: number, round: number)
  var params: dict<any> = {filter: filters, limit: PAGE, include: 'summary'}
  if page != ''
    params.page = page
  endif
  connection.Call('entry.list', params, (result, error) => {
    var state: dict<any> = getbufvar(buffer, 'journal_list', {})
    if !bufloaded(buffer) || state.round != round
      return
    elseif !empty(error)
      report.Failure('the list cannot be read', error)
      rows.End(state.model, true)
      Update(buffer)
      return
    endif
    rows.Add(state.model, result.entries)
    var total = count + len(result.entries)
    var next = result->get('nextPage', '')
    if next == '' || total >= get(g:, 'journal_list_limit', 10000)
      rows.End(state.model, next == '')
    else
      ReadPage(buffer, filters, next, total, round)
    endif
    Update(buffer)
  }, true)
enddef

def ReadEntry(buffer: number, id: string)
  connection.Call('entry.get', {id: id}, (result, error) => {
    if empty(error) && bufloaded(buffer)
      var state: dict<any> = getbufvar(buffer, 'journal_list')
      rows.Put(state.model, result.entry)
      Update(buffer)
    endif
  }, true)
enddef

# Returns the line of the row that another list has in a line.
def NewLine(old: list<dict<any>>, new: list<dict<any>>, line: number): number
  var id = old->get(line - 1, {id: ''}).id
  var position = indexof(new, (_, row) => row.id ==# id)
  return position < 0 ? line : position + 1
enddef
