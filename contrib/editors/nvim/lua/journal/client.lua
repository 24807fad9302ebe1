-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The connection of this Neovim to the daemon: a `journal rpc --stdin` process, which finds the
--- socket and starts the daemon if there is none, and is restarted when it exits.
local Session = require("journal.session")
local config = require("journal.config")
local message = require("journal.message")

local client = {
  --- The time in milliseconds without any line from the daemon after which a missing reply is
  --- reported.
  reply_limit = 10000,
  --- The time in milliseconds until a rejected subscription or list is repeated.
  retry_delay = 3000,
}

local first_delay, longest_delay = 100, 10000
--- A connection that lasted this long resets the delay. All durations are in milliseconds.
local stable_duration = 1000

local job, timer, reply_timer, refusal, ready_at
local delay = first_delay
local is_retry_scheduled = false
--- Whether no further attempt to connect is made.
local is_closed = false
local errors = {}
--- Whether the current attempt may start a daemon, and whether the next one must.
local starts_daemon, is_start_requested = false, false
--- Whether the failure to connect has been reported.
local is_reported = false
--- Whether the daemon announced that it was shutting down. Then only a request starts it again.
local has_ended = false

local connect

local session = Session.new({
  send = function(line)
    -- Fails if the process has exited; the request is repeated on the next connection.
    pcall(vim.fn.chansend, job, line)
  end,
  ready = function()
    if is_reported then
      message.info("connected again")
    end
    is_reported, has_ended, ready_at = false, false, vim.loop.now()
  end,
  refused = function(error)
    refusal = error
    if error.kind == "protocol.unsupported" then
      vim.fn.jobstop(job)
    end
  end,
  ended = function()
    has_ended = true
  end,
  fault = message.fail,
})

local function stop_timer()
  if timer then
    timer:stop()
    timer:close()
    timer = nil
  end
end

--- Starts to wait for the next line from the daemon; reports once if it does not come.
local function watch()
  reply_timer = reply_timer or vim.loop.new_timer()
  reply_timer:stop()
  if job and next(session.requests) then
    reply_timer:start(client.reply_limit, 0, vim.schedule_wrap(function()
      local text = "the daemon has not answered for %g seconds; still waiting"
      message.warn(text:format(client.reply_limit / 1000))
    end))
  end
end

--- Repeats rejected subscriptions and lists after a delay, until they are accepted: the daemon
--- rejects all of them until the journal is unlocked.
local function retry_later()
  if is_retry_scheduled or not session:has_retries() then
    return
  end
  is_retry_scheduled = true
  vim.defer_fn(function()
    is_retry_scheduled = false
    session:retry()
    watch()
  end, client.retry_delay)
end

local function reconnect_later(may_start)
  stop_timer()
  timer = vim.loop.new_timer()
  timer:start(delay, 0, vim.schedule_wrap(function()
    connect(may_start)
  end))
  delay = math.min(delay * 2, longest_delay)
end

--- Reports a failed attempt once, or for each request that waited for it, and tries again later.
local function failed(reason)
  reconnect_later(false)
  if #session:pending() > 0 or starts_daemon then
    message.fail(reason)
  elseif not is_reported then
    message.warn("the daemon has stopped; waiting until it runs again")
  end
  is_reported = true
  session:fail({ kind = "unavailable", message = reason, data = {} })
end

local function exited(status)
  local was_ready = session.is_ready
  job = nil
  session:closed()
  watch()
  if is_closed then
    return
  end
  if was_ready then
    if vim.loop.now() - ready_at > stable_duration then
      delay = first_delay
    end
    return reconnect_later(not has_ended or #session:pending() > 0)
  elseif is_start_requested and not starts_daemon then
    return connect(true)
  end
  local text = refusal and refusal.message or table.concat(errors, "\n")
  if text == "" then
    text = ("%s exited with status %d"):format(config.get("command")[1], status)
  end
  failed(text)
end

connect = function(may_start)
  stop_timer()
  starts_daemon, is_start_requested, refusal, errors = may_start, false, nil, {}
  local command = vim.list_extend({}, config.get("command"))
  vim.list_extend(command, { "rpc", "--stdin" })
  if not may_start then
    table.insert(command, "--no-start")
  end
  local ok, result = pcall(vim.fn.jobstart, command, {
    on_stdout = function(_, data)
      session:receive(table.concat(data, "\n"))
      watch()
      retry_later()
    end,
    on_stderr = function(_, data)
      for _, line in ipairs(data) do
        if line ~= "" then
          table.insert(errors, (line:gsub("^journal: ", "")))
        end
      end
    end,
    on_exit = function(_, status)
      exited(status)
    end,
  })
  if not ok or result <= 0 then
    local text = "cannot run %q; install journal, or set vim.g.journal.command"
    return failed(text:format(command[1]))
  end
  job = result
  session:opened()
  watch()
end

--- Connects now if there is no connection, and permits the attempt to start a daemon.
local function ensure_connection()
  if not job then
    connect(true)
  elseif not session.is_ready then
    is_start_requested = true
  end
end

--- Sends a request; `callback(error, result)` is called once.
function client.request(method, params, callback)
  local is_first = not next(session.requests)
  session:request(method, params, callback)
  ensure_connection()
  if is_first then
    watch()
  end
end

--- Creates a subscription; see `Session:subscribe`.
function client.subscribe(options)
  local subscription = session:subscribe(options)
  ensure_connection()
  return subscription
end

--- Opens a live list; see `Session:open_list`.
function client.open_list(options)
  local list = session:open_list(options)
  ensure_connection()
  return list
end

--- Makes a subscription start anew; see `Session:expire`.
function client.expire(subscription)
  session:expire(subscription)
end

--- Ends a subscription or a live list.
function client.stop(feed)
  session:stop(feed)
end

--- Makes the connection the last one, because Neovim ends: it waits for each process that runs.
function client.close()
  is_closed = true
  stop_timer()
end

return client
