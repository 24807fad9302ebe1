-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Buffers with one item per line. Cursors stay on their items when lines move.
local row = require("journal.row")

local view = {}

local namespace = vim.api.nvim_create_namespace("journal_view")
local empty_namespace = vim.api.nvim_create_namespace("journal_view_empty")

--- By buffer: `items`, and their number in the buffer, which edits of the items precede.
local sources = {}

--- Only visible lines are highlighted, while they are drawn.
vim.api.nvim_set_decoration_provider(namespace, {
  on_win = function(_, _, buffer)
    return sources[buffer] ~= nil
  end,
  on_line = function(_, _, buffer, line)
    local item = sources[buffer].items[line + 1]
    local _, highlights = row.render(item or { header = true, day = "" })
    for _, highlight in ipairs(highlights) do
      vim.api.nvim_buf_set_extmark(buffer, namespace, line, highlight[2], {
        end_col = highlight[3],
        hl_group = highlight[1],
        ephemeral = true,
      })
    end
  end,
})

--- Makes a buffer show items, of which there are none so far.
function view.attach(buffer)
  local options = vim.bo[buffer]
  options.buftype, options.swapfile, options.undofile = "nofile", false, false
  options.modeline, options.modifiable, options.undolevels = false, false, -1
  options.filetype = "journal"
  sources[buffer] = { items = {}, count = 0 }
end

function view.detach(buffer)
  sources[buffer] = nil
end

--- Returns the item of a line of a buffer, or nil.
function view.item(buffer, line)
  return sources[buffer] and sources[buffer].items[line]
end

--- Returns the items of a buffer.
function view.items(buffer)
  return sources[buffer].items
end

local function positions(buffer)
  local result = {}
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local saved = vim.api.nvim_win_call(window, vim.fn.winsaveview)
    local at, top = view.item(buffer, saved.lnum), view.item(buffer, saved.topline)
    result[window] = { view = saved, key = at and at.key, top = top and top.key }
  end
  return result
end

--- Returns the line for a cursor whose item is gone: that of the entry in its place.
local function replacement(source, line)
  local item = source.items[line]
  local has_entry = item and item.header and source.items[line + 1]
  return has_entry and line + 1 or line
end

--- A window that shows the first line continues to show it; others keep their first item. The
--- cursor starts below the first header.
local function restore(saved, source, was_empty)
  for window, position in pairs(saved) do
    local target = position.view
    if was_empty then
      target.lnum = 1
    end
    local line = position.key and source:index(position.key)
    local top = position.top and source:index(position.top)
    if target.topline > 1 then
      target.topline = top or (line and target.topline + line - target.lnum) or target.topline
    end
    target.lnum = line or replacement(source, target.lnum)
    vim.api.nvim_win_call(window, function()
      vim.fn.winrestview(target)
    end)
  end
end

local function show_emptiness(buffer, text)
  vim.api.nvim_buf_clear_namespace(buffer, empty_namespace, 0, -1)
  if text then
    vim.api.nvim_buf_set_extmark(buffer, empty_namespace, 0, 0, {
      virt_text = { { text, "JournalSummary" } },
      virt_text_pos = "overlay",
    })
  end
end

--- Calls `change`, which changes the items of a buffer, and applies the edits that it returns to
--- the lines. `source` has `items`, and `index(source, key)`, which returns the line of an item.
function view.update(buffer, source, change)
  local saved = positions(buffer)
  local edits = change()
  local count = sources[buffer].count
  local was_empty = count == 0
  sources[buffer] = { items = source.items, count = #source.items }
  vim.bo[buffer].modifiable = true
  for _, edit in ipairs(edits) do
    local lines = {}
    for _, item in ipairs(edit.items) do
      table.insert(lines, (row.render(item)))
    end
    vim.api.nvim_buf_set_lines(buffer, edit.first - 1, count == 0 and -1 or edit.last, true, lines)
    count = count + #edit.items - (edit.last - edit.first + 1)
  end
  vim.bo[buffer].modifiable, vim.bo[buffer].modified = false, false
  if #edits > 0 then
    restore(saved, source, was_empty)
  end
  show_emptiness(buffer, #source.items == 0 and "No entries" or nil)
end

return view
