" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Entries in buffers named journal://entry/ID: reading, writing, conflicts, changes from elsewhere.
#
# b:journal of such a buffer is a dictionary:
#
# base   the entry as it was last read or written; its text is the one that edits started from,
#        absent before the entry is read. `rev` is 0 then, and if another store is in the place of
#        the one that the entry was read from: no entry has it, so that saving is a conflict. In a
#        new entry: `create`, whether to create its notebook; `quoted`, whether its text comes from
#        another file; and `former`, the text of the entry in whose place it is written
# new    whether the entry has not been written yet
# sent   the text that is being written, v:none otherwise
# time   when it was sent
# next   the text to write afterwards, v:none if there is none
# conflict
#        whether the text conflicts with `base`, which is shown beside it
# elsewhere
#        the revision of a change from elsewhere that the buffer does not show, otherwise 0
# gone   whether the entry does not exist
# rejected
#        whether the daemon rejected the text that was saved last
# other  the text of another machine that is shown beside the buffer, empty if there is none: its
#        `version`, and the revision `settled` that settles the conflict, 0 before

import autoload './action.vim'
import autoload './buffers.vim'
import autoload './connection.vim'
import autoload './draft.vim'
import autoload './report.vim'
import autoload './rows.vim'
import autoload './session.vim'
import autoload './text.vim'
import autoload './watch.vim'
import autoload './step.vim'

const PREFIX = 'journal://entry/'
const THEIRS = 'journal://theirs/'
const OTHER = 'journal://other/'
# Milliseconds that the end of Vim waits for writes.
const LEAVE_LIMIT = 5000
const NO_BUFFER = -1

# Whether Vim ends.
var leaving = false

autocmd_add([{event: 'VimLeavePre', pattern: '*', group: 'journal', replace: true,
  cmd: 'call journal#entry#Leave()'}])

# Opens an entry.
export def Open(id: string, mods: string = '')
  buffers.Open(PREFIX .. id, mods)
enddef

# Opens a buffer for a new entry.
export def Compose(fields: dict<any>, mods: string = '')
  var id = step.Uuid()
  var name = PREFIX .. id
  var buffer = bufadd(name)
  setbufvar(buffer, 'journal', State(extend({id: id, text: ''}, fields), true))
  buffers.Open(name, mods, true)
enddef

# Writes a new entry with the text without opening a buffer.
export def Create(fields: dict<any>)
  Send(NO_BUFFER, State(extend({id: step.Uuid(), text: ''}, fields, 'keep'), true), fields.text)
enddef

# Reads the entry of a journal:// buffer, for BufReadCmd.
export def Read(buffer: number, name: string)
  SetOptions(buffer)
  action.MapEntryKeys()
  watch.Start()
  var journal: dict<any> = getbufvar(buffer, 'journal', {})
  if journal->get('new', false) && journal.sent == v:none
    setbufvar(buffer, '&modified', false)
    return
  endif
  # A write without a reply continues with the former state.
  var id: string = empty(journal) ? name[len(PREFIX) :]->substitute('/.*', '', '') : journal.base.id
  setbufvar(buffer, 'journal', State({id: id, rev: 0}, false))
  if !empty(journal)
    EndDiff(id)
    EndOther(id)
  endif
  setbufvar(buffer, '&modifiable', false)
  Fetch(buffer)
enddef

# Writes a journal:// buffer, for BufWriteCmd. 'modified' is reset at once, so that :wq and :x work,
# and set again if the entry cannot be written.
export def Write(buffer: number)
  var journal: dict<any> = getbufvar(buffer, 'journal')
  if !getbufvar(buffer, '&modifiable')
    report.Error('the entry has not been read yet')
    return
  endif
  if journal.gone && !v:cmdbang
    report.Error(Absence(journal.base))
    return
  elseif journal.conflict && !v:cmdbang
    report.Error('the conflict is not resolved; :w! saves this text, :e! discards it')
    return
  elseif journal.new && v:cmdbang
    journal.base.create = true
  endif
  var content = Content(buffer)
  if content !~ '[^[:space:]]'
    report.Error('an entry cannot be empty; :JournalDelete moves it to the trash')
    return
  endif
  setbufvar(buffer, '&modified', false)
  if journal.sent != v:none
    journal.next = content
    return
  elseif journal.gone
    StartAnew(buffer)
  endif
  Send(buffer, getbufvar(buffer, 'journal'), content)
