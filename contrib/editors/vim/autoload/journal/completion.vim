" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# The names of notebooks and tags, and completion. Names are read in the background, so that
# completion never waits.

import autoload './connection.vim'
import autoload './selection.vim'

var notebooks: list<string> = []
var tags: list<string> = []
# Whether the names of a kind are being read: 1, or 2 if they have to be read again afterwards.
var reading: dict<number> = {notebook: 0, tag: 0}

# Reads the names of the notebooks and tags.
export def Refresh(kinds: list<string> = ['notebook', 'tag'])
  for kind in kinds
    Read(kind)
  endfor
enddef

def Read(kind: string)
  reading[kind] = min([reading[kind] + 1, 2])
  if reading[kind] > 1
    return
  endif
  connection.Call(kind .. '.list', {}, (result, _) => {
    var names: list<string> = result->get(kind .. 's', [])->mapnew((_, object) => object.name)
    if kind == 'tag'
      tags = names
    else
      notebooks = names
    endif
    var again = reading[kind] > 1
    reading[kind] = 0
    if again
      Read(kind)
    endif
  }, true)
enddef

# Completes #tags in text, and the names in notebook: and tag:, for 'omnifunc'.
export def Omni(findstart: number, base: string): any
  var line = getline('.')->strpart(0, col('.') - 1)
  if findstart == 1
    var start = match(line, '\%(#\|\<\%(tag\|notebook\):\)[^[:space:]#]*$')
    return start < 0 ? -3 : start
  endif
  if base[0] == '#'
    return Matching(tags, base[1 :])->map((_, name) => '#' .. name)
  endif
  return Conditions(base)
enddef

# Completes the arguments of :Journal and :JournalSearch.
export def Selection(lead: string, _, _): list<string>
  if lead[0] == '#'
    return Matching(tags, lead[1 :])->map((_, name) => '#' .. name)
  elseif lead =~ ':'
    return Conditions(lead)
  endif
  return selection.CONDITIONS->copy()->filter((_, condition) => stridx(condition, lead) == 0)
enddef

# Completes the options of :JournalNew.
export def Options(lead: string, _, _): list<string>
  var option = lead->matchstr('^++\%(notebook\|tag\)=')
  if option != ''
    var names = option == '++tag=' ? tags : notebooks
    return Matching(names, Unescaped(lead[len(option) :]))
      ->map((_, name) => option .. escape(name, ' \'))
  endif
  return ['++notebook=', '++tag=', '++star']->filter((_, name) => stridx(name, lead) == 0)
enddef

export def Notebooks(lead: string, _, _): list<string>
  return Matching(notebooks, lead)
enddef

# Completes the arguments of :JournalTag: name, -name.
export def Tags(lead: string, _, _): list<string>
  var sign = lead->matchstr('^[-+]')
  return Matching(tags, Unescaped(lead[len(sign) :]))
    ->map((_, name) => sign .. escape(name, ' \'))
enddef

def Unescaped(text: string): string
  return text->substitute('\\\(.\)', '\1', 'g')
enddef

def Conditions(word: string): list<string>
  var name = word->matchstr('^\a\+')
  var value = word[len(name) + 1 :]->substitute('^"', '', '')
  if name == 'tag' || name == 'notebook'
    return Matching(name == 'tag' ? tags : notebooks, value)
      ->map((_, match) => selection.Condition(name, match))
  elseif name == 'starred' || name == 'trashed'
    return Matching(['yes', 'no'], value)->map((_, match) => $'{name}:{match}')
  endif
  return Matching(['today', 'yesterday'], value)->map((_, match) => $'{name}:{match}')
enddef

# Returns a copy of the names that start with `start`, regardless of letter case.
def Matching(names: list<string>, start: string): list<string>
  return names->copy()->filter((_, name) => tolower(name)->stridx(tolower(start)) == 0)
enddef
