" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# The protocol session: requests, replies, subscriptions with their cursors, and live lists, across
# any number of connections. It performs no I/O: messages to send are appended to `output`.

import autoload './transport.vim'

# The protocol versions that this plugin supports.
const PROTOCOL = [1]

# The capabilities that it needs.
const REQUIRED = ['list', 'subscribe.query']

# The kind of the errors of a daemon that has no key of an encrypted journal.
const LOCKED = 'encryption.locked'

# Returns a session without a connection.
#
# state          'closed', 'greeting' until hello is answered, or 'open'
# output         the messages to send, in order
# pending        the calls without a reply, by id
# subscriptions  and live lists, by name
# epoch          the identity of the store, '' before hello is answered
# ended          whether the daemon announced its end on this connection
# Fault          called with an error that concerns the connection
export def New(Fault: func): dict<any>
  return {
    state: 'closed',
    output: [],
    last_id: 0,
    last_subscription: 0,
    pending: {},
    subscriptions: {},
    epoch: '',
    ended: false,
    Fault: Fault,
  }
enddef

# Starts the session on a new connection.
export def Opened(session: dict<any>)
  session.state = 'greeting'
  session.ended = false
  session.output = []
  Send(session, 'hello', 'hello', {client: {name: 'vim', version: '1'},
    protocol: PROTOCOL, require: REQUIRED})
enddef

# Ends the session on a connection. Unanswered calls are sent again on the next one; all writes can
# be repeated, because they have an id or a revision.
export def Closed(session: dict<any>)
  session.state = 'closed'
  session.output = []
enddef

# Calls a method; `Done` is called with the result and an error, one of which is empty. A call that
# is `retained` waits for a connection as long as necessary.
export def Call(session: dict<any>, method: string, params: dict<any>,
    Done: func, retained = false)
  if !transport.IsText(params)
    Done({}, NotText())
    return
  endif
  session.last_id += 1
  session.pending[session.last_id] = {
    id: session.last_id, method: method, params: params, retained: retained, Done: Done,
  }
  if session.state == 'open'
    Send(session, session.last_id, method, params)
  endif
enddef

# The daemon would close the connection, or Vim would replace the bytes.
def NotText(): dict<any>
  return {message: 'the text is not valid UTF-8; 8g8 finds the place',
    data: {kind: 'parse.utf8', retryable: false}}
enddef

# Creates a subscription that is resumed on every connection. `handlers` has
#
# Reset(foreign)  read the data again; foreign: it comes from another store
# Changes(items, more)
# Failed(error)   the subscription was rejected; called again only for another kind of error. It
#                 remains, and is sent again by Retry() and on the next connection
export def Subscribe(session: dict<any>, name: string, params: dict<any>, handlers: dict<any>)
  Follow(session, name, 'subscribe', params, handlers)
enddef

# Opens a live list, and opens it again on every connection. `handlers` has
#
# Opened(rows, more)
# Changes(items, more)
# Failed(error)   the list was rejected, or ended by the daemon; then as above
export def OpenList(session: dict<any>, name: string, params: dict<any>, handlers: dict<any>)
  Follow(session, name, 'list.open', params, handlers)
enddef

def Follow(session: dict<any>, name: string, method: string, params: dict<any>,
    handlers: dict<any>)
  if !transport.IsText(params)
    handlers.Failed(NotText())
    return
  endif
  session.last_subscription += 1
  # The number distinguishes the subscription from an earlier one with the name, which may not have
  # ended yet.
  session.subscriptions[name] = {
    name: name, id: $'{name}.{session.last_subscription}', method: method, params: params,
    cursor: '', foreign: false, sent: false, rejection: '', transient: false, handlers: handlers,
  }
  if session.state == 'open'
    SendSubscribe(session, session.subscriptions[name])
  endif
enddef

# Sends the subscriptions and lists again that were rejected.
export def Retry(session: dict<any>)
  if session.state != 'open'
    return
  endif
  for subscription in values(session.subscriptions)
    if subscription.rejection != '' && !subscription.sent
      SendSubscribe(session, subscription)
    endif
  endfor
enddef

# Whether a subscription or a list was rejected for a reason that can end, of which the daemon does
# not notify.
export def IsWaiting(session: dict<any>): bool
  return values(session.subscriptions)->indexof((_, subscription) => subscription.transient) >= 0
enddef

# Whether a subscription or a list was rejected because the journal is locked.
export def IsLocked(session: dict<any>): bool
  return values(session.subscriptions)
    ->indexof((_, subscription) => subscription.rejection == LOCKED) >= 0
enddef

# Ends a subscription or a live list.
export def Unsubscribe(session: dict<any>, name: string)
  if !session.subscriptions->has_key(name)
    return
  endif
  var subscription = remove(session.subscriptions, name)
  if session.state == 'open'
    var is_list = subscription.method == 'list.open'
    Call(session, is_list ? 'list.close' : 'unsubscribe',
      {[is_list ? 'list' : 'sub']: subscription.id}, (_, _) => 0, true)
  endif
enddef

# Answers all calls that are not retained with an error.
export def Fail(session: dict<any>, error: dict<any>)
  for request in Pending(session)->filter((_, request) => !request.retained)
    remove(session.pending, request.id)
    request.Done({}, error)
  endfor
enddef

# Returns the calls without a reply in the order in which they were made.
export def Pending(session: dict<any>): list<dict<any>>
  return session.pending->values()->sort((a, b) => a.id - b.id)