enddef

# Returns the entry of a buffer, or an empty dictionary.
export def Base(buffer: number): dict<any>
  var journal: dict<any> = getbufvar(buffer, 'journal', {})
  return journal->get('base', {})
enddef

export def IsNew(buffer: number): bool
  return getbufvar(buffer, 'journal', {})->get('new', false)
enddef

# Returns the entry's metadata for a status line.
export def Status(buffer: number): string
  var journal: dict<any> = getbufvar(buffer, 'journal', {})
  if empty(journal)
    return ''
  endif
  var base: dict<any> = journal.base
  var conflicts: number = base->get('conflicts', 0)
  var parts: list<string> = [
    journal.new ? 'new entry' : base->get('createdAt', '')[0 : 15]->tr('T', ' '),
    base->get('starred', false) ? '*' : '',
    conflicts == 0 ? ''
      : $'{rows.MARK} {conflicts} {conflicts == 1 ? "conflict" : "conflicts"}, :JournalConflicts',
    text.Printable(base->get('notebook', {})->get('name', '')),
    base->get('tags', [])->mapnew((_, tag) => '#' .. text.Printable(tag))->join(),
    base->has_key('trashedAt') ? '[trash]' : '',
    journal.gone ? '[does not exist]' : '',
    journal.conflict ? '[conflict]' : '',
    journal.elsewhere > 0 ? '[changed elsewhere]' : '',
    journal.sent == v:none ? '' : '[writing]',
    connection.Problem() == '' ? '' : $'[{connection.Problem()}]',
  ]
  return parts->filter((_, part) => part != '')->join('  ')
enddef

