-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The ordered rows of a live list, newest first, with a header before each day.
---
--- Each change returns edits `{first, last, items}`, to be applied in order: the items from `first`
--- to `last` are replaced by `items`. Item indexes are line numbers of the buffer.
---
--- The rows are read in pages while changes arrive. A page and a change may arrive in either order,
--- so the newer revision of a row wins, and deleted rows are remembered until the last page.
local row = require("journal.row")

local List = {}
List.__index = List

function List.new()
  local list = { items = {}, rows = {}, deleted = {}, is_loading = true, has_more = true }
  return setmetatable(list, List)
end

local function precedes(left, right)
  if left.order ~= right.order then
    return left.order > right.order
  end
  return left.id > right.id
end

--- Returns the first index whose item does not precede a row. A header is before its first row.
function List:position(target)
  local low, high = 1, #self.items + 1
  while low < high do
    local middle = math.floor((low + high) / 2)
    local item = self.items[middle]
    local candidate = item.header and self.items[middle + 1] or item
    if precedes(candidate, target) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

--- Returns the index of the row of an entry, or nil.
function List:index(id)
  local target = self.rows[id]
  if not target then
    return nil
  end
  local index = self:position(target)
  return self.items[index].header and index + 1 or index
end

local function header(day)
  return { header = true, day = day }
end

--- Replaces items and returns the edit.
function List:splice(first, last, items)
  if last - first + 1 == #items then
    for offset, item in ipairs(items) do
      self.items[first + offset - 1] = item
    end
  else
    for _ = first, last do
      table.remove(self.items, first)
    end
    for offset, item in ipairs(items) do
      table.insert(self.items, first + offset - 1, item)
    end
  end
  return { first = first, last = last, items = items }
end

function List:insert(new)
  self.rows[new.id] = new
  local index = self:position(new)
  local previous, next_item = self.items[index - 1], self.items[index]
  if previous and previous.day == new.day then
    return self:splice(index, index - 1, { new })
  elseif next_item and next_item.header and next_item.day == new.day then
    return self:splice(index + 1, index, { new })
  elseif next_item and not next_item.header then
    return self:splice(index, index - 1, { header(new.day), new, header(next_item.day) })
  end
  return self:splice(index, index - 1, { header(new.day), new })
end

--- Removes the row of an entry. Returns the edit, or nil if there is no such row.
function List:remove(id)
  local index = self:index(id)
  if not index then
    return nil
  end
  self.rows[id] = nil
  local before, after = self.items[index - 1], self.items[index + 1]
  if not before.header or (after and not after.header) then
    return self:splice(index, index, {})
  end
  local neighbor = self.items[index - 2]
  local joins = after and neighbor and neighbor.day == after.day
  return self:splice(index - 1, joins and index + 1 or index, {})
end

--- Inserts or replaces the row of an entry. Returns the edits.
function List:upsert(entry)
  local old = self.rows[entry.id]
  if old and old.rev > entry.rev then
    return {}
  end
  local new = row.from_entry(entry)
  if not old then
    return { self:insert(new) }
  end
  if old.order == new.order and old.day == new.day then
    local index = self:index(entry.id)
    self.rows[entry.id] = new
    return { self:splice(index, index, { new }) }
  end
  return { self:remove(entry.id), self:insert(new) }
end

--- Applies an item of `changes`. Rows beyond the last page that was read are ignored. Returns the
--- edits.
function List:apply(change)
  if change.kind ~= "entry" then
    return {}
  end
  if change.op == "delete" then
    if self.is_loading then
      self.deleted[change.id] = change.rev
    end
    return { self:remove(change.id) }
  end
  local entry = change.entry
  local is_beyond = self.has_more
    and not self.rows[entry.id]
    and (not self.oldest or row.milliseconds(entry.createdAt) < self.oldest)
  return is_beyond and {} or self:upsert(entry)
end

--- Adds a page of entries; `has_more` states whether older entries exist. Returns the edits.
function List:add_page(entries, has_more)
  local edits = {}
  local run
  for _, entry in ipairs(entries) do
    local deleted = self.deleted[entry.id]
    if not deleted or deleted < entry.rev then
      for _, edit in ipairs(self:upsert(entry)) do
        if run and edit.last < edit.first and edit.first == run.first + #run.items then
          vim.list_extend(run.items, edit.items)
        else
          run = edit
          table.insert(edits, edit)
        end
      end
    end
    self.oldest = row.milliseconds(entry.createdAt)
  end
  self.has_more = has_more
  return edits
end

--- Ends the reading of pages.
function List:finish()
  self.is_loading, self.deleted = false, {}
end

return List
