-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Buffers with a live list of the entries that match a filter.
local List = require("journal.list")
local client = require("journal.client")
local config = require("journal.config")
local filter = require("journal.filter")
local keys = require("journal.keys")
local message = require("journal.message")
local observer = require("journal.observer")
local view = require("journal.view")

local list_buffer = {}

--- The limit of the protocol.
local maximum_limit = 1000

--- By buffer: `filter`, `description`, `list` (what the buffer shows), `feed` (the live list of the
--- session), `is_rejected` (whether the daemon rejected the list, for example because there is no
--- such notebook), `reported` (the text of the error that was reported last).
local states = {}

--- Opens the live list of a buffer. What is shown stays until the rows arrive.
local function open(buffer)
  local state = states[buffer]
  local list = state.list
  local function update(body)
    view.update(buffer, list, body)
  end
  state.is_rejected = false
  state.feed = client.open_list({
    params = {
      filter = next(state.filter) and state.filter or nil,
      limit = list.limit,
      groupBy = "day",
    },
    opened = function(rows, more)
      state.is_rejected, state.reported = false, nil
      update(function()
        return list:open(rows, more)
      end)
    end,
    changed = function(items, more)
      update(function()
        return list:change(items, more)
      end)
    end,
    failed = function(error)
      state.is_rejected = true
      if state.reported ~= error.message then
        state.reported = error.message
        message.error(error)
      end
    end,
  })
end

--- Turns a buffer into a list.
function list_buffer.load(buffer, value)
  list_buffer.unload(buffer)
  local limit = math.max(1, math.min(config.get("limit"), maximum_limit))
  states[buffer] = {
    filter = value,
    description = filter.describe(value),
    list = List.new(limit),
  }
  view.attach(buffer)
  keys.set(buffer)
  observer.start()
  open(buffer)
end

--- Ends the updates of a buffer that is being unloaded.
function list_buffer.unload(buffer)
  local state = states[buffer]
  if state then
    states[buffer] = nil
    view.detach(buffer)
    client.stop(state.feed)
  end
end

local function reopen(buffer)
  client.stop(states[buffer].feed)
  open(buffer)
end

--- Reads the list of a buffer again; an error is reported again, too.
function list_buffer.reload(buffer)
  local state = states[buffer]
  if state then
    state.reported = nil
    reopen(buffer)
  end
end

--- Reads the lists again that the daemon rejected, because a notebook has another name. The same
--- error is not reported again.
function list_buffer.retry()
  for buffer, state in pairs(states) do
    if state.is_rejected then
      reopen(buffer)
    end
  end
end

--- Shows the list of a filter in the current window.
function list_buffer.open(value)
  local description = filter.describe(value)
  for buffer, state in pairs(states) do
    if state.description == description then
      return vim.api.nvim_win_set_buf(0, buffer)
    end
  end
  local buffer = vim.api.nvim_create_buf(true, false)
  local name = "journal://list" .. (description ~= "" and "/" .. description or "")
  vim.api.nvim_buf_set_name(buffer, name)
  list_buffer.load(buffer, value)
  vim.api.nvim_win_set_buf(0, buffer)
end

--- Shows the entries of a list until a day, which is that of the last row of a list that is full.
function list_buffer.open_until(buffer, day)
  local value = vim.deepcopy(states[buffer].filter)
  if value["until"] == day then
    return message.fail(("the day %s has more entries than a list"):format(day))
  end
  value["until"] = day
  list_buffer.open(value)
end

return list_buffer
