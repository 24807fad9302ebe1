" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Search as you type, in an editor in a terminal, so that typing is real.

import './check.vim'

var terminal = 0

def Screen(): string
  return range(1, 24)->mapnew((_, line) => term_getline(terminal, line)->trim('', 2))->join("\n")
enddef

def Shows(pattern: string): bool
  return Screen() =~ pattern
enddef

def Type(keys: string)
  term_sendkeys(terminal, keys)
enddef

def Scenario()
  check.Write("A wet day\nRain on the roof", '2026-11-21T08:00:00Z', {tags: ['weather']})
  check.Write('The roof is finished', '2026-11-20T08:00:00Z', {notebook: 'shed'})
  check.Write('Something else', '2026-11-19T08:00:00Z')
  terminal = term_start([v:progpath, '-N', '-n', '-i', 'NONE', '-u', expand('<script>:p:h')
    .. '/vimrc'],
    {term_rows: 24, term_cols: 80, env: {TERM: 'xterm-256color'}})
  check.Check('the editor starts', () => Shows('\~\n\~'), Screen)
  Type(":JournalSearch\<CR>")
  check.Check('a search without words shows all entries', () =>
    Shows('2026-11-21 .*\n2026-11-20 .*\n2026-11-19 '), Screen)
  Type('roo')
  check.Check('results follow the typing, an unfinished word matches', () =>
    Shows('finished') && Shows('Rain on the roof') && !Shows('Something'), Screen)
  Type('f -rain')
  check.Check('excluded words', () => Shows('finished') && !Shows('Rain'), Screen)
  Type(' OR')
  check.Check('what is wrong with a query is shown in the status line', () => Shows('Search: .*OR'),
    Screen)
  check.Equal('and the results stay', Shows('finished'), true)
  Type("\<C-u>tag:we\<C-x>\<C-o>")
  check.Check('names are completed', () => Shows('tag:weather'), Screen)
  check.Check('and searched', () => Shows('wet') && !Shows('finished'), Screen)
  Type("\<C-u>roof")
  check.Check('two results', () => Shows('finished') && Shows('Rain on the roof'), Screen)
  Type("\<Down>")
  Type("\<C-u>finished")
  check.Check('one result', () => Shows('finished') && !Shows('Rain on the roof'), Screen)
  Type("\<C-u>roof")
  check.Check('two results again', () => Shows('finished') && Shows('Rain on the roof'), Screen)
  check.Write('Another roof', '2026-11-22T08:00:00Z')
  check.Check('the results follow other processes', () => Shows('Another roof'), Screen)
  check.Journal('rpc', 'notebook.rename', '{"notebook":"shed","name":"hut"}')
  check.Check('and other names', () => Shows('hut  *The roof') && !Shows('\<shed'), Screen)
  Type("\<Down>\<Down>\<CR>")
  check.Check('the selected result opens', () =>
    Shows('^\%(A wet\|The roof is\|Another roof\).*\n'), Screen)
  Type(":qall!\<CR>")
  check.Check('the editor ends', () => term_getstatus(terminal) =~ 'finished')
  ManyMatches()
enddef

def ManyMatches()
  var calls = range(201)->mapnew((_, number) =>
    ({method: 'entry.create', params: {text: $'Many {number}'}}))
  check.Journal('rpc', 'batch', json_encode({calls: calls}))
  var Status = () => journal#listing#Status(bufnr('journal://search'))
  JournalSearch many 19
  # In Insert mode, Vim reads its input while it sleeps, and has none.
  stopinsert
  check.Check('the number of matches is in the status', () => Status() == '11 entries', Status)
  JournalSearch many
  stopinsert
  check.Check('and a sign if more entries match than are shown', () => Status() == '200+ entries',
    Status)
enddef

check.Run(Scenario)
