" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Actions on the entries under the cursor or in a range of a list, or on the entry of the buffer.

import autoload './buffers.vim'
import autoload './connection.vim'
import autoload './entry.vim'
import autoload './listing.vim'
import autoload './machines.vim'
import autoload './report.vim'
import autoload './results.vim'
import autoload './rows.vim'
import autoload './selection.vim'
import autoload './session.vim'
import autoload './text.vim'
import autoload './step.vim'

# The entries that were moved to the trash last.
var deleted: list<string> = []

# Writes an entry, or opens a buffer for one. `arguments` are options (++notebook=NAME, ++tag=NAME,
# ++star) and a text; with a range, the text is the lines.
export def New(create: bool, range: number, first: number, last: number, arguments: string,
    mods: string)
  var fields: dict<any> = {create: create, tags: [], starred: false}
  var rest = arguments
  while rest =~ '^++'
    var option = rest->matchstr('^\%(\\.\|\S\)\+')
    rest = trim(rest[len(option) :], " \t", 1)
    var value = option->matchstr('=\zs.*')->substitute('\\\(.\)', '\1', 'g')
    if option =~ '^++notebook=.'
      fields.notebook = {name: value}
    elseif option =~ '^++tag=.'
      add(fields.tags, value)
    elseif option == '++star'
      fields.starred = true
    else
      report.Error($'invalid option "{option}"; use ++notebook=NAME, ++tag=NAME or ++star')
      return
    endif
  endwhile
  if range > 0
    var lines = getline(first, last)
    # The #words in lines of another file, such as #include, are not tags.
    entry.Create(extend(fields, {quoted: true,
      text: text.FromLines((rest == '' ? [] : [rest, '']) + lines, false)}))
  elseif rest != ''
    entry.Create(extend(fields, {text: rest}))
  else
    entry.Compose(extend(Preset(), fields, fields->has_key('notebook') ? 'force' : 'keep'), mods)
  endif
enddef

# Opens the entry under the cursor; in a header, the list of the day; in the note of a list that is
# full, older entries.
export def Enter(mods: string = '')
  var row = listing.RowAt(line('.'))
  if empty(row)
    return
  elseif row.key == 'note'
    listing.OpenUntil(row.day, mods)
  elseif row.id == ''
    listing.Open('day:' .. row.day, mods)
  else
    entry.Open(row.id, mods)
  endif
enddef

# Opens the entry with an id, which can be shortened.
export def Open(id: string, mods: string)
  connection.Call('entry.get', {id: id}, (result, error) => {
    if empty(error)
      buffers.WhenPossible(() => {
        entry.Open(result.entry.id, mods)
      })
    else
      report.Failure('the entry cannot be opened', error)
    endif
  })
enddef

# Opens the list of the tag, notebook or day under the cursor.
export def Follow(mods: string = '')
  var row = listing.RowAt(line('.'))
  var target: dict<string> = {}
  if empty(row)
    var tag = text.HashtagAt(getline(1, '.'), col('.') - 1)
    target = tag == '' ? {} : {tag: tag}
  elseif row.id == ''
    target = {day: row.day}
  else
    target = rows.At(row, col('.') - 1)
  endif
  if empty(target)
    report.Error('there is no tag, notebook or day under the cursor')
    return
  endif
  var [name, value] = items(target)[0]
  listing.Open(selection.Condition(name, value), mods)
enddef

# Opens the list of the notebook or of the day of the entry.
export def Go(kind: string, mods: string = '')
  var row = Current()
  if empty(row)
    report.Error('there is no entry here')
  elseif kind == 'day'
    listing.Open('day:' .. row.day, mods)
  else
    listing.Open(selection.Condition('notebook', row.notebook), mods)
  endif
enddef

# Moves the entries to the trash.
export def Delete(first: number, last: number)
  var targets = Written(first, last)
  if empty(targets)
    return
  endif
  deleted = targets->mapnew((_, row) => row.id)
  ForEach(targets, 'entry.delete', Count(targets) .. ' moved to the trash')