# Sets the status line of the current window, unless the user has one.
export def SetStatusLine()
  if &g:statusline == ''
    setlocal statusline=%{journal#entry#Status(bufnr())}\ %m%=%l,%c\ %P
  endif
enddef

# Processes the items of a change.
export def Changed(items: list<dict<any>>)
  for item in items->copy()->filter((_, item) => item.kind == 'entry')
    for buffer in Buffers()->filter((_, buffer) => Base(buffer).id == item.id)
      if item.rev > Base(buffer).rev
        Fetch(buffer)
      endif
    endfor
  endfor
enddef

# Reads the entries of all buffers again, also after a name has changed. If they come from another
# store, the known revisions mean nothing there.
export def Reset(foreign: bool)
  for buffer in Buffers()
    if foreign
      extend(Base(buffer), {rev: 0})
      extend(getbufvar(buffer, 'journal'), {elsewhere: 0})
    endif
    Fetch(buffer)
  endfor
enddef

# Waits for writes at the end of Vim, and saves the texts of those that fail or remain unanswered.
export def Leave()
  # Vim can end a second time, because of an error while it waits for a key.
  if leaving
    return
  endif
  leaving = true
  # After a signal, Vim cannot wait: its terminal may be gone, and an alarm ends it soon.
  connection.Drain(v:dying > 0 ? 0 : LEAVE_LIMIT)
  draft.Report()
enddef

# Sets 'modified' in a buffer with a text that is not saved, for TextChanged and QuitPre: Vim resets
# it when undo returns to a text that was written, also if the daemon rejected that text.
export def CheckModified(buffer: number)
  var journal: dict<any> = getbufvar(buffer, 'journal', {})
  if journal->get('rejected', false) && journal.sent == v:none && !getbufvar(buffer, '&modified')
    setbufvar(buffer, '&modified', Content(buffer) !=# (journal.new ? '' : journal.base.text))
  endif
enddef

def State(base: dict<any>, new: bool): dict<any>
  return {base: base, new: new, sent: v:none, time: 0, next: v:none, conflict: false, elsewhere: 0,
    gone: false, rejected: false, other: {}}
enddef

def SetOptions(buffer: number)
  for [option, value] in items({
      buftype: 'acwrite', bufhidden: 'hide', swapfile: false, undofile: false, modeline: false,
      fixendofline: false, fileformat: 'unix', fileencoding: 'utf-8', endofline: false,
      omnifunc: 'journal#completion#Omni'})
    setbufvar(buffer, '&' .. option, value)
  endfor
  setbufvar(buffer, '&filetype', get(g:, 'journal_filetype', 'markdown'))
  # A filetype plugin may have set another function.
  setbufvar(buffer, '&omnifunc', 'journal#completion#Omni')
enddef

def Buffers(): list<number>
  return getbufinfo({bufloaded: 1})
    ->filter((_, info) => info.variables->has_key('journal') && !info.variables.journal.new)
    ->mapnew((_, info) => info.bufnr)
enddef

def Content(buffer: number): string
  return text.FromLines(getbufline(buffer, 1, '$'), getbufvar(buffer, '&endofline'))
enddef

# Returns whether a buffer still contains the text of a state: it was not unloaded or read again.
def IsOf(buffer: number, journal: dict<any>): bool
  return bufloaded(buffer) && getbufvar(buffer, 'journal') is journal
enddef

def Fetch(buffer: number)
  var journal: dict<any> = getbufvar(buffer, 'journal')
  connection.Call('entry.get', {id: journal.base.id}, (result, error) => {
    if !IsOf(buffer, journal)
      return
    elseif empty(error)
      Merge(buffer, result.entry)
    elseif session.Kind(error) == 'entry.notFound'
      Vanished(buffer, error)
    else
      report.Failure('the entry cannot be read', error)
    endif
  }, true)
enddef

# Notes and reports, once, that the entry does not exist. A text that was read stays in the buffer.
def Vanished(buffer: number, error: dict<any>)
  var journal: dict<any> = getbufvar(buffer, 'journal')
  if journal.gone
    return
  endif
  journal.gone = true
  journal.conflict = false
  journal.elsewhere = 0
  EndDiff(journal.base.id)
  EndOther(journal.base.id)
  if journal.base->has_key('text')
    report.Error(Absence(journal.base))
  else
    report.Failure('the entry cannot be read', error)
  endif
  redrawstatus!
enddef

# Returns a message about an entry that no longer exists.
def Absence(base: dict<any>): string
  var reason = base.rev == 0 ? 'is not in the journal any more' : 'was deleted permanently'
  return $'entry {base.id[0 : 7]} {reason}; :w! writes its text to a new entry'
enddef

# Makes the current buffer, whose entry no longer exists, that of a new entry.
def StartAnew(buffer: number)
  var base = Base(buffer)
  var former = bufname(buffer)
  var fields = {id: step.Uuid(), text: base.text, former: base.text, create: true,
    notebook: {name: base.notebook.name}, tags: base.tags, starred: base.starred}
  setbufvar(buffer, 'journal', State(fields, true))
  execute 'silent keepalt file' PREFIX .. fields.id
  # Renaming leaves a buffer with the former name.
  var leftover = bufnr($'^{former}$')
  if leftover > 0
    execute 'bwipeout!' leftover
  endif
enddef

# Takes over the current state of the entry.
def Merge(buffer: number, entry: dict<any>)
  var journal: dict<any> = getbufvar(buffer, 'journal')
  var base: dict<any> = journal.base
  # The reply to a write says more than this state, which may precede or contain it.
  if entry.rev < base.rev || journal.sent != v:none
    return
  endif
  CheckModified(buffer)
  journal.gone = false
  var known: number = journal.elsewhere
  journal.elsewhere = 0
  if entry.rev == base.rev
    # Its notebook or a tag may have another name.
    journal.base = entry
  elseif !base->has_key('text')
    journal.base = entry
    Load(buffer, entry.text)
  elseif entry.text ==# base.text
    journal.base = entry
  elseif !getbufvar(buffer, '&modified')
    journal.base = entry
    journal.conflict = false
    SetText(buffer, entry.text)
  elseif entry.text ==# Content(buffer)
    journal.base = entry
    journal.conflict = false
    EndDiff(journal.base.id)
    setbufvar(buffer, '&modified', false)
  else
    journal.elsewhere = entry.rev
    if entry.rev != known
      report.Error(journal.conflict
        ? 'an entry in a conflict was changed elsewhere again; :w! will show it'
        : 'an entry that you are editing was changed elsewhere; :w will show both')
    endif
  endif
  EndSettled(journal)
  redrawstatus!
enddef

# Sets the text that a buffer starts with, which cannot be undone.
def Load(buffer: number, content: string)
  var levels: number = getbufvar(buffer, '&undolevels')
  setbufvar(buffer, '&modifiable', true)
  setbufvar(buffer, '&undolevels', -1)
  SetText(buffer, content)
  setbufvar(buffer, '&undolevels', levels)
enddef

def SetText(buffer: number, content: string)
  var parts = text.ToLines(content)
  setbufvar(buffer, '&endofline', parts.endofline)
  buffers.Replace(buffer, parts.lines)
  setbufvar(buffer, '&modified', false)
enddef

# Writes a text of a state; `buffer` contains it, unless it is unloaded or read again.
def Send(buffer: number, journal: dict<any>, content: string)
  var base: dict<any> = journal.base
  journal.sent = content
  journal.time = localtime()
  var Done = (result, error) => Written(buffer, journal, result, error)
  if journal.new
    connection.Call('entry.create', NewEntry(base, content), Done)
  else
    var params = {id: base.id, ifRev: base.rev, text: content, include: 'full'}
    var tags = Tags(base.tags, base.text, content)
    if tags != base.tags
      params.tags = tags
    endif
    connection.Call('entry.update', params, Done)
  endif
  redrawstatus!
enddef

def NewEntry(base: dict<any>, content: string): dict<any>
  var old = base->get('quoted', false) ? content : base->get('former', '')
  var params = {id: base.id, text: content, zone: Zone(), include: 'full',
    tags: Tags(base->get('tags', []), old, content),
    starred: base->get('starred', false)}
  if base->has_key('notebook')
    params.notebook = base.notebook.name
    params.createNotebook = base->get('create', false)
  endif
  return params
enddef

def Tags(tags: list<string>, old: string, new: string): list<string>
  return get(g:, 'journal_hashtags', true) ? text.EditedTags(tags, old, new) : tags
enddef

def Written(buffer: number, journal: dict<any>, result: dict<any>, error: dict<any>)
  var kind = session.Kind(error)
  var current: dict<any> = error->get('data', {})->get('current', {})
  var sent: string = journal.sent
  # The text that was saved last, which the buffer contains unless it was edited again.
  var last: string = journal.next == v:none ? sent : journal.next
  journal.sent = v:none
  journal.next = v:none
  if empty(error) || !empty(current) && current.text ==# sent
    # The second case: an earlier attempt was written before its connection was lost.
    var done = journal.base->has_key('former') ? 'wrote the text to the new entry' : 'wrote'
    journal.base = empty(error) ? result.entry : current
    journal.new = false
    journal.conflict = false
    journal.elsewhere = 0
    journal.rejected = false
    EndDiff(journal.base.id)
    EndSettled(journal)
    if last !=# sent
      Send(buffer, journal, last)
    else
      report.Info($'{done} {journal.base.id[0 : 7]}')
    endif
  elseif kind == 'conflict' && current.text ==# journal.base.text
    # Only tags, notebook or star were changed elsewhere.
    journal.base = current
    Send(buffer, journal, last)
  elseif leaving
    SaveDraft(journal, last, current)
  else
    Rejected(IsOf(buffer, journal) ? buffer : Recover(journal, last), journal, error)
  endif
  redrawstatus!
enddef

# Keeps a text in a file when Vim ends. `current` is the entry that it conflicts with, if there is
# one.
def SaveDraft(journal: dict<any>, content: string, current: dict<any>)
  if !journal.new
    draft.SaveEdit(journal.base.id, journal.base.rev, content, !empty(current))
  elseif empty(current)
    draft.SaveNew(NewEntry(journal.base, content), journal.time)
  else
    # No revision that the text is based on.
    draft.SaveEdit(journal.base.id, 0, content, true)
  endif
enddef

# Handles an error that writing the text in a buffer failed with.
def Rejected(buffer: number, journal: dict<any>, error: dict<any>)
  journal.rejected = true
  setbufvar(buffer, '&modified', true)
  var kind = session.Kind(error)
  if kind == 'conflict'
    journal.base = error.data.current
    journal.conflict = true
    journal.elsewhere = 0
  elseif kind == 'entry.notFound' && !journal.new
    Vanished(buffer, error)
  else
    report.Failure('not written', error)
  endif
  buffers.WhenPossible(() => {
    if !IsOf(buffer, journal)
      return
    elseif journal.conflict
      ShowConflict(buffer, journal.base)
    else
      buffers.Show(buffer)
    endif
  })
enddef

# Returns a buffer with a text that could not be written, after its buffer was unloaded or read
# again: that of the entry, unless it contains another text that is not saved.
def Recover(journal: dict<any>, content: string): number
  var name = PREFIX .. journal.base.id
  var buffer = bufadd(name)
  var number = 1
  while IsUnsaved(buffer)
    number += 1
    buffer = bufadd($'{name}/{number}')
  endwhile
  setbufvar(buffer, '&buflisted', true)
  noswapfile bufload(buffer)
  setbufvar(buffer, 'journal', journal)
  Load(buffer, content)
  setbufvar(buffer, '&modified', true)
  return buffer
enddef

def IsUnsaved(buffer: number): bool
  return bufloaded(buffer) && (getbufvar(buffer, '&modified')
    || getbufvar(buffer, 'journal', {})->get('sent', v:none) != v:none)
enddef

# Shows the current text of the entry beside the buffer, as a diff.
def ShowConflict(buffer: number, current: dict<any>)
  EndOther(current.id)
  ShowBeside(buffer, THEIRS .. current.id, current.text, 'changed elsewhere')
  report.Error('conflict; merge, then :w! saves this text, :e! discards it')
enddef

# Shows a text beside the buffer, as a diff. `title` is for the status line.
def ShowBeside(buffer: number, name: string, content: string, title: string)
  var window = buffers.Show(buffer)
  var theirs = bufadd(name)
  if empty(win_findbuf(theirs))
    win_execute(window, $'noswapfile rightbelow vertical sbuffer {theirs}')
  endif
  for [option, value] in items({buftype: 'nofile', bufhidden: 'wipe', swapfile: false,
      modeline: false, modifiable: false})
    setbufvar(theirs, '&' .. option, value)
  endfor
  buffers.Replace(theirs, text.ToLines(content).lines)
  setbufvar(theirs, '&filetype', getbufvar(buffer, '&filetype'))
  setbufvar(theirs, 'journal_mine', buffer)
  if &g:statusline == ''
    win_execute(win_findbuf(theirs)[0], 'setlocal statusline=' .. escape(title, ' '))
  endif
  win_execute(window, 'diffthis')
  win_execute(win_findbuf(theirs)[0], 'diffthis')
  win_execute(window, 'diffupdate')
enddef

# Shows the text of another machine, a version of the entry, beside the buffer.
export def ShowOther(buffer: number, version: string, content: string)
  var journal: dict<any> = getbufvar(buffer, 'journal')
  var id: string = journal.base.id
  EndDiff(id)
  ShowBeside(buffer, OTHER .. id, content, 'other machine')
  journal.other = {version: version, settled: 0}
enddef

# Returns what `other` of a buffer is while its window exists, otherwise an empty dictionary.
export def Other(buffer: number): dict<any>
  var journal: dict<any> = getbufvar(buffer, 'journal', {})
  return empty(journal) || bufnr($'^{OTHER}{journal.base.id}$') < 0 ? {} : journal.other
enddef

# Notes that a revision settles the conflict with the text `other` beside a buffer.
export def Settled(buffer: number, other: dict<any>, rev: number)
  var journal: dict<any> = getbufvar(buffer, 'journal', {})
  other.settled = rev
  if !empty(journal)
    EndSettled(journal)
  endif
enddef

# Ends the diff with the text of another machine if it is in conflict no longer.
def EndSettled(journal: dict<any>)
  var other: dict<any> = journal.other
  var base: dict<any> = journal.base
  if !empty(other) && (base->get('conflicts', 0) == 0
      || other.settled > 0 && base.rev >= other.settled)
    journal.other = {}
    EndOther(base.id)
  endif
enddef

# Ends the diff when the other side is closed, for BufWinLeave.
export def TheirsClosed(theirs: number)
  for window in win_findbuf(getbufvar(theirs, 'journal_mine', -1))
    win_execute(window, 'diffoff')
  endfor
enddef

def EndDiff(id: string)
  Wipe(THEIRS .. id)
enddef

def EndOther(id: string)
  Wipe(OTHER .. id)
enddef

def Wipe(name: string)
  var buffer = bufnr($'^{name}$')
  if buffer > 0
    execute 'bwipeout!' buffer
  endif
enddef

# Returns the IANA name of the time zone.
def Zone(): string
  var zone = $TZ->substitute('^:', '', '')
  if zone == ''
    zone = resolve('/etc/localtime')->matchstr('zoneinfo/\%(posix/\)\=\zs.*')
  endif
  return zone != '' && filereadable('/usr/share/zoneinfo/' .. zone) ? zone : 'UTC'
enddef
