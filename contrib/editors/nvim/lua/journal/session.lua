-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The protocol session: matches replies to requests, resumes subscriptions, opens lists
--- again, and repeats unanswered requests on the next connection. It performs no I/O: `hooks.send` receives each line
--- for the daemon, and `receive` accepts what the daemon sends.
---
--- Every request that the plugin sends is safe to repeat: entries are created with an id chosen by
--- the plugin, and texts are updated with `ifRev`.
local Framer = require("journal.framer")

local Session = {}
Session.__index = Session

Session.version = "0.3.0"
local line_limit = 4 * 1024 * 1024
local decoding = { luanil = { object = true, array = true } }

--- Creates a session. `hooks` has
---   send(line)      sends a line, which includes its newline
---   ready()         the daemon has accepted the session
---   refused(error)  the daemon rejected the session or cannot serve it
---   ended()         the daemon has announced that it is shutting down
---   fault(message)  a message of the daemon or a callback caused an error
function Session.new(hooks)
  return setmetatable({
    hooks = hooks,
    framer = Framer.new(),
    last_id = 0,
    is_ready = false,
    requests = {},
    feeds = {},
    active = {},
  }, Session)
end

local function encode(id, method, params)
  return vim.json.encode({
    jsonrpc = "2.0",
    id = id,
    method = method,
    params = next(params) and params or vim.empty_dict(),
  }) .. "\n"
end

--- Returns an error if the daemon would reject a line without naming the request.
local function unsendable(line)
  local problem
  if #line > line_limit then
    problem = { kind = "limit.line", message = "the text is too long" }
  elseif not pcall(vim.fn.json_encode, line) then
    problem = { kind = "parse.utf8", message = "the text is not valid UTF-8; 8g8 finds the place" }
  end
  return problem and vim.tbl_extend("error", problem, { data = {} })
end

--- Returns whether a feed that failed with an error can succeed on the same connection. The daemon
--- does not announce that the journal was unlocked.
local function is_temporary(error)
  return error.data.retryable or error.kind == "encryption.locked"
end

function Session:call(callback, ...)
  local ok, message = pcall(callback, ...)
  if not ok then
    self.hooks.fault(message)
  end
end

function Session:next_id()
  self.last_id = self.last_id + 1
  return self.last_id
end

--- Sends a request that belongs to the current connection only.
function Session:send_now(id, method, params, callback)
  self.requests[id] = { callback = callback, is_transient = true }
  self.hooks.send(encode(id, method, params))
end

--- Sends a request, or queues it until the session is ready. `callback(error, result)` is called
--- once; `error` has the members `kind`, `message` and `data`.
function Session:request(method, params, callback)
  local id = self:next_id()
  local line = encode(id, method, params)
  local problem = unsendable(line)
  if problem then
    return self:call(callback, problem)
  end
  self.requests[id] = { line = line, callback = callback, method = method, params = params }
  if self.is_ready then
    self.hooks.send(line)
  end
end

--- Starts the session on a new connection.
function Session:opened()
  self.framer, self.has_invalid_line = Framer.new(), false
  local params = {
    client = { name = "nvim", version = Session.version },
    protocol = { 1 },
    require = { "list", "subscribe.query" },
  }
  self:send_now(self:next_id(), "hello", params, function(error, result)
    if error then
      return self.hooks.refused(error)
    elseif self.epoch and self.epoch ~= result.epoch then
      self:drop_revisions()
    end
    self.epoch = result.epoch
    self.is_ready = true
    for _, feed in ipairs(self.feeds) do
      self:start(feed)
    end
    for _, id in ipairs(self:pending()) do
      self.hooks.send(self.requests[id].line)
    end
    self.hooks.ready()
  end)
end

--- Returns the ids of unanswered requests that outlive the connection, in the order of sending.
function Session:pending()
  local ids = {}
  for id, request in pairs(self.requests) do
    if not request.is_transient then
      table.insert(ids, id)
    end
  end
  table.sort(ids)
  return ids
end

--- Removes the revisions from unanswered requests, because the store was replaced: with the
--- revision of no entry, they are conflicts.
function Session:drop_revisions()
  for _, id in ipairs(self:pending()) do
    local request = self.requests[id]
    if request.params.ifRev then
      local params = vim.tbl_extend("force", request.params, { ifRev = 0 })
      request.line = encode(id, request.method, params)
    end
  end
end

--- Ends the use of a connection. Unanswered requests stay queued.
function Session:closed()
  self.is_ready = false
  self.active = {}
  for id, request in pairs(self.requests) do
    if request.is_transient then
      self.requests[id] = nil
    end
  end
end

--- Fails all queued requests.
function Session:fail(error)
  for _, id in ipairs(self:pending()) do
    local request = self.requests[id]
    self.requests[id] = nil
    self:call(request.callback, error)
  end
end

--- Creates a subscription that lasts until `stop`, across connections. `options` has
---   query, include          as in the protocol
---   reset(is_foreign)       called first, and whenever the data must be read again; `is_foreign`
---                           if another store is in the place of the former one
---   changes(items)          changes after the last reset
---   failed(error)           the daemon rejected the subscription, or ended it; see `feed_failed`
function Session:subscribe(options)
  return self:add(vim.tbl_extend("error", options, { start = self.start_subscription }))
end

