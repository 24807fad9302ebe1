" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Selections of entries as a user types them: notebook:work tag:release since:yesterday.

const DAY = 24 * 60 * 60

# The conditions, for completion.
export const CONDITIONS = ['notebook:', 'tag:', 'day:', 'since:', 'until:', 'starred:', 'trashed:']

# Returns the filter of the protocol for a selection. Throws if the selection is invalid.
export def Parse(selection: string, now: number = localtime()): dict<any>
  var filter: dict<any> = {}
  for word in Words(selection)
    var name = word->matchstr('^\a\+\ze:')
    var value = Unquoted(word[len(name) + 1 :])
    if word =~ '^#.'
      filter.tags = filter->get('tags', []) + [word[1 :]]
    elseif value == ''
      throw $'journal: invalid condition "{word}"; use {join(CONDITIONS, ", ")} with a value'
    elseif name == 'tag'
      filter.tags = filter->get('tags', []) + [value]
    elseif name == 'notebook'
      filter.notebook = value
    elseif name == 'day'
      filter.since = Day(value, now)
      filter.until = filter.since
    elseif name == 'since' || name == 'until'
      filter[name] = Day(value, now)
    elseif name == 'starred' || name == 'trashed'
      filter[name] = YesOrNo(word, value)
    else
      throw $'journal: invalid condition "{word}"; use {join(CONDITIONS, ", ")}'
    endif
  endfor
  return filter
enddef

# Returns a condition as it is written in a selection or a query.
export def Condition(name: string, value: string): string
  return name .. ':' .. (value =~ '[[:space:]()"]' ? '"' .. escape(value, '"\') .. '"' : value)
enddef

# Returns the words of a selection; a quoted part can contain spaces, and after a backslash, quotes.
export def Words(selection: string): list<string>
  var words: list<string> = []
  var rest = trim(selection)
  while rest != ''
    var word = rest->matchstr('^\%("\%(\\["\\]\|[^"]\)*"\=\|[^"[:space:]]\)\+')
    add(words, Full(word))
    rest = trim(rest[len(word) :])
  endwhile
  return words
enddef

# Returns a condition with its name: a day, "starred" and "trash" can be given without one.
def Full(word: string): string
  var day = '^\%(today\|yesterday\|\d\{4}-\d\d-\d\d\)$'
  return get({starred: 'starred:yes', trash: 'trashed:yes'}, word,
    word =~# day ? 'day:' .. word : word)
enddef

# Returns a selection in which today and yesterday are replaced by dates, because the list outlives
# the day.
export def Dated(selection: string, now: number = localtime()): string
  return Words(selection)->map((_, word) => {
    var name = word->matchstr('^\%(day\|since\|until\):')
    return name == '' ? word : name .. Day(Unquoted(word[len(name) :]), now)
  })->join()
enddef

def Unquoted(value: string): string
  return value =~ '^".*"$' ? value[1 : -2]->substitute('\\\(["\\]\)', '\1', 'g') : value
enddef

# Returns a day in the form of the protocol.
export def Day(value: string, now: number): string
  if value == 'today'
    return strftime('%Y-%m-%d', now)
  elseif value == 'yesterday'
    # From noon, so that a day of 23 or 25 hours does not matter.
    var noon = now + 12 * 60 * 60 - str2nr(strftime('%H', now)) * 60 * 60
    return strftime('%Y-%m-%d', noon - DAY)
  elseif value !~ '^\d\{4}-\d\d-\d\d$'
    throw $'journal: invalid date "{value}"; use today, yesterday or 2026-11-21'
  endif
  return value
enddef

def YesOrNo(word: string, value: string): bool
  if value != 'yes' && value != 'no'
    throw $'journal: invalid condition "{word}"; use yes or no'
  endif
  return value == 'yes'
enddef