enddef

# Restores the entries if they are in the trash, otherwise those that were deleted last.
export def Restore(first: number, last: number)
  var targets = Rows(first, last)->filter((_, row) => row.trashed)
  if empty(targets)
    targets = deleted->mapnew((_, id) => ({id: id}))
  endif
  if empty(targets)
    report.Error('there is no deleted entry to restore')
    return
  endif
  deleted = []
  ForEach(targets, 'entry.restore', Count(targets) .. ' restored')
enddef

# Stars the entries, or removes the stars if the first has one.
export def Star(first: number, last: number)
  var targets = Rows(first, last)
  if !empty(targets)
    var starred = !targets[0].starred
    Update(targets, (_) => ({starred: starred}))
  endif
enddef

# Shows the other text of the entry if it has a conflict; otherwise lists all conflicts.
export def Conflicts()
  var row = Current()
  if row->get('conflicts', 0) == 0
    machines.List()
    return
  endif
  entry.Open(row.id)
  machines.Show(bufnr(), row.id)
enddef

# Undoes the last change that the user has made in any program.
export def Undo()
  MoveStep('undo', 'undone')
enddef

# Restores the change that was undone last.
export def Redo()
  MoveStep('redo', 'redone')
enddef

def MoveStep(method: string, participle: string)
  connection.Call('undo.list', {limit: 1, undone: method == 'redo'}, (list, problem) => {
    if !empty(problem)
      report.Failure($'cannot {method}', problem)
      return
    elseif empty(list.steps)
      report.Info($'there is no change to {method}')
      return
    endif
    # By its id: a call that is repeated after a lost connection moves no other step.
    var last = list.steps[0]
    connection.Call(method, {id: last.id}, (result, error) => {
      if !empty(error)
        report.Failure($'cannot {method}', error)
      elseif result.failed > 0
        report.Error(result.failures[0].message)
      else
        var count = result.changes == 1 ? '1 change' : $'{result.changes} changes'
        report.Info($'{last.command}: {count} {participle}')
      endif
    })
  })
enddef

# Adds the tags NAME and +NAME, and removes the tags -NAME.
export def Tag(first: number, last: number, arguments: list<string>)
  Update(Rows(first, last), (row) => {
    var tags: list<string> = copy(row.tags)
    for argument in arguments
      var name = argument->substitute('^[-+]', '', '')->substitute('^#', '', '')
      tags->filter((_, tag) => tag !=? name)
      if argument[0] != '-'
        add(tags, name)
      endif
    endfor
    return {tags: tags}
  })
enddef

# Moves the entries to a notebook.
export def Move(first: number, last: number, notebook: string, create: bool)
  Update(Rows(first, last), (_) => ({notebook: notebook, createNotebook: create}))
enddef

# Maps the keys of an entry in the current buffer.
export def MapEntryKeys()
  if MayMap()
    nnoremap <buffer> <silent> <C-]> <Cmd>JournalFollow<CR>
  endif
enddef

# Maps the keys of a list in the current buffer.
export def MapListKeys()
  if !MayMap()
    return
  endif
  for [keys, command] in items({
      '<CR>': 'journal#action#Enter()', 'o': 'journal#action#Enter("aboveleft")',
      'gO': 'journal#action#Enter("vertical")', '<C-]>': 'journal#action#Follow()',
      'gn': 'journal#action#Go("notebook")', 'gy': 'journal#action#Go("day")',
      '-': 'journal#listing#Open("")', 'g/': 'journal#results#Open("")',
      'R': 'journal#listing#Reload()'})
    execute $'nnoremap <buffer> <silent> {keys} <ScriptCmd>call {command}<CR>'
  endfor
  for [keys, command] in items({'dd': 'JournalDelete', 'u': 'JournalRestore', 's': 'JournalStar',
      'a': 'JournalNew', 'q': 'bdelete', 'g?': 'help journal-keys'})
    execute $'nnoremap <buffer> <silent> {keys} <Cmd>{command}<CR>'
  endfor
  xnoremap <buffer> <silent> d :JournalDelete<CR>
  xnoremap <buffer> <silent> s :JournalStar<CR>
  xnoremap <buffer> <silent> u :JournalRestore<CR>
