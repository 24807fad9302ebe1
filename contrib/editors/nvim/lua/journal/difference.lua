-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The difference of the items of a buffer before and after a change.
local row = require("journal.row")

local difference = {}

--- Returns the indexes of items by their keys.
function difference.numbered(items)
  local lines = {}
  for index, item in ipairs(items) do
    lines[item.key] = index
  end
  return lines
end

local function looks_different(left, right)
  return left ~= right and not vim.deep_equal({ row.render(left) }, { row.render(right) })
end

--- Returns the edits `{first, last, items}` that turn `old` items into `new` ones, to be applied in
--- order: the items from `first` to `last` are replaced by `items`. Item indexes are line numbers.
--- An item that precedes others than before is removed and inserted.
function difference.edits(old, new)
  local edits, run = {}, nil
  local line, position = 1, 1
  local remaining, kept = difference.numbered(old), difference.numbered(new)
  local function edit(removed, item)
    if not run or run.first + #run.items ~= line then
      run = { first = line, last = line - 1, items = {} }
      table.insert(edits, run)
    end
    run.last = run.last + removed
    if item then
      table.insert(run.items, item)
      line = line + 1
    end
  end
  for _, item in ipairs(new) do
    local former = old[position]
    while former and former.key ~= item.key and (remaining[item.key] or not kept[former.key]) do
      remaining[former.key] = nil
      edit(1)
      position = position + 1
      former = old[position]
    end
    if not former or former.key ~= item.key then
      edit(0, item)
    else
      position = position + 1
      if looks_different(former, item) then
        edit(1, item)
      else
        line = line + 1
      end
    end
  end
  for _ = position, #old do
    edit(1)
  end
  return edits
end

return difference
