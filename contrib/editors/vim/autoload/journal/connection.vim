" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# The connection to the daemon: finds the socket, connects, starts the daemon, reconnects.

import autoload './transport.vim'
import autoload './report.vim'
import autoload './session.vim'
import autoload './step.vim'

# Milliseconds before another attempt to connect, and after a failure to start the daemon.
const CONNECT_DELAY = {first: 50, last: 5000}
const START_DELAY = {first: 1000, last: 60000}
const REPLY_LIMIT = 10000
# Milliseconds before subscriptions that were rejected are sent again, such as while the journal is
# locked.
const RETRY_DELAY = 3000
# Milliseconds after which the end of Vim says that it waits.
const NOTICE_DELAY = 200
# Messages of this length may not fit into the buffer of the socket.
const FLUSH_BYTES = 65536
const FLUSH_INTERVAL = 20

var current: dict<any> = {}
var handle: channel = null_channel
# 'idle', 'working' (finding the socket, connecting or starting the daemon), 'waiting' or 'open'
var state = 'idle'
var path = ''
var job: job = null_job
var connect_timer = 0
var reply_timer = 0
var flush_timer = 0
var retry_timer = 0
# The milliseconds between attempts to connect, and the time of the last one.
var delay = 0
var waiting_since: list<number> = []
var may_start = true
var fault = ''
var reported = false
var sending = false

# Calls a method; `Done` is called with the result and an error, one of which is empty. A call that
# is `retained` waits for a connection as long as necessary; others fail if the daemon cannot be
# started.
export def Call(method: string, params: dict<any>, Done: func,
    retained = false)
  session.Call(current, method, step.Named(method, params), Done, retained)
  if !retained
    may_start = true
    reported = false
    if state == 'waiting'
      timer_stop(connect_timer)
      state = 'idle'
    endif
  endif
  Proceed()
  Watch()
enddef

# Creates a subscription, see session.Subscribe.
export def Subscribe(name: string, params: dict<any>, handlers: dict<any>)
  session.Subscribe(current, name, params, handlers)
  Proceed()
enddef

# Opens a live list, see session.OpenList.
export def OpenList(name: string, params: dict<any>, handlers: dict<any>)
  session.OpenList(current, name, params, handlers)
  Proceed()
enddef

# Ends a subscription or a live list.
export def Unsubscribe(name: string)
  session.Unsubscribe(current, name)
  Flush()
enddef

# Sends the subscriptions and lists again that were rejected.
export def Retry()
  session.Retry(current)
  Flush()
enddef

# Waits until no call is pending, at most `limit` milliseconds or until CTRL-C. Those that are fail
# then, and a later reply is ignored. For the end of Vim only.
export def Drain(limit: number)
  var start = reltime()
  var noticed = false
  try
    while !empty(Unanswered()) && Elapsed(start) < limit
      if !noticed && Elapsed(start) >= NOTICE_DELAY
        noticed = true
        redraw
        report.Info($'waiting up to {limit / 1000} seconds for the daemon; CTRL-C ends it')
      endif
      RunTimers()
      sleep 10m
    endwhile
  catch /^Vim:Interrupt$/
  endtry
  session.Fail(current, {message: 'the daemon has not answered'})
enddef

# Does what timers would do, because Vim runs none while it ends.
def RunTimers()
  if state == 'waiting' && Elapsed(waiting_since) >= delay
    Reconnect()
  elseif flush_timer != 0
    FlushRest(flush_timer)
  endif
enddef

def Elapsed(start: list<any>): float
  return reltimefloat(reltime(start)) * 1000
enddef

def Unanswered(): list<dict<any>>
  return session.Pending(current)->filter((_, request) => !request.retained)
enddef

# Returns '' while connected to a journal that is not locked, otherwise the reason.
export def Problem(): string
  if state == 'open'
    return session.IsLocked(current) ? 'locked' : ''
  endif
  return state == 'working' ? 'connecting' : 'not connected'
enddef

def Proceed()
  if &encoding != 'utf-8'
    # Vim would replace the characters that 'encoding' does not have, and write the result.
    Failed($"'encoding' is {&encoding}; the journal needs utf-8")
  elseif state == 'idle'
    state = 'working'
    if path == '' && exists('g:journal_socket')
      path = expand(g:journal_socket)
    endif
    if path == ''
      Find()
    else
      Connect(may_start)
    endif
  else
    Flush()
  endif
enddef

# Sends the output of the session.
def Flush()
  # A message that cannot be sent closes the connection, which must not start another round here.
  if sending || state != 'open'
    return
  endif
  sending = true
  try
    while !empty(current.output)
      if transport.Send(handle, remove(current.output, 0)) > FLUSH_BYTES && flush_timer == 0
        flush_timer = timer_start(FLUSH_INTERVAL, FlushRest, {repeat: -1})
      endif
    endwhile
  catch /^Vim\%((\a\+)\)\=:E/
    # close_cb follows.
  finally
    sending = false
  endtry