enddef

def MayMap(): bool
  return !get(g:, 'no_plugin_maps', false) && !get(g:, 'no_journal_maps', false)
enddef

# Returns the notebook and tags of the list of the current buffer, for a new entry.
def Preset(): dict<any>
  var filters = selection.Parse(get(b:, 'journal_list', {})->get('selection', ''))
  var fields: dict<any> = {tags: filters->get('tags', []), starred: filters->get('starred', false)}
  if filters->has_key('notebook')
    fields.notebook = {name: filters.notebook}
  endif
  return fields
enddef

# Returns the entry under the cursor or of the buffer, as a row.
def Current(): dict<any>
  return Rows(line('.'), line('.'))->get(0, {})
enddef

# Returns the rows of entries in a range of a list, or the entry of the buffer.
def Rows(first: number, last: number): list<dict<any>>
  if exists('b:journal_list')
    return range(first, last)->mapnew((_, number) => listing.RowAt(number))
      ->filter((_, row) => row->get('id', '') != '')
  endif
  var base = entry.Base(bufnr())
  if empty(base) || base->get('rev', 0) == 0 && !entry.IsNew(bufnr())
    return []
  endif
  return [{
    id: base.id,
    rev: base->get('rev', 0),
    starred: base->get('starred', false),
    conflicts: base->get('conflicts', 0),
    tags: base->get('tags', []),
    notebook: base->get('notebook', {name: 'journal'}).name,
    day: base->get('localDay', strftime('%Y-%m-%d')),
    trashed: base->has_key('trashedAt'),
  }]
enddef

# Returns the rows without a new entry, which the daemon does not have yet.
def Written(first: number, last: number): list<dict<any>>
  var all = Rows(first, last)
  var targets = all->copy()->filter((_, row) => row.rev > 0)
  if empty(targets)
    report.Error(empty(all) ? 'there is no entry here' : 'the entry has not been written yet')
  endif
  return targets
enddef

# Changes members of entries. `Change` returns them for a row.
def Update(targets: list<dict<any>>, Change: func(dict<any>): dict<any>)
  if empty(targets)
    report.Error('there is no entry here')
    return
  endif
  if targets[0].rev == 0
    UpdateNew(Change(targets[0]))
    return
  endif
  for row in targets
    SendUpdate(row, Change)
  endfor
enddef

def UpdateNew(members: dict<any>)
  var journal: dict<any> = b:journal
  if members->has_key('notebook')
    journal.base.create = members.createNotebook
    journal.base.notebook = {name: members.notebook}
  else
    extend(journal.base, members)
  endif
  redrawstatus!
enddef

# After a conflict, the change is made to the current entry. No entry has the revision 0.
def SendUpdate(row: dict<any>, Change: func(dict<any>): dict<any>)
  var rev = row->get('partial', false) ? 0 : row.rev
  var params = extend({id: row.id, ifRev: rev}, Change(row))
  connection.Call('entry.update', params, (_, error) => {
    if session.Kind(error) == 'conflict'
      SendUpdate(error.data.current, Change)
    elseif !empty(error)
      report.Failure('not changed', error)
    endif
  })
enddef

# Calls a method for each row, as one step, and reports the end once.
def ForEach(targets: list<dict<any>>, method: string, message: string)
  var left = {count: len(targets), failed: false}
  var name = step.New()
  for row in targets
    connection.Call(method, {id: row.id, step: name}, (_, error) => {
      left.count -= 1
      if !empty(error) && !left.failed
        left.failed = true
        report.Failure('not changed', error)
      elseif left.count == 0 && !left.failed
        report.Info(message)
      endif
    })
  endfor
enddef

def Count(targets: list<dict<any>>): string
  return len(targets) == 1 ? '1 entry' : len(targets) .. ' entries'
enddef
