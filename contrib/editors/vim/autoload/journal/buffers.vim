" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Buffers and windows of the plugin.

# Opens a buffer: with modifiers in a new window, otherwise in the current one if its buffer can be
# abandoned. With `apart`, only an empty buffer without a name is replaced.
export def Open(name: string, mods: string = '', apart = false)
  var buffer = bufadd(name)
  setbufvar(buffer, '&buflisted', true)
  var blocked = &modified && !&hidden && &bufhidden == '' && bufnr() != buffer
  var blank = bufname() == '' && !&modified && line('$') == 1 && getline(1) == ''
  if mods != '' || blocked || apart && !blank
    execute mods 'split'
  endif
  execute 'noswapfile buffer' buffer
enddef

# Shows a buffer in a window, unless it is in one, and returns the id of the window.
export def Show(buffer: number): number
  if empty(win_findbuf(buffer))
    execute 'noswapfile sbuffer' buffer
    wincmd p
  endif
  var here = win_findbuf(buffer)->filter((_, id) => win_id2tabwin(id)[0] == tabpagenr())
  return (here + win_findbuf(buffer))[0]
enddef

# Calls `Action` as soon as windows can be opened.
export def WhenPossible(Action: func())
  if mode(true) =~ '^[crt!]' || getcmdwintype() != ''
    timer_start(100, (_) => WhenPossible(Action))
  else
    Action()
  endif
enddef

# Applies the edits of a list (rows.vim) to a buffer that shows its rows, `total` afterwards.
# `Moved` returns the new number of the line that a cursor is in.
export def Edit(buffer: number, edits: list<dict<any>>, total: number,
    Moved: func(number): number)
  if empty(edits)
    return
  endif
  var before = total
  for edit in edits
    before -= len(edit.rows) - edit.removed
  endfor
  var views = Views(buffer)
  var count = before
  setbufvar(buffer, '&modifiable', true)
  for edit in edits
    # A buffer without rows has an empty line.
    SetLines(buffer, edit.at, count == 0 ? 1 : edit.removed,
      edit.rows->mapnew((_, row) => row.line))
    count += len(edit.rows) - edit.removed
  endfor
  setbufvar(buffer, '&modifiable', false)
  for view in views
    SetView(view, before == 0 ? 1 : Moved(view.lnum))
  endfor
enddef

# Replaces the lines of a buffer as far as they differ. The line after the change keeps the cursor.
export def Replace(buffer: number, lines: list<string>)
  var old = getbufline(buffer, 1, '$')
  var new = empty(lines) ? [''] : lines
  var first = 0
  var limit = min([len(old), len(new)])
  while first < limit && old[first] ==# new[first]
    first += 1
  endwhile
  var last = 0
  while last < limit - first && old[-1 - last] ==# new[-1 - last]
    last += 1
  endwhile
  var removed = len(old) - first - last
  var added = len(new) - first - last
  if removed == 0 && added == 0
    return
  endif
  var views = Views(buffer)
  var modifiable: bool = getbufvar(buffer, '&modifiable')
  setbufvar(buffer, '&modifiable', true)
  SetLines(buffer, first, removed, added == 0 ? [] : new[first : first + added - 1])
  setbufvar(buffer, '&modifiable', modifiable)
  for view in views
    var line = view.lnum
    if line > first + removed
      line += added - removed
    endif
    SetView(view, max([1, min([line, len(new)])]))
  endfor
enddef

# Replaces the `removed` lines after the line `above`.
def SetLines(buffer: number, above: number, removed: number, lines: list<string>)
  var common = min([removed, len(lines)])
  if common > 0
    setbufline(buffer, above + 1, lines[: common - 1])
  endif
  if len(lines) > common
    appendbufline(buffer, above + common, lines[common :])
  elseif removed > common
    silent deletebufline(buffer, above + common + 1, above + removed)
  endif
enddef

def Views(buffer: number): list<dict<number>>
  return win_findbuf(buffer)->mapnew((_, window) => {
    var [_, lnum, column, _, curswant] = getcurpos(window)
    return {window: window, lnum: lnum, col: column - 1, curswant: curswant - 1,
      topline: getwininfo(window)[0].topline}
  })
enddef

# Moves the cursor to a line that stays at its place on the screen, except that a window that shows
# the first line continues to show it.
def SetView(view: dict<number>, line: number)
  var top = view.topline + line - view.lnum
  if view.topline == 1 && line <= winheight(view.window)
    top = 1
  endif
  var target = {lnum: line, col: view.col, curswant: view.curswant, topline: max([1, top])}
  win_execute(view.window, $'call winrestview({string(target)})')
enddef