enddef

def FlushRest(timer: number)
  if state != 'open' || empty(current.pending)
    timer_stop(timer)
    flush_timer = 0
  else
    try
      transport.Flush(handle)
    catch /^Vim\%((\a\+)\)\=:E/
      # close_cb follows.
    endtry
  endif
enddef

# Asks the client for the path of the socket.
def Find()
  Run(['daemon', 'sockname'], (status, output, message) => {
    if status == 0
      path = trim(output)
      Connect(may_start)
    else
      Failed(message)
    endif
  })
enddef

def Connect(start_if_absent: bool)
  fault = ''
  try
    handle = transport.Open(path, Received, () => Closed())
  catch
    if start_if_absent
      Start()
    else
      Wait(CONNECT_DELAY)
    endif
    return
  endtry
  state = 'open'
  session.Opened(current)
  Flush()
  Watch()
enddef

# Starts the daemon with a command of the client, which uses systemd or starts it itself.
def Start()
  Run(['status', '--socket', path], (status, _, message) => {
    if status == 0
      Connect(false)
    else
      Failed(message)
    endif
  })
enddef

def Run(arguments: list<string>, Done: func)
  var command: string = expand(get(g:, 'journal_command', 'journal'))
  if !executable(command)
    Failed($'"{command}" is not an executable; set g:journal_command')
    return
  endif
  var output: list<string> = []
  var errors: list<string> = []
  # Three events end a job, in any order: exit, and the end of each output.
  var status = {value: -1, closed: false}
  var Finish = () => {
    if status.closed && status.value >= 0
      job = null_job
      Done(status.value, join(output, "\n"), join(errors, ' '))
    endif
  }
  job = job_start([command] + arguments, {
    in_io: 'null',
    out_cb: (_, line) => add(output, line),
    err_cb: (_, line) => add(errors, line),
    close_cb: (_) => {
      status.closed = true
      Finish()
    },
    exit_cb: (_, code) => {
      status.value = code
      Finish()
    },
  })
enddef

# Reports once that there is no connection, and tries again later if a subscription needs it.
def Failed(message: string)
  state = 'idle'
  var text = message == '' ? 'the daemon cannot be started' : message
  var calls = Unanswered()
  if !reported && empty(calls)
    report.Error(text)
  endif
  reported = true
  if !empty(current.subscriptions)
    Wait(START_DELAY)
  endif
  # Last, because what follows a failure may be another call.
  session.Fail(current, {message: text, data: {kind: 'unreachable', retryable: true}})
  redrawstatus!
enddef

def Wait(limits: dict<number>)
  delay = min([max([delay * 2, limits.first]), limits.last])
  state = 'waiting'
  waiting_since = reltime()
  connect_timer = timer_start(delay, (_) => Reconnect())
  redrawstatus!
enddef

def Reconnect()
  timer_stop(connect_timer)
  state = 'idle'
  Proceed()
enddef

def Received(message: dict<any>)
  var problem = Problem()
  try
    session.Receive(current, message)
  catch
    report.Error($'a message of the daemon caused an error: {v:exception}')
  endtry
  if current.state == 'open' && (delay > 0 || reported)
    delay = 0
    reported = false
    redrawstatus!
  elseif Problem() != problem
    redrawstatus!
  endif
  if retry_timer == 0 && session.IsWaiting(current)
    retry_timer = timer_start(RETRY_DELAY, (_) => {
      retry_timer = 0
      Retry()
    })
  endif
  Flush()
  Watch()
enddef

# Closes the connection after an error that concerns it. Its calls fail, because one of them may be
# the cause; if the daemon is shutting down, they are sent again.
def Fault(error: dict<any>)
  fault = error.message
  if session.Kind(error) != 'shutting.down'
    session.Fail(current, error)
  endif
  transport.Close(handle)
  Closed()
enddef

def Closed()
  if state != 'open'
    return
  endif
  var greeted = current.state == 'open'
  session.Closed(current)
  if !greeted
    Failed(fault == '' ? 'the daemon closed the connection' : fault)
    return
  endif
  # A daemon that was stopped is not started again until a call needs it.
  may_start = !current.ended || !empty(Unanswered())
  Wait(CONNECT_DELAY)
enddef

# Reports a daemon that does not answer.
def Watch()
  timer_stop(reply_timer)
  if state == 'open' && (current.state == 'greeting' || !empty(current.pending))
    reply_timer = timer_start(REPLY_LIMIT, (_) =>
      report.Error('the daemon has not answered for 10 seconds; still waiting'))
  endif
enddef

current = session.New(Fault)
