" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Without a daemon: starting it, and failing to.

import './check.vim'

def Messages(): list<string>
  return execute('messages')->split("\n")->filter((_, line) => line =~ '^journal: ')
enddef

# Runs another editor with commands, and returns its output.
def Vim(environment: string, ...commands: list<string>): string
  var arguments = commands->mapnew((_, command) => '-c ' .. shellescape(command))->join()
  return system($'{environment} {v:progpath} -N --not-a-term -T dumb -n -i NONE '
    .. $'-u {expand("<script>:p:h")}/vimrc {arguments} </dev/null')
enddef

# Returns the texts of the saved files that are not in `former`, sorted, without the comments that
# precede them.
def Drafts(former: list<string>): list<list<string>>
  return DraftPaths()->filter((_, path) => index(former, path) < 0)
    ->mapnew((_, path) => readfile(path)->filter((_, line) => line !~ '^<!-- journal {.*} -->$'))
    ->sort()
enddef

def DraftPaths(...folders: list<string>): list<string>
  var names = empty(folders) ? ['drafts', 'conflicts', 'undelivered'] : folders
  var paths = names->mapnew((_, name) => $'{$XDG_STATE_HOME}/journal/{name}')
  # A pattern with braces would be expanded by the shell, if it can.
  return globpath(paths->join(','), '*', true, true)
enddef

def Texts(): list<string>
  return check.Entries()->mapnew((_, entry) => entry.text)
enddef

def Opened(id: string, content: string): list<string>
  return [$'edit journal://entry/{id}', $'while getline(1) != "{content}" | sleep 5m | endwhile']
enddef

# An editor that is closed while a text is being written, after another edit of it.
def Leaving()
  var former = DraftPaths()
  Vim('JOURNAL_NO_SPAWN=1', 'JournalNew', 'call setline(1, "first")', 'write',
    'call setline(1, "second")', 'wq', 'qall')
  check.Equal('the draft contains the text that was saved last', Drafts(former), [['second']])

  former = DraftPaths()
  Vim('JOURNAL_NO_SPAWN=1', 'JournalNew', 'call setline(1, "first")', 'write',
    'call setline(1, "discarded")', 'qall!')
  check.Equal('but no text that was not saved', Drafts(former), [['first']])

  former = DraftPaths()
  Vim('JOURNAL_NO_SPAWN=1', 'JournalNew', 'call setline(1, "one")', 'write',
    'JournalNew', 'call setline(1, "two")', 'write', 'qall')
  check.Equal('every text becomes a draft', Drafts(former), [['one'], ['two']])

  Vim('', 'JournalNew', 'call setline(1, "first")', 'write', 'call setline(1, "second")', 'wq',
    'qall')
  var entry = check.Entries()[0]
  check.Equal('the text that was saved last is written', entry.text, 'second')
  former = DraftPaths()
  call(Vim, [''] + Opened(entry.id, 'second') + ['call setline(1, "mine, first")',
    $'call system("{$JOURNAL} edit {entry.id} theirs")', 'write',
    'call setline(1, "mine, second")', 'wq', 'qall'])
  check.Equal('a conflict at the end leaves the text that was saved last as a draft',
    Drafts(former), [['mine, second']])
  check.Equal('among the conflicts', DraftPaths('conflicts')->mapnew((_, path) =>
    fnamemodify(path, ':t')), [$'{entry.id}-{entry.rev}.md'])

  former = DraftPaths()
  var daemon: number = json_decode(check.Journal('rpc', 'status', '{}', '--no-start')).pid
  call(Vim, [''] + Opened(entry.id, 'theirs') + [$'call system("{$STOP_PROCESS} {daemon}")',
    'call setline(1, "first")', 'write', 'call setline(1, "second")', 'JournalNew other', 'wq'])
  system($'kill -CONT {daemon}')
  check.Equal('and so does a daemon that does not answer', Drafts(former),
    [['other'], ['second']])
enddef