enddef

# Processes a message of the daemon.
export def Receive(session: dict<any>, message: dict<any>)
  var id = $'{message->get('id', v:null)}'
  if message->has_key('method')
    Notified(session, message.method, message->get('params', {}))
  elseif id == 'null'
    session.Fault(message->get('error', {message: 'the daemon sent an invalid line'}))
  elseif id == 'hello'
    Greeted(session, message->get('result', {}), message->get('error', {}))
  elseif !empty(Subscription(session, id))
    Subscribed(session, Subscription(session, id), message)
  elseif session.pending->has_key(id)
    Replied(session, id, message)
  endif
enddef

def Replied(session: dict<any>, id: string, message: dict<any>)
  var error: dict<any> = message->get('error', {})
  # The call is sent again on the next connection.
  if Kind(error) == 'shutting.down'
    return
  endif
  var request = remove(session.pending, id)
  request.Done(message->get('result', {}), error)
  # While the journal is locked, no call succeeds.
  if empty(error) && IsWaiting(session)
    Retry(session)
  endif
enddef

# Returns the kind of an error, '' if there is none.
export def Kind(error: dict<any>): string
  return error->get('data', {})->get('kind', empty(error) ? '' : 'internal')
enddef

def Greeted(session: dict<any>, result: dict<any>, error: dict<any>)
  if !empty(error)
    session.Fault(error)
    return
  endif
  session.state = 'open'
  var epoch: string = result->get('epoch', '')
  if session.epoch != '' && session.epoch != epoch
    DropRevisions(session)
  endif
  session.epoch = epoch
  for subscription in values(session.subscriptions)
    SendSubscribe(session, subscription)
  endfor
  for request in Pending(session)
    if index(['unsubscribe', 'list.close'], request.method) >= 0
      remove(session.pending, request.id)
    else
      Send(session, request.id, request.method, request.params)
    endif
  endfor
enddef

# Removes the revisions from calls without a reply, because the store was replaced: with the
# revision of no entry, they are conflicts.
def DropRevisions(session: dict<any>)
  for request in Pending(session)->filter((_, request) => request.params->has_key('ifRev'))
    request.params = extend({ifRev: 0}, request.params, 'keep')
  endfor
enddef

# Returns the subscription or the list with an id, or an empty dictionary.
def Subscription(session: dict<any>, id: string): dict<any>
  var subscription = session.subscriptions->get(id->substitute('\.\d\+$', '', ''), {})
  return subscription->get('id', '') == id ? subscription : {}
enddef

def SendSubscribe(session: dict<any>, subscription: dict<any>)
  subscription.sent = true
  var since = empty(subscription.cursor) ? {} : {since: subscription.cursor}
  Send(session, subscription.id, subscription.method, extend(since, subscription.params))
enddef

def Subscribed(session: dict<any>, subscription: dict<any>, message: dict<any>)
  var error: dict<any> = message->get('error', {})
  subscription.sent = false
  # After this error, the subscription is sent again on the next connection.
  if Kind(error) == 'shutting.down'
    return
  elseif Kind(error) =~ '^cursor\.'
    subscription.cursor = ''
    subscription.foreign = true
    SendSubscribe(session, subscription)
    return
  elseif !empty(error)
    Reject(subscription, error)
    return
  endif
  # What was read meanwhile has failed too.
  var resumed = subscription.rejection != ''
  subscription.rejection = ''
  subscription.transient = false
  if subscription.method == 'list.open'
    subscription.handlers.Opened(message.result.rows, message.result->get('more', false))
  else
    var reset = resumed || empty(subscription.cursor) || message.result.mode != 'delta'
    var foreign = subscription.foreign
    subscription.cursor = message.result.cursor
    subscription.foreign = false
    if reset
      subscription.handlers.Reset(foreign)
    endif
  endif
enddef

def Reject(subscription: dict<any>, error: dict<any>)
  var former: string = subscription.rejection
  subscription.rejection = Kind(error)
  subscription.transient = Kind(error) == LOCKED || error->get('data', {})->get('retryable', false)
  if subscription.rejection != former
    subscription.handlers.Failed(error)
  endif
enddef

def Notified(session: dict<any>, method: string, params: dict<any>)
  var subscription = Subscription(session, params->get('list', params->get('sub', '')))
  if method == 'end'
    Ended(session, subscription, params)
  elseif empty(subscription)
    return
  elseif method == 'list.changes'
    subscription.handlers.Changes(params.items, params->get('more', false))
  elseif method == 'changes'
    var more: bool = params->get('more', false)
    if !more
      subscription.cursor = params.to
    endif
    subscription.handlers.Changes(params.items, more)
  elseif method == 'reset'
    subscription.cursor = params.to
    subscription.handlers.Reset(false)
  endif
enddef

# Handles the end of all subscriptions, or of a list that the daemon cannot read.
def Ended(session: dict<any>, subscription: dict<any>, params: dict<any>)
  if params->get('reason', '') != 'failed'
    session.ended = true
  elseif !empty(subscription)
    Reject(subscription, {message: 'the daemon cannot read it',
      data: {kind: 'ended', retryable: true}})
  endif
enddef

def Send(session: dict<any>, id: any, method: string, params: dict<any>)
  add(session.output, {jsonrpc: '2.0', id: id, method: method, params: params})
enddef
