-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Requests that write. Quitting waits for them.
local client = require("journal.client")

local writes = {}

--- The longest time in milliseconds that quitting waits.
local quit_timeout = 5000

local count = 0
local is_quitting = false

--- Sends a request that writes; see `client.request`.
function writes.request(method, params, callback)
  count = count + 1
  client.request(method, params, function(error, result)
    count = count - 1
    callback(error, result)
  end)
end

--- Waits until all writes are answered, if a command that quits is being executed, so that a write
--- that fails keeps the window open. Events are processed meanwhile. Returns false on a timeout.
function writes.settle()
  return not is_quitting
    or vim.wait(quit_timeout, function()
      return count == 0
    end, 10)
end

--- Handles `QuitPre`, which precedes the writing of `:wq`.
function writes.quitting()
  is_quitting = true
  vim.schedule(function()
    is_quitting = false
  end)
  return writes.settle()
end

return writes