# An editor that is closed while the daemon does not answer, which writes the texts afterwards.
def Delivering()
  for path in DraftPaths()
    delete(path)
  endfor
  var id = check.Write('base', '2026-11-21T08:00:00Z')
  var base = check.Entry(id)
  var daemon: number = json_decode(check.Journal('rpc', 'status', '{}', '--no-start')).pid
  # Without what divides it into the lines of the screen.
  var output = call(Vim, [''] + Opened(id, 'base') + [$'call system("{$STOP_PROCESS} {daemon}")',
    'call setline(1, "edited")', 'write', 'JournalNew',
    'call setline(1, ["a -- b -->", "größe"])', 'wqall'])->substitute('\e\[[0-9;]*H\|[[:space:]]', '', 'g')
  var drafts = DraftPaths('drafts')
  var undelivered = DraftPaths('undelivered')
  system($'kill -CONT {daemon}')
  check.Equal('an edit at the end leaves a file with its revision',
    drafts->mapnew((_, path) => fnamemodify(path, ':t')), [$'{id}-{base.rev}.md'])
  check.Equal('and a message names the files', (drafts + undelivered)->indexof((_, path) =>
    stridx(output, path) < 0), -1)
  check.Check('the daemon writes the texts after all', () =>
    check.Entry(id).text == 'edited' && index(Texts(), "a -- b -->\ngröße") >= 0)
  var count = len(check.Entries())
  check.Journal('new', '--deliver')
  check.Journal('drafts', 'use', '--as-is', drafts[0])
  check.Equal('and nothing twice', [len(check.Entries()), DraftPaths()], [count, []])

  Vim('JOURNAL_NO_SPAWN=1', $'let g:journal_socket = "{$HOME}/none"',
    'JournalNew! ++notebook=later ++tag=t', 'call setline(1, "with attributes")', 'wqall')
  check.Journal('new', '--deliver')
  check.Equal('a new entry keeps its attributes',
    check.Entries()->filter((_, entry) => entry.text == 'with attributes')
      ->map((_, entry) => [entry.notebook.name, entry.tags, entry.zone]), [['later', ['t'], $TZ]])

  system($'{$STOP_PROCESS} {daemon}')
  var start = reltime()
  Vim('', 'JournalNew', 'call setline(1, "interrupted")', 'write',
    'call system("(sleep 1; kill -INT " .. getpid() .. ") >/dev/null 2>&1 &")', 'qall!')
  var duration = reltimefloat(reltime(start))
  var left = Drafts([])
  system($'kill -CONT {daemon}')
  check.Equal('CTRL-C ends the wait, and keeps the text', [left, duration < 4.5],
    [[['interrupted']], true])

  # A daemon that is killed while Vim waits for it.
  id = check.Write('to be written by another daemon', '2026-11-21T08:00:00Z')
  var former = DraftPaths()
  call(Vim, [''] + Opened(id, 'to be written by another daemon') + [
    $'call system("{$STOP_PROCESS} {daemon}")', 'call setline(1, repeat("written ", 40000))', 'write',
    $'call system("(sleep 0.5; kill -KILL {daemon}) >/dev/null 2>&1 &")', 'wq', 'qall'])
  check.Equal('a text is written by another daemon', [check.Entry(id).text, Drafts(former)],
    [repeat('written ', 40000), []])

  for path in DraftPaths()
    delete(path)
  endfor
  delete($XDG_STATE_HOME .. '/journal/undelivered', 'rf')
  writefile([], $XDG_STATE_HOME .. '/journal/undelivered')
  output = Vim('JOURNAL_NO_SPAWN=1', $'let g:journal_socket = "{$HOME}/none"', 'JournalNew',
    'call setline(1, "in the message")', 'wqall')
  delete($XDG_STATE_HOME .. '/journal/undelivered')
  check.Equal('a text that cannot be kept is in the message', output =~ 'in the message', true)
enddef

def Scenario()
  # A client that records its calls and fails.
  var client = $HOME .. '/client'
  writefile(['#!/bin/sh', $'echo "$*" >>{$HOME}/calls',
    $'[ "$1" = daemon ] && exec {$JOURNAL} "$@"',
    'echo "journal: the store is damaged" >&2; exit 74'], client)
  setfperm(client, 'rwx------')
  g:journal_command = client
  Journal
  check.Check('the reason of a failure is reported', () =>
    Messages() == ['journal: the store is damaged'], Messages)
  check.Check('the plugin tries again', () =>
    readfile($HOME .. '/calls')->filter((_, line) => line =~ '^status')->len() >= 3)
  check.Equal('without another message', len(Messages()), 1)
  JournalNew Not lost
  check.Check('an action reports the reason again', () =>
    Messages()[-1] =~ 'not written: .*damaged')
  check.Check('and keeps the text', () => getbufline('journal://entry/', 1) == ['Not lost'])

  g:journal_command = $JOURNAL
  execute 'buffer' bufnr('journal://entry/')
  write
  check.Check('once the daemon can be started, texts can be written', () =>
    check.Entries()[0].text == 'Not lost' && !&modified)
  buffer journal://list/
  check.Check('and the list appears', () => getline(2) =~ 'Not lost')
  check.Journal('daemon', 'stop')

  # An editor that is closed at once waits for its writes.
  Vim('', 'JournalNew', 'call setline(1, "Written at the end")', 'wq', 'qall')
  check.Equal(':wq writes an entry and starts the daemon', check.Entries()[0].text,
    'Written at the end')
  check.Journal('daemon', 'stop')
  Vim('JOURNAL_NO_SPAWN=1', 'JournalNew', 'call setline(1, "A draft")', 'wq', 'qall')
  check.Equal('a text that cannot be written at the end becomes a draft', Drafts([]), [['A draft']])
  Leaving()
  Delivering()
  Vim('', 'let g:journal_command = "nowhere"', 'Journal', 'call writefile([execute("messages")], '
    .. $'"{$HOME}/messages")', 'qall!')
  check.Equal('a missing client is reported', readfile($HOME .. '/messages')->join() =~
    '"nowhere" is not an executable', true)
enddef

check.Run(Scenario)
