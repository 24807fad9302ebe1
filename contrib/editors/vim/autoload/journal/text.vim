" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Entry text as lines of a buffer, and the tags in it.

import autoload './transport.vim'

# The greatest length of the name of a tag in bytes.
const NAME_LIMIT = 255

# What can be a #tag in a text: it follows white space or an opening bracket, and starts with a
# letter. Characters that are not ASCII are examined later. The length is limited, because Vim cannot
# match a repetition of any length.
const CANDIDATE = '#\%([A-Za-z]\|[^\x00-\x7f]\)\%([A-Za-z0-9_/-]\|[^\x00-\x7f]\)'
  .. '\{0,' .. NAME_LIMIT .. '}'
const BEFORE = '[[:space:]([{]'

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
  var seen: dict<bool> = {}
  var Found = (match: list<string>): string => {
    var name = TagName(match[0])
    if name != '' && !seen->has_key(tolower(name))
      seen[tolower(name)] = true
      add(names, name)
    endif
    return ''
  }
  for line in text->split("\n")
    substitute(line, $'\%(^\|{BEFORE}\)\zs{CANDIDATE}', Found, 'g')
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
  var length = strlen(name)
  while length > 0 && stridx('-/', name->strpart(length - 1, 1)) >= 0
    length -= 1
  endwhile
  return length > NAME_LIMIT ? '' : name->strpart(0, length)
enddef

# Returns the tag whose name is at byte `column` (from 0) of a line, or ''.
export def HashtagAt(line: string, column: number): string
  var start = line->strpart(0, column + 1)->strridx('#')
  if start < 0 || start > 0 && line[start - 1] !~ BEFORE
    return ''
  endif
  var name = TagName(line->strpart(start, 5 * NAME_LIMIT)->matchstr('^' .. CANDIDATE))
  return column <= start + strlen(name) ? name : ''
enddef

# Returns `tags` after an edit of the text: #tags that were added to it are added, #tags that were
# removed from it are removed. Letter case does not distinguish tags.
export def EditedTags(tags: list<string>, old: string, new: string): list<string>
  var added = Hashtags(new)
  var before = Set(Hashtags(old))
  var after = Set(added)
  var result = tags->copy()->filter((_, tag) =>
    !before->has_key(tolower(tag)) || after->has_key(tolower(tag)))
  var present = Set(result)
  return result + added->filter((_, tag) =>
    !before->has_key(tolower(tag)) && !present->has_key(tolower(tag)))
enddef

def Set(names: list<string>): dict<bool>
  var result: dict<bool> = {}
  for name in names
    result[tolower(name)] = true
  endfor
  return result
enddef
