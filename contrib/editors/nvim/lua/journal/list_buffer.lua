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

--- The first page is small, so that it appears at once.
local first_page_size, page_size = 200, 1000

--- By buffer: `filter`, `description`, `subscription`, `shown` (the list in the buffer), `loading`
--- (the list that is being read; the same one if nothing was shown before), `is_rejected` (whether
--- the daemon rejected the subscription, for example because there is no such notebook).
local states = {}

--- Changes the list that is being read, and the lines of the buffer if it shows that list.
local function change(buffer, body)
  local state = states[buffer]
  if state.loading == state.shown then
    view.update(buffer, state.shown, body)
  else
    body()
  end
end

local function finish(buffer, list, count, has_more)
  local state = states[buffer]
  list:finish()
  if list ~= state.shown then
    state.shown = list
    view.replace(buffer, list)
  end
  if has_more then
    message.info(("the list has the newest %d entries"):format(count))
  end
end

--- Reads a page and those after it, up to the option `limit`.
local function read_page(buffer, list, page, count)
  local state = states[buffer]
  client.request("entry.list", {
    filter = next(state.filter) and state.filter or nil,
    limit = page and page_size or first_page_size,
    page = page,
  }, function(error, result)
    if states[buffer] ~= state or state.loading ~= list then
      return
    elseif error then
      -- On the next connection, the list is read anew.
      state.subscription.cursor = nil
      return message.error(error)
    end
    change(buffer, function()
      return list:add_page(result.entries, result.nextPage ~= nil)
    end)
    count = count + #result.entries
    if result.nextPage and count < config.get("limit") then
      read_page(buffer, list, result.nextPage, count)
    else
      finish(buffer, list, count, result.nextPage ~= nil)
    end
  end)
end

--- Reads the list again. What is shown stays until the new list is complete.
local function reset(buffer)
  local state = states[buffer]
  state.loading = List.new()
  if not state.shown or #state.shown.items == 0 then
    state.shown = state.loading
  end
  read_page(buffer, state.loading, nil, 0)
end

local function changed(buffer, items)
  for _, item in ipairs(items) do
    if item.truncated then
      return reset(buffer)
    end
  end
  change(buffer, function()
    local edits = {}
    for _, item in ipairs(items) do
      vim.list_extend(edits, states[buffer].loading:apply(item))
    end
    return edits
  end)
end

--- Turns a buffer into a list.
function list_buffer.load(buffer, value)
  list_buffer.unload(buffer)
  local state = { filter = value, description = filter.describe(value) }
  states[buffer] = state
  view.attach(buffer)
  keys.set(buffer)
  observer.start()
  state.subscription = client.subscribe({
    filter = value,
    include = "summary",
    reset = function()
      reset(buffer)
    end,
    changes = function(items)
      changed(buffer, items)
    end,
    failed = function(error)
      state.is_rejected = true
      message.error(error)
    end,
  })
end

--- Ends the updates of a buffer that is being unloaded.
function list_buffer.unload(buffer)
  local state = states[buffer]
  if state then
    states[buffer] = nil
    view.detach(buffer)
    client.unsubscribe(state.subscription)
  end
end

--- Reads the list of a buffer again.
function list_buffer.reload(buffer)
  local state = states[buffer]
  if state and state.is_rejected then
    list_buffer.load(buffer, state.filter)
  elseif state then
    reset(buffer)
  end
end

--- Reads all lists again.
function list_buffer.reload_all()
  for buffer in pairs(states) do
    list_buffer.reload(buffer)
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

return list_buffer
