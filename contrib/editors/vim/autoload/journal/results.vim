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
const SUBSCRIPTION = 'search'
const LIMIT = 200
const SNIPPET_LENGTH = 1000
# Milliseconds without typing, and without changes of entries, before a search.
const TYPING_DELAY = 60
const CHANGE_DELAY = 200

var query = ''
# The query whose results are shown.
var shown_query = ''
var problem = ''
var timer = 0
var running = false
var again = false
# The query of the subscription to the entries that match.
var followed = ''
var following = false

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
      buflisted: false, undofile: false, filetype: 'journalquery',
      omnifunc: 'journal#completion#Omni'})
    setbufvar(buffer, '&' .. option, value)
  endfor
  setlocal winfixheight nonumber norelativenumber
  setlocal statusline=%{journal#results#Status()}
  autocmd_add([{event: ['TextChanged', 'TextChangedI', 'TextChangedP'], bufnr: buffer,
    group: 'journal', cmd: 'call journal#results#Typed()', replace: true}])
  nnoremap <buffer> <silent> <CR> <Cmd>call journal#results#Enter()<CR>
  nnoremap <buffer> <silent> <Down> <Cmd>call journal#results#Select(1)<CR>
  nnoremap <buffer> <silent> <Up> <Cmd>call journal#results#Select(-1)<CR>
  inoremap <buffer> <silent> <CR> <Cmd>call journal#results#Enter()<CR>
  inoremap <buffer> <silent> <Down> <Cmd>call journal#results#Select(1)<CR>
  inoremap <buffer> <silent> <Up> <Cmd>call journal#results#Select(-1)<CR>
  nnoremap <buffer> <silent> q <Cmd>bwipeout!<CR>
enddef

# Searches for the line of the query window, for TextChanged.
export def Typed()
  query = getbufline(QUERY, 1)->get(0, '')
  Schedule(TYPING_DELAY)
enddef

# Searches again after a name has changed.
export def Renamed()
  if bufloaded(RESULTS)
    following = false
    Schedule(CHANGE_DELAY)
  endif
enddef

# Ends the search, for BufUnload.
export def Unloaded()
  timer_stop(timer)
  following = false
  connection.Unsubscribe(SUBSCRIPTION)
enddef

# Opens the selected result; accepts a completion while its menu is visible.
export def Enter()
  var window = bufwinid(RESULTS)
  if pumvisible()
    feedkeys("\<C-y>", 'n')
  elseif window > 0
    stopinsert
    win_gotoid(window)
    action.Enter()
  endif
enddef

# Moves the selection in the window of the results, or in the menu of a completion.
export def Select(step: number)
  var window = bufwinid(RESULTS)
  if pumvisible()
    feedkeys(step > 0 ? "\<C-n>" : "\<C-p>", 'n')
  elseif window > 0
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

# Follows the entries that match a query: a change of one of them repeats the search.
def Follow(prefixed: string)
  if following && followed == prefixed
    return
  endif
  followed = prefixed
  following = true
  var started = {value: false}
  var Changed = () => Schedule(CHANGE_DELAY)
  connection.Unsubscribe(SUBSCRIPTION)
  connection.Subscribe(SUBSCRIPTION, {query: prefixed}, {
    Reset: (_) => {
      # The first search follows the request for the subscription.
      if started.value
        Changed()
      endif
      started.value = true
    },
    Changes: (_, _) => Changed(),
    # The search fails with the same error, and follows the subscription once that succeeds.
    Failed: (_) => {
      started.value = true
    },
  })
enddef

# Sends the query, unless a search is running; then it is repeated afterwards. The results are at
# least as new as the subscription, which is sent before.
def Search()
  again = running
  if running || !bufloaded(RESULTS)
    return
  endif
  running = true
  var params = {query: Prefixed(query), limit: LIMIT}
  var searched = query
  Follow(params.query)
  connection.Call('entry.search', params, (result, error) => {
    running = false
    if again
      Search()
    elseif bufloaded(RESULTS)
      problem = error->get('message', '')
      if empty(error)
        Show(result.matches, result->has_key('nextPage'), searched)
      endif
      redrawstatus!
    endif
  }, true)
enddef

# Shows results, and whether there are `more`; those of another query start at the best match.
def Show(matches: list<dict<any>>, more: bool, searched: string)
  listing.Render(bufnr(RESULTS), matches->mapnew((_, match) => Row(match)), more)
  if searched != shown_query
    shown_query = searched
    for window in win_findbuf(bufnr(RESULTS))
      win_execute(window, 'normal! gg')
    endfor
  endif
enddef

# Returns the row of a match, with its date. The marks around the words that match remain for the
# syntax; without it they would be visible. A snippet contains whole words, of any length.
export def Row(match: dict<any>): dict<any>
  var parts = match.snippet->trim(" \t\r\n")->strcharpart(0, SNIPPET_LENGTH)->split('\ze[\x02\x03]')
  var marked = parts->map((_, part) => part =~ '^[\x02\x03]'
    ? (exists('g:syntax_on') ? part[0] : '') .. text.Printable(part[1 :]) : text.Printable(part))
  var row = rows.Row(match.entry, join(marked, ''))
  row.line = match.entry.localDay .. ' ' .. row.line
  row.prefix = match.entry.localDay .. ' ' .. row.prefix
  return row
enddef
