-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The search: a buffer with results, and a window below it in which the query is typed.
local client = require("journal.client")
local config = require("journal.config")
local difference = require("journal.difference")
local keys = require("journal.keys")
local message = require("journal.message")
local observer = require("journal.observer")
local query = require("journal.query")
local row = require("journal.row")
local view = require("journal.view")

local search = {}

local namespace = vim.api.nvim_create_namespace("journal_search")
local result_limit = 200

local results, prompt
--- The query of the results, and whether a request for it is in progress or must follow.
local text, is_searching, is_outdated = "", false, false
--- The subscription to the entries that match, and its query; and the query of what is shown.
local feed, followed, shown

local function is_valid(buffer)
  return buffer and vim.api.nvim_buf_is_loaded(buffer)
end

local function show_status(status, group)
  if is_valid(prompt) then
    vim.api.nvim_buf_clear_namespace(prompt, namespace, 0, -1)
    vim.api.nvim_buf_set_extmark(prompt, namespace, 0, 0, {
      virt_text = { { "  " .. status, group } },
    })
  end
end

--- Shows results. The cursor stays on its entry, but starts at the best match of a new query.
local function show(result, is_new)
  local items = vim.tbl_map(row.from_match, result.matches)
  local lines = difference.numbered(items)
  view.update(results, {
    items = items,
    index = function(_, key)
      return lines[key]
    end,
  }, function()
    return difference.edits(view.items(results), items)
  end)
  for _, window in ipairs(is_new and vim.fn.win_findbuf(results) or {}) do
    vim.api.nvim_win_set_cursor(window, { 1, 0 })
  end
  local count = #items .. (result.nextPage and "+" or "")
  show_status(count .. (#items == 1 and " entry" or " entries"), "JournalSummary")
end

local update

--- Follows the entries that match a query: a change of one of them repeats the search.
local function follow(new)
  if feed then
    client.stop(feed)
  end
  followed = new
  local is_started = false
  feed = client.subscribe({
    query = new,
    reset = function()
      if is_started then
        update()
      end
      is_started = true
    end,
    changes = function()
      update()
    end,
    -- The search fails with the same error, and is repeated when the subscription starts.
    failed = function()
      is_started = true
    end,
  })
end

--- Searches for the current query. At most one request is in progress; a change meanwhile repeats
--- it. The results are at least as new as the subscription, which is sent before.
update = function()
  is_outdated = is_searching
  if is_searching or not is_valid(results) then
    return
  end
  is_searching = true
  local new = query.typed(text)
  if new ~= followed then
    follow(new)
  end
  client.request("entry.search", { query = new, limit = result_limit }, function(error, result)
    is_searching = false
    if is_outdated then
      return update()
    elseif not is_valid(results) then
      return
    elseif result then
      show(result, new ~= shown)
      shown = new
    elseif error.kind == "search.syntax" and is_valid(prompt) then
      show_status(error.message, "JournalError")
    else
      message.error(error)
    end
  end)
end

--- Turns a buffer into that of the results.
function search.load(buffer)
  results = buffer
  view.attach(results)
  keys.set(results)
  if config.get("keys") then
    local edit = function()
      search.edit()
    end
    vim.keymap.set("n", "i", edit, { buffer = results, desc = "Edit the query" })
  end
  observer.start()
  update()
end

local function close_prompt()
  if is_valid(prompt) then
    vim.api.nvim_buf_delete(prompt, { force = true })
  end
  prompt = nil
end

--- Leaves the query and goes to the results.
local function accept()
  vim.cmd("stopinsert")
  close_prompt()
  local window = vim.fn.bufwinid(results)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  end
end

--- Moves the cursor in the results.
local function move(step)
  local window = vim.fn.bufwinid(results)
  if window ~= -1 then
    local line = vim.api.nvim_win_get_cursor(window)[1] + step
    local last = vim.api.nvim_buf_line_count(results)
    vim.api.nvim_win_set_cursor(window, { math.max(1, math.min(line, last)), 0 })
  end
end

local function set_prompt_keys()
  local function map(modes, key, action, description)
    vim.keymap.set(modes, key, action, { buffer = prompt, desc = description })
  end
  map({ "i", "n" }, "<CR>", accept, "Go to the results")
  map("n", "<Esc>", accept, "Go to the results")
  for key, step in pairs({ ["<C-n>"] = 1, ["<Down>"] = 1, ["<C-p>"] = -1, ["<Up>"] = -1 }) do
    map("i", key, function()
      move(step)
    end, "Move in the results")
  end
end

--- Opens the window for the query below the results.
function search.edit()
  close_prompt()
  vim.cmd("belowright 1new")
  local window = vim.opt_local
  window.winfixheight, window.number, window.relativenumber = true, false, false
  prompt = vim.api.nvim_get_current_buf()
  local options = vim.bo[prompt]
  options.buftype, options.bufhidden = "nofile", "wipe"
  options.swapfile, options.undofile = false, false
  options.omnifunc = "v:lua.require'journal.completion'.omnifunc"
  vim.api.nvim_buf_set_name(prompt, "journal://query")
  vim.api.nvim_buf_set_lines(prompt, 0, -1, true, { text })
  set_prompt_keys()
  vim.api.nvim_create_autocmd({ "TextChanged", "TextChangedI", "TextChangedP" }, {
    buffer = prompt,
    callback = function()
      text = vim.api.nvim_get_current_line()
      update()
    end,
  })
  vim.cmd("startinsert!")
end

--- Shows the results of a query in the current window; without a query, asks for one.
function search.open(new)
  text = new
  if is_valid(results) then
    update()
  else
    local buffer = vim.api.nvim_create_buf(true, false)
    vim.api.nvim_buf_set_name(buffer, "journal://search")
    search.load(buffer)
  end
  vim.api.nvim_win_set_buf(0, results)
  if new == "" then
    search.edit()
  end
end

--- Searches again after a name has changed.
function search.refresh()
  if is_valid(results) then
    followed = nil
    update()
  end
end

--- Forgets the results when their buffer is unloaded.
function search.unload(buffer)
  if buffer == results then
    view.detach(buffer)
    client.stop(feed)
    results, feed, followed, shown = nil, nil, nil, nil
  end
end

return search
