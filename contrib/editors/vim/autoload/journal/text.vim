" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Entry text as lines of a buffer, and the tags in it.

import autoload './characters.vim'
import autoload './transport.vim'

# The greatest length of the name of a tag in bytes.
const NAME_LIMIT = 255
# The greatest number of bytes after a "#" that are examined.
const PIECE_LIMIT = 5 * NAME_LIMIT

# The line ends, and other white space beyond ASCII.
const LINE_END = '[\x0a-\x0d\u0085\u2028\u2029]'
const SPACE = '[[:space:]\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]'
# The code points that precede a #tag, unless a line starts with it: white space, opening brackets
# and quotation marks.
const BEFORE = split(" \t([{\"'\u201c\u00a0\u1680\u202f\u205f\u3000", '\zs')
  ->mapnew((_, character) => char2nr(character)) + range(0x2000, 0x200a)
const FENCE = '^' .. SPACE .. '*```'

# The first code points beyond ASCII of characters of a class, ascending, and their classes.
const STARTS = characters.CLASSES->split()->mapnew((_, word) => str2nr(word[1 :], 16))
const CLASSES = characters.CLASSES->split()->mapnew((_, word) => word[0])
# The classes that were found.
var classes: dict<string> = {}

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

# Returns the names of the #tags in a text, each once. `known` receives what Found() keeps.
export def Hashtags(text: string, known: dict<list<any>> = {}): list<string>
  var names: list<string> = []
  var seen: dict<bool> = {}
  for tag in Found(text, known)
    if !seen->has_key(tolower(tag.name))
      seen[tolower(tag.name)] = true
      add(names, tag.name)
    endif
  endfor
  return names
enddef

# Returns the #tags in a text with the bytes at which they start. `journal new --help` has the rule.
# `known` keeps the names of pieces of lines, which two versions of a text have in common.
def Found(text: string, known: dict<list<any>>): list<dict<any>>
  var tags: list<dict<any>> = []
  var start = 0
  var fenced = false
  for line in text->split(LINE_END .. '\zs', true)
    if stridx(line, '```') >= 0 && line =~ FENCE
      fenced = !fenced
    elseif !fenced && stridx(line, '#') >= 0
      AddTags(tags, line->substitute(LINE_END .. '$', '', ''), start, known)
    endif
    start += strlen(line)
  endfor
  return tags
enddef

# Adds the #tags in a line. Its loops use pieces instead of the line, because Vim copies a string
# whenever it is passed to a function.
def AddTags(tags: list<dict<any>>, line: string, line_start: number, known: dict<list<any>>)
  # Each piece except the first starts with "#" or "`".
  var pieces = line->split('\ze[#`]')
  var last = len(pieces) - 1
  var lastBacktick = stridx(line, '`') < 0 ? -1 : last
  while lastBacktick >= 0 && pieces[lastBacktick][0] != '`'
    lastBacktick -= 1
  endwhile
  var start = line_start
  var code = false
  for [index, piece] in items(pieces)
    if piece[0] == '`'
      # A code span ends at the next backtick of the line.
      code = !code && index < lastBacktick
    elseif piece[0] == '#' && !code && piece != '#' && (index == 0 || IsBefore(pieces[index - 1]))
      if !known->has_key(piece)
        known[piece] = TagName(piece)
      endif
      var [name, isWhole] = known[piece]
      if name != '' && !(isWhole && index < last && pieces[index + 1][0] == '#')
        add(tags, {start: start, name: name})
      endif
    endif
    start += strlen(piece)
  endfor
enddef

# Whether a #tag can follow a piece. A pattern would ignore combining characters.
def IsBefore(piece: string): bool
  return index(BEFORE, strgetchar(piece, strchars(piece) - 1)) >= 0
enddef

# Returns the name after the "#" of a piece, '' if there is none, and whether the piece consists of
# the name and any "-" and "/".
def TagName(piece: string): list<any>
  # The characters of most names are ASCII. A pattern finds their end sooner than a loop.
  var word = piece->matchstr('^#\zs\a[0-9A-Za-z_/-]*')
  var rest = piece->strpart(1 + strlen(word), 1)
  if strlen(word) != strchars(word) || rest != '' && char2nr(rest) >= 0x80
    return LongerName(piece)
  endif
  var name = word->trim('-/', 2)
  return strlen(name) > NAME_LIMIT ? ['', false] : [name, rest == '']
enddef

# Returns the same as TagName() for characters of any script.
def LongerName(piece: string): list<any>
  var length = 0
  var word = 0
  for character in piece->strpart(1, PIECE_LIMIT)
    var kind = Class(character)
    if kind == 'o' || word == 0 && kind != 'l'
      return [piece->strpart(1, length), false]
    endif
    word += strlen(character)
    if character != '-' && character != '/'
      length = word
      if length > NAME_LIMIT
        return ['', false]
      endif
    endif
  endfor
  return word + 1 < strlen(piece) ? ['', false] : [piece->strpart(1, length), true]
enddef

# Returns the class of a character: 'l' for a letter; 'm' for a mark, a number, "_", "-" and "/";
# 'o' for others.
def Class(character: string): string
  if !classes->has_key(character)
    classes[character] = FoundClass(character)
  endif
  return classes[character]
enddef

def FoundClass(character: string): string
  var code = char2nr(character)
  if code < 0x80
    return character =~ '\a' ? 'l' : character =~ '[0-9_/-]' ? 'm' : 'o'
  endif
  var low = 0
  var high = len(STARTS) - 1
  while low < high
    var middle = (low + high + 1) / 2
    if STARTS[middle] <= code
      low = middle
    else
      high = middle - 1
    endif
  endwhile
  return CLASSES[low]
enddef

# Returns the tag whose name is at byte `column` (from 0) of the last one of `lines`, or ''. The
# lines before it decide whether it is code.
export def HashtagAt(lines: list<string>, column: number): string
  var text = lines->join("\n")
  var cursor = strlen(text) - strlen(lines[-1]) + column
  for tag in Found(text, {})
    if tag.start <= cursor && cursor <= tag.start + strlen(tag.name)
      return tag.name
    endif
  endfor
  return ''
enddef

# Returns `tags` after an edit of the text: #tags that were added to it are added, #tags that were
# removed from it are removed, unless it contains them where they are none, such as in code. Letter
# case does not distinguish tags.
export def EditedTags(tags: list<string>, old: string, new: string): list<string>
  var known: dict<list<any>> = {}
  var before = Set(Hashtags(old, known))
  var names = Hashtags(new, known)
  var after = Set(names)
  var removed = tags->copy()->filter((_, tag) =>
    before->has_key(tolower(tag)) && !after->has_key(tolower(tag)))
  var mentioned = empty(removed) ? {} : Mentioned(new)
  removed->filter((_, tag) => !mentioned->has_key(tolower(tag)))
  var result = tags->copy()->filter((_, tag) => index(removed, tag) < 0)
  var present = Set(result)
  return result + names->filter((_, tag) =>
    !before->has_key(tolower(tag)) && !present->has_key(tolower(tag)))
enddef

# Returns the words after "#" in a text, whether they are tags or not.
def Mentioned(text: string): dict<bool>
  return Set(text->split('\ze#')->filter((_, piece) => piece[0] == '#')
    ->map((_, piece) => TagName(piece)[0]))
enddef

def Set(names: list<string>): dict<bool>
  var result: dict<bool> = {}
  for name in names
    result[tolower(name)] = true
  endfor
  return result
enddef
