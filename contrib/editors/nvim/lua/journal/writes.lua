-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Requests that write. Leaving Neovim waits for them.
local client = require("journal.client")
local message = require("journal.message")
local uuid = require("journal.uuid")

local writes = {
  --- The longest time in milliseconds that a command that quits waits.
  limit = 5000,
}

--- The time in milliseconds after which it says so.
local notice_delay = 200
--- The longest duration of `vim.wait`, at whose end Neovim 0.7 notices CTRL-C.
local slice = 100

local count = 0
--- The command that quits and is being executed, nil otherwise: `deadline`, the time in
--- milliseconds until which it waits.
local quit
local is_waiting = false

local function now()
  return vim.loop.hrtime() / 1e6
end

local function begin()
  quit = { deadline = now() + writes.limit }
end

--- Waits until all writes are answered, at most until a time. Events are processed meanwhile.
--- Returns whether they are, and whether CTRL-C ended the wait.
local function wait_until(time)
  local function is_settled()
    return count == 0
  end
  repeat
    local left = math.max(0, math.min(math.ceil(time - now()), slice))
    local is_done, reason = vim.wait(left, is_settled, 10)
    if is_done or reason == -2 then
      return is_done, reason == -2
    end
  until now() >= time
  return false, false
end

--- Waits in the time that the command that quits has left. After a timeout or CTRL-C, it does not
--- wait again. Returns whether all writes are answered.
local function wait()
  is_waiting = true
  local notice_time = math.min(quit.deadline, now() + notice_delay)
  local is_settled, is_interrupted = wait_until(notice_time)
  if not is_settled and not is_interrupted and now() < quit.deadline then
    local text = "waiting up to %g seconds for the daemon; CTRL-C ends it"
    message.info_now(text:format(writes.limit / 1000))
    is_settled = wait_until(quit.deadline)
  end
  is_waiting = false
  if not is_settled then
    quit.deadline = 0
  end
  -- After the command, unless it waits again, which processes what is scheduled.
  vim.schedule(function()
    quit = is_waiting and quit or nil
  end)
  return is_settled
end

--- Returns parameters with a step of their own if the method changes an entry, so that the change
--- can be undone.
local function with_step(method, params)
  if not method:find("^entry%.") and method ~= "sync.resolve" then
    return params
  end
  local step = { id = uuid.random(), client = "journal.nvim", command = "nvim" }
  return vim.tbl_extend("error", params, { step = step })
end

--- Sends a request that writes; see `client.request`.
function writes.request(method, params, callback)
  count = count + 1
  client.request(method, with_step(method, params), function(error, result)
    count = count - 1
    callback(error, result)
  end)
end

--- Returns an object that stands for the command that quits and is being executed, or nil.
function writes.quit()
  return quit
end

--- Waits until all writes are answered, if a command that quits is being executed, so that a write
--- that fails keeps the window open. Returns false on a timeout.
function writes.settle()
  return not quit or wait()
end

--- Handles `QuitPre`. `:wq` writes before it, but `:confirm quit` after it.
function writes.quitting()
  begin()
  return wait()
end

--- Handles `VimLeavePre`. Some commands, such as `:wqall`, have no `QuitPre`.
function writes.leaving()
  if not quit then
    begin()
  end
  return wait()
end

return writes
