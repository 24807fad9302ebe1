-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The rows of a live list, and the items that a buffer shows: a header before the rows of each
--- day, and a note after the last row if the list is full.
---
--- `open` and `change` take what the daemon sends and return edits; see `difference.edits`. What is
--- incomplete (`more`) changes no item.
local difference = require("journal.difference")
local row = require("journal.row")

local List = {}
List.__index = List

--- Creates the model of a list of at most `limit` entries.
function List.new(limit)
  return setmetatable({ limit = limit, rows = {}, items = {}, lines = {} }, List)
end

--- Returns the index of the item with a key, or nil.
function List:index(key)
  return self.lines[key]
end

--- Replaces the rows by those of a list that was opened. Returns the edits.
function List:open(rows, more)
  self.rows = vim.tbl_map(row.from_row, rows)
  return more and {} or self:show()
end

local apply = {
  delete = function(rows, change)
    table.remove(rows, change.index + 1)
  end,
  move = function(rows, change)
    table.remove(rows, change.from + 1)
    table.insert(rows, change.index + 1, row.from_row(change))
  end,
  insert = function(rows, change)
    table.insert(rows, change.index + 1, row.from_row(change))
  end,
  update = function(rows, change)
    rows[change.index + 1] = row.from_row(change)
  end,
}

--- Applies the items of `list.changes` to the rows. Returns the edits.
function List:change(changes, more)
  for _, change in ipairs(changes) do
    apply[change.op](self.rows, change)
  end
  return more and {} or self:show()
end

--- Returns the items for the rows.
function List:arranged()
  local items, day = {}, nil
  for _, each in ipairs(self.rows) do
    if each.day ~= day then
      day = each.day
      table.insert(items, row.header(day))
    end
    table.insert(items, each)
  end
  if #self.rows >= self.limit then
    table.insert(items, row.note(#self.rows, day))
  end
  return items
end

--- Arranges the rows. Returns the edits.
function List:show()
  local old = self.items
  self.items = self:arranged()
  self.lines = difference.numbered(self.items)
  return difference.edits(old, self.items)
end

return List
