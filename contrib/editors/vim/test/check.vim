" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Checks for the scenarios. A check is a behaviour and a condition that holds within a time limit.

const LIMIT = 60.0

# Waits until the condition holds and records whether it did. `Explain` returns a value to print if
# it did not.
export def Check(behaviour: string, Condition: func, Explain: func = null_function)
  var start = reltime()
  var holds = Holds(Condition)
  while !holds && reltimefloat(reltime(start)) < LIMIT
    sleep 5m
    holds = Holds(Condition)
  endwhile
  Record((holds ? 'ok ' : 'FAILED ') .. behaviour)
  if !holds
    Record('  buffer: ' .. string(getline(1, 20)))
    Record('  messages: ' .. execute('messages')->split("\n")->string())
    if Explain != null_function
      Record('  value: ' .. string(Explain()))
    endif
  endif
enddef

# Records whether two values are equal.
export def Equal(behaviour: string, actual: any, expected: any)
  Record((actual == expected ? 'ok ' : 'FAILED ') .. behaviour)
  if actual != expected
    Record($'  expected {string(expected)}')
    Record($'  actual   {string(actual)}')
  endif
enddef

# Returns the time that the processor has worked for Vim, in seconds. Other processes do not change
# it, unlike the time of a clock.
export def ProcessorTime(): float
  # The name of the program, in parentheses, may contain spaces.
  var fields = readfile('/proc/self/stat')[0]->substitute('.*) ', '', '')->split()
  # In ticks, of which Linux reports 100 per second.
  return (str2nr(fields[11]) + str2nr(fields[12])) / 100.0
enddef

# Runs a scenario and ends Vim. An exception is a failure.
export def Run(Scenario: func)
  try
    Scenario()
    Record('end')
  catch
    Record($'FAILED {v:exception} at {v:throwpoint}')
  endtry
  qall!
enddef

# Runs the client and returns its output. A busy machine may take longer than the 5 seconds that the
# client waits otherwise.
export def Journal(...arguments: list<string>): string
  var command = [$JOURNAL, '--timeout', '60']->extend(arguments)
    ->map((_, word) => shellescape(word))->join()
  var output = system(command .. ' </dev/null')
  if v:shell_error != 0
    throw $'{command}: {output}'
  endif
  return trim(output)
enddef

# Writes an entry at an instant and returns its id.
export def Write(text: string, instant: string, others: dict<any> = {}): string
  var params = extend({text: text, createdAt: instant, createNotebook: true}, others)
  return json_decode(Journal('rpc', 'entry.create', json_encode(params))).id
enddef

# Makes entries that two machines have changed at the same time, from the texts that were written
# here and on the other one; returns their ids.
export def Disagree(...texts: list<string>): list<string>
  var command = [$MAKE_CONFLICT, $HOME .. '/other']->extend(texts)
    ->map((_, word) => shellescape(word))->join()
  var output = system(command .. ' </dev/null')
  if v:shell_error != 0
    throw $'{command}: {output}'
  endif
  return split(output)
enddef

# Returns an entry of the daemon.
export def Entry(id: string): dict<any>
  return json_decode(Journal('rpc', 'entry.get', json_encode({id: id}))).entry
enddef

# Returns the entries of the daemon, newest first.
export def Entries(): list<dict<any>>
  return json_decode(Journal('rpc', 'entry.list', '{}')).entries
enddef

def Holds(Condition: func): bool
  try
    return Condition()
  catch /^Vim\%((\a\+)\)\=:E\%(684\|716\|121\):/
    # The line, member or variable does not exist yet.
  endtry
  return false
enddef

def Record(line: string)
  writefile([line], $TEST_RESULTS, 'a')
enddef