--- Opens a live list that lasts until `stop`; it is opened again on each connection. `options` has
---   params               the parameters of `list.open`
---   opened(rows, more)   the list was opened
---   changed(items, more) the items of `list.changes`
---   failed(error)        the daemon rejected the list or ended it; see `feed_failed`
function Session:open_list(options)
  return self:add(vim.tbl_extend("error", options, { start = self.start_list, is_list = true }))
end

function Session:add(feed)
  table.insert(self.feeds, feed)
  if self.is_ready then
    self:start(feed)
  end
  return feed
end

--- Ends a subscription or a live list.
function Session:stop(feed)
  for index, other in ipairs(self.feeds) do
    if other == feed then
      table.remove(self.feeds, index)
      break
    end
  end
  if feed.id and self.active[feed.id] == feed then
    self.active[feed.id] = nil
    local method = feed.is_list and "list.close" or "unsubscribe"
    local params = { [feed.is_list and "list" or "sub"] = feed.id }
    self:send_now(self:next_id(), method, params, function() end)
  end
end

--- Makes a subscription call `reset` when it starts again. It keeps its cursor, which tells another
--- store from the former one.
function Session:expire(subscription)
  subscription.is_expired = true
end

--- Starts a feed on the current connection. The id of the request names it.
function Session:start(feed)
  local id = self:next_id()
  feed.id, feed.is_retried = id, false
  self.active[id] = feed
  feed.start(self, id, feed)
end

--- Returns whether a feed failed that may succeed now.
function Session:has_retries()
  for _, feed in ipairs(self.feeds) do
    if feed.is_retried then
      return true
    end
  end
  return false
end

--- Starts the feeds again that failed, but may succeed now.
function Session:retry()
  for _, feed in ipairs(self.is_ready and self.feeds or {}) do
    if feed.is_retried then
      self:start(feed)
    end
  end
end

--- Sends a request that starts a feed; `callback` is called if the feed has not been stopped.
function Session:send_start(id, feed, method, params, callback)
  self:send_now(id, method, params, function(error, result)
    if self.active[id] ~= feed then
      return
    elseif error then
      self.active[id] = nil
    else
      feed.failure = nil
    end
    callback(error, result)
  end)
end

--- Handles the failure of a feed, which starts again on the next connection, or earlier if
--- `is_retried`. It is reported unless the last start failed in the same way.
function Session:feed_failed(feed, error, is_retried)
  feed.is_expired, feed.is_retried = true, is_retried
  local is_reported = feed.failure == error.kind
  feed.failure = error.kind
  if not is_reported then
    feed.failed(error)
  end
end

--- Sends `subscribe`, from the cursor if there is one.
function Session:start_subscription(id, subscription)
  local params = {
    query = subscription.query,
    include = subscription.include,
    since = subscription.cursor,
  }
  self:send_start(id, subscription, "subscribe", params, function(error, result)
    if error and (error.kind == "cursor.foreign" or error.kind == "cursor.invalid") then
      subscription.cursor, subscription.is_foreign = nil, true
      return self:start(subscription)
    elseif error then
      return self:feed_failed(subscription, error, is_temporary(error))
    end
    local is_resumed = params.since and result.mode == "delta" and not subscription.is_expired
    local is_foreign = subscription.is_foreign or false
    subscription.cursor, subscription.is_foreign, subscription.is_expired = result.cursor, nil, nil
    if not is_resumed then
      subscription.reset(is_foreign)
    end
  end)
end

function Session:start_list(id, list)
  self:send_start(id, list, "list.open", list.params, function(error, result)
    if error then
      return self:feed_failed(list, error, is_temporary(error))
    end
    list.opened(result.rows, result.more)
  end)
end

function Session:receive(bytes)
  for _, line in ipairs(self.framer:feed(bytes)) do
    local ok, message = pcall(vim.json.decode, line, decoding)
    if ok and type(message) == "table" then
      self:call(self.dispatch, self, message)
    elseif not self.has_invalid_line then
      self.has_invalid_line = true
      self.hooks.fault("the daemon sent a line that is not JSON")
    end
  end
end

local function reply_error(error)
  local data = error.data or {}
  return { kind = data.kind or "unknown", message = error.message or "unknown error", data = data }
end

function Session:dispatch(message)
  if message.method then
    return self:notified(message.method, message.params or {})
  end
  local error = message.error and reply_error(message.error)
  if message.id == nil then
    return error and self.hooks.refused(error)
  end
  local request = self.requests[message.id]
  if request then
    -- The result of `hello` does not show that the daemon can use its store; all others do.
    local was_ready = self.is_ready
    self.requests[message.id] = nil
    request.callback(error, message.result)
    if was_ready and not error then
      self:retry()
    end
  end
end

--- Handles the end of a feed. A list ends by itself if the daemon cannot read it.
function Session:ended(params)
  local feed = self.active[params.sub]
  if params.reason ~= "failed" then
    return self.hooks.ended()
  elseif feed then
    self.active[params.sub] = nil
    local error = { kind = "list.failed", message = "the daemon cannot read the list", data = {} }
    self:feed_failed(feed, error, true)
  end
end

--- Handles a notification; unknown ones are ignored.
function Session:notified(method, params)
  local feed = self.active[params.list or params.sub]
  if method == "end" then
    self:ended(params)
  elseif not feed then
    return
  elseif method == "list.changes" then
    feed.changed(params.items, params.more)
  elseif method == "changes" then
    feed.changes(params.items or {})
    if not params.more then
      feed.cursor = params.to
    end
  elseif method == "reset" then
    feed.cursor = params.to
    feed.reset(false)
  end
end

return Session
