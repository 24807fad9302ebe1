-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The protocol session: matches replies to requests, resumes subscriptions, and repeats
--- unanswered requests on the next connection. It performs no I/O: `hooks.send` receives each line
--- for the daemon, and `receive` accepts what the daemon sends.
---
--- Every request that the plugin sends is safe to repeat: entries are created with an id chosen by
--- the plugin, and texts are updated with `ifRev`.
local Framer = require("journal.framer")

local Session = {}
Session.__index = Session

Session.version = "0.1.0"
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
    subscriptions = {},
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
  self.requests[id] = { line = line, callback = callback }
  if self.is_ready then
    self.hooks.send(line)
  end
end

--- Starts the session on a new connection.
function Session:opened()
  self.framer, self.has_invalid_line = Framer.new(), false
  local params = { client = { name = "nvim", version = Session.version }, protocol = { 1 } }
  self:send_now(self:next_id(), "hello", params, function(error)
    if error then
      return self.hooks.refused(error)
    end
    self.is_ready = true
    for _, subscription in ipairs(self.subscriptions) do
      self:start(subscription)
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

--- Creates a subscription that lasts until `unsubscribe`, across connections. `options` has
---   filter, include  as in the protocol
---   reset()          called first, and whenever the data must be read again
---   changes(items)   changes after the last reset
---   failed(error)    the daemon rejected the subscription
function Session:subscribe(options)
  local subscription = options
  table.insert(self.subscriptions, subscription)
  if self.is_ready then
    self:start(subscription)
  end
  return subscription
end

function Session:unsubscribe(subscription)
  for index, other in ipairs(self.subscriptions) do
    if other == subscription then
      table.remove(self.subscriptions, index)
      break
    end
  end
  if subscription.id and self.active[subscription.id] == subscription then
    self.active[subscription.id] = nil
    self:send_now(self:next_id(), "unsubscribe", { sub = subscription.id }, function() end)
  end
end

--- Sends `subscribe`, from the cursor if there is one. The request id names the subscription.
function Session:start(subscription)
  local id = self:next_id()
  subscription.id = id
  self.active[id] = subscription
  local params = {
    filter = next(subscription.filter or {}) and subscription.filter or nil,
    include = subscription.include,
    since = subscription.cursor,
  }
  self:send_now(id, "subscribe", params, function(error, result)
    if self.active[id] ~= subscription then
      return
    end
    if error then
      self.active[id] = nil
      if error.kind == "cursor.foreign" or error.kind == "cursor.invalid" then
        subscription.cursor = nil
        return self:start(subscription)
      end
      return subscription.failed(error)
    end
    local is_resumed = params.since and result.mode == "delta"
    subscription.cursor = result.cursor
    if not is_resumed then
      subscription.reset()
    end
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
    self.requests[message.id] = nil
    request.callback(error, message.result)
  end
end

--- Handles a notification; unknown ones are ignored.
function Session:notified(method, params)
  local subscription = self.active[params.sub]
  if method == "end" then
    self.hooks.ended()
  elseif not subscription then
    return
  elseif method == "changes" then
    subscription.changes(params.items or {})
    if not params.more then
      subscription.cursor = params.to
    end
  elseif method == "reset" then
    subscription.cursor = params.to
    subscription.reset()
  end
end

return Session
