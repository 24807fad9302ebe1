" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Search as you type: a window for the query below a window with the results.

import autoload './action.vim'
import autoload './buffers.vim'
import autoload './connection.vim'
import autoload './listing.vim'
import autoload './rows.vim'
import autoload './text.vim'
import autoload './watch.vim'

const RESULTS = 'journal://search'
const QUERY = 'journal://query'
const LIMIT = 100
# Milliseconds without typing, and without changes of entries, before a search.
const TYPING_DELAY = 60
const CHANGE_DELAY = 200

var query = ''
var problem = ''
var timer = 0
var running = false
var again = false

# Opens the windows and searches for `start`.
export def Open(start: string, mods: string = '')
  buffers.Open(RESULTS, mods)
  var window = bufwinid(QUERY)
  if window > 0
    win_gotoid(window)
  else
    execute 'noswapfile belowright sbuffer' bufadd(QUERY)
    resize 1
  endif
  setline(1, start)
  if line('$') > 1
    deletebufline('', 2, '$')
  endif
  Typed()
  startinsert!
enddef

# Sets up a journal:// buffer of this file, for BufReadCmd.
export def Read(buffer: number, name: string)
  if name == RESULTS
    listing.Prepare(buffer, '')
    watch.Start()
    Search()
    return
  endif
  for [option, value] in items({buftype: 'nofile', bufhidden: 'wipe', swapfile: false,
      buflisted: false, undofile: false, omnifunc: 'journal#completion#Omni', filetype: 'journalquery'})
    setbufvar(buffer, '&' .. option, value)
  endfor
  setlocal winfixheight nonumber norelativenumber
  setlocal statusline=%{journal#results#Status()}
  autocmd_add([{event: ['TextChanged', 'TextChangedI', 'TextChangedP'], bufnr: buffer,
    group: 'journal', cmd: 'call journal#results#Typed()', replace: true}])
  inoremap <buffer> <silent> <expr> <CR> pumvisible() ? "\<C-y>" : "\<Esc>\<Cmd>call journal#results#Enter()\<CR>"
  nnoremap <buffer> <silent> <CR> <Cmd>call journal#results#Enter()<CR>
  inoremap <buffer> <silent> <expr> <Down> pumvisible() ? "\<C-n>" : "\<Cmd>call journal#results#Select(1)\<CR>"
  inoremap <buffer> <silent> <expr> <Up> pumvisible() ? "\<C-p>" : "\<Cmd>call journal#results#Select(-1)\<CR>"
  nnoremap <buffer> <silent> <Down> <Cmd>call journal#results#Select(1)<CR>
  nnoremap <buffer> <silent> <Up> <Cmd>call journal#results#Select(-1)<CR>
  nnoremap <buffer> <silent> q <Cmd>bwipeout!<CR>
enddef

# Searches for the line of the query window, for TextChanged.
export def Typed()
  query = getbufline(QUERY, 1)->get(0, '')
  Schedule(TYPING_DELAY)
enddef

# Searches again after a change of entries.
export def Changed()
  if bufloaded(RESULTS)
    Schedule(CHANGE_DELAY)
  endif
enddef

# Opens the selected result.
export def Enter()
  var window = bufwinid(RESULTS)
  if window > 0
    win_gotoid(window)
    action.Enter()
  endif
enddef

# Moves the selection in the window of the results.
export def Select(step: number)
  var window = bufwinid(RESULTS)
  if window > 0
    win_execute(window, $'normal! {step > 0 ? "j" : "k"}')
  endif
enddef

# Returns what is wrong with the query, for the status line.
export def Status(): string
  return 'Search' .. (problem == '' ? '' : ': ' .. text.Printable(problem))
enddef

# Returns a query whose last word, which may be incomplete, matches as a prefix.
export def Prefixed(typed: string): string
  var word = typed->matchstr('\%(^\|[[:space:](]\)\zs[^-[:space:]"*:()][^[:space:]"*:()]*$')
  var quotes = typed->count('"')
  var complete = word == '' || word =~# '^\%(AND\|OR\|NOT\)$' || word !~ '[[:alnum:]]\|[^\x00-\x7f]'
  return complete || quotes % 2 == 1 ? typed : typed .. '*'
enddef

def Schedule(delay: number)
  timer_stop(timer)
  timer = timer_start(delay, (_) => Search())
enddef

# Sends the query, unless a search is running; then it is repeated afterwards.
def Search()
  again = running
  if running
    return
  endif
  running = true
  var params = {query: Prefixed(query), limit: LIMIT}
  connection.Call('entry.search', params, (result, error) => {
    running = false
    if again
      Search()
    elseif bufloaded(RESULTS)
      problem = error->get('message', '')
      if empty(error)
        Show(result.matches)
      endif
      redrawstatus!
    endif
  }, true)
enddef

def Show(matches: list<dict<any>>)
  var found = matches->mapnew((_, match) => Row(match))
  var buffer = bufnr(RESULTS)
  listing.Render(buffer, found)
  if empty(prop_type_get('journalMatch'))
    prop_type_add('journalMatch', {highlight: 'journalMatch'})
  endif
  prop_clear(1, max([1, len(found)]), {bufnr: buffer})
  for [index, row] in items(found)
    for [column, length] in row.marks
      prop_add(index + 1, column, {length: length, type: 'journalMatch', bufnr: buffer})
    endfor
  endfor
enddef

# Returns the row of a match, with its date, and in `marks` the columns and lengths of the words.
def Row(match: dict<any>): dict<any>
  var parts = match.snippet->trim()->split('[\x02\x03]', true)
  var shown = parts->mapnew((_, part) => text.Printable(part))
  var row = rows.Row('', match.entry, join(shown, ''))
  row.line = match.entry.localDay .. ' ' .. row.line
  row.prefix = match.entry.localDay .. ' ' .. row.prefix
  var column = strlen(row.prefix) + 1
  row.marks = []
  for [index, part] in items(shown)
    if index % 2 == 1
      add(row.marks, [column, strlen(part)])
    endif
    column += strlen(part)
  endfor
  return row
enddef
