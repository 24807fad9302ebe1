" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Entry text as lines of a buffer, and the tags in it.

import autoload './transport.vim'

# What can be a #tag in a text: it follows white space or an opening bracket, and starts with a letter.
# Characters that are not ASCII are examined later.
const CANDIDATE = '\%(^\|[[:space:]([{]\)\zs#\%([A-Za-z]\|[^\x00-\x7f]\)'
  .. '\%([A-Za-z0-9_/-]\|[^\x00-\x7f]\)*'

# Returns the lines of a text and whether the last one ends with a newline.
export def ToLines(text: string): dict<any>
  var lines = text->split("\n", true)
  var endofline = len(lines) > 1 && lines[-1] == ''
  if endofline
    remove(lines, -1)
  endif
  # In a line of a buffer, a newline stands for NUL.
  return {lines: lines->mapnew((_, line) => line->substitute(transport.NUL, '\n', 'g')),
    endofline: endofline}
enddef

# Returns the text of lines of a buffer.
export def FromLines(lines: list<string>, endofline: bool): string
  return lines->mapnew((_, line) => line->substitute("\n", transport.NUL, 'g'))->join("\n")
    .. (endofline ? "\n" : '')
enddef

# Returns text on one line, with control characters as symbols.
export def Printable(text: string): string
  return text->substitute(transport.NUL, '^@', 'g')
    ->substitute('[[:space:]]\+', ' ', 'g')->strtrans()
enddef

# Returns the first line of a text that is not blank, and a sign that lines follow.
export def FirstLine(text: string, truncated: bool): string
  var trimmed = text->trim()
  var line = trimmed->matchstr("^[^\n]*")
  # The time that strtrans() takes grows with the square of the length.
  return Printable(line->strcharpart(0, 1000)) .. (strlen(line) < strlen(trimmed) || truncated ? ' …' : '')
enddef

# Returns text cut to a number of display cells.
export def Cut(text: string, width: number): string
  if strdisplaywidth(text) <= width
    return text
  endif
  var cut = text->strcharpart(0, width)
  while strdisplaywidth(cut) > width - 1
    cut = cut->strcharpart(0, strcharlen(cut) - 1)
  endwhile
  return cut .. '…'
enddef

# Returns the names of the #tags in a text, each once.
export def Hashtags(text: string): list<string>
  var names: list<string> = []
  for line in text->split("\n")
    var start = 0
    while true
      var found = matchstrpos(line, CANDIDATE, start)
      if found[1] < 0
        break
      endif
      var name = TagName(found[0])
      if name != '' && index(names, name, 0, true) < 0
        add(names, name)
      endif
      start = found[2]
    endwhile
  endfor
  return names
enddef

# Returns the name in a candidate, '' if there is none: without punctuation of other scripts and
# emoji, and without "-" and "/" at the end.
def TagName(candidate: string): string
  var name = candidate[1 :]
  for [at, character] in items(name)
    if character =~ '[^\x00-\x7f]' && index([0, 1, 3], charclass(character)) >= 0
      name = name->strcharpart(0, at)
      break
    endif
  endfor
  return name->substitute('[-/]\+$', '', '')
enddef

# Returns the tag whose name is at byte `column` (from 0) of a line, or ''.
export def HashtagAt(line: string, column: number): string
  var start = 0
  while true
    var found = matchstrpos(line, CANDIDATE, start)
    if found[1] < 0 || found[1] > column
      return ''
    elseif column < found[2]
      var name = TagName(found[0])
      return column <= found[1] + strlen(name) ? name : ''
    endif
    start = found[2]
  endwhile
  return ''
enddef

# Returns `tags` after an edit of the text: #tags that were added to it are added, #tags that were
# removed from it are removed. Letter case does not distinguish tags.
export def EditedTags(tags: list<string>, old: string, new: string): list<string>
  var before = Hashtags(old)
  var after = Hashtags(new)
  var result = tags->copy()->filter((_, tag) =>
    index(before, tag, 0, true) < 0 || index(after, tag, 0, true) >= 0)
  for tag in after
    if index(before, tag, 0, true) < 0 && index(result, tag, 0, true) < 0
      add(result, tag)
    endif
  endfor
  return result
enddef
