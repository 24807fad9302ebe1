-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

local List = require("journal.list")

local function entry(id, time, rev, day)
  return {
    id = id,
    rev = rev or 1,
    createdAt = ("2026-11-%sT%s:00.000Z"):format(day or "21", time),
    localDay = "2026-11-" .. (day or "21"),
    notebook = { name = "journal" },
    starred = false,
    tags = {},
    text = id,
  }
end

local function shape(items)
  return vim.tbl_map(function(item)
    return item.header and item.day:sub(-2) or item.id
  end, items)
end

--- Applies edits as a buffer would.
local function apply(lines, edits)
  for _, edit in ipairs(edits) do
    for _ = edit.first, edit.last do
      table.remove(lines, edit.first)
    end
    for offset, item in ipairs(edit.items) do
      table.insert(lines, edit.first + offset - 1, item)
    end
  end
end

local function change(op, value)
  return { op = op, kind = "entry", id = value.id, rev = value.rev, entry = op ~= "delete" and value or nil }
end

local function complete(entries)
  local list = List.new()
  list:add_page(entries, false)
  list:finish()
  return list
end

check("rows are ordered, newest first, below headers", function()
  local list = complete({ entry("c", "10:00", 1, "22"), entry("b", "12:00"), entry("a", "11:00") })
  expect_equal(shape(list.items), { "22", "c", "21", "b", "a" })
  list:apply(change("create", entry("d", "11:30")))
  list:apply(change("create", entry("e", "09:00", 1, "23")))
  list:apply(change("create", entry("f", "09:00", 1, "20")))
  expect_equal(shape(list.items), { "23", "e", "22", "c", "21", "b", "d", "a", "20", "f" })
end)

check("the last row of a day takes the header with it", function()
  local list = complete({ entry("c", "10:00", 1, "22"), entry("b", "12:00"), entry("a", "11:00") })
  local edits = list:apply(change("delete", entry("c", "10:00", 2, "22")))
  expect_equal(shape(list.items), { "21", "b", "a" })
  expect_equal({ edits[1].first, edits[1].last, #edits[1].items }, { 1, 2, 0 })
end)

check("days that interleave because of time zones get separate headers", function()
  local list = complete({ entry("c", "12:00"), entry("a", "10:00") })
  local other = entry("b", "11:00")
  other.localDay = "2026-11-22"
  list:apply(change("create", other))
  expect_equal(shape(list.items), { "21", "c", "22", "b", "21", "a" })
  list:apply(change("delete", other))
  expect_equal(shape(list.items), { "21", "c", "a" })
end)

check("an older revision does not replace a newer one", function()
  local list = complete({ entry("a", "10:00", 5) })
  local old = entry("a", "10:00", 4)
  old.text = "old"
  expect_equal(list:apply(change("update", old)), {})
  expect_equal(list.items[2].line, "a")
end)

check("a row deleted while pages are read does not come back", function()
  local list = List.new()
  list:apply(change("delete", entry("b", "11:00", 7)))
  list:add_page({ entry("c", "12:00"), entry("b", "11:00", 6) }, true)
  expect_equal(shape(list.items), { "21", "c" })
  list:add_page({ entry("a", "10:00") }, false)
  list:finish()
  list:apply(change("create", entry("b", "11:00", 8)))
  expect_equal(shape(list.items), { "21", "c", "b", "a" })
end)

check("changes beyond the pages that were read are left to later pages", function()
  local list = List.new()
  list:add_page({ entry("c", "12:00") }, true)
  expect_equal(list:apply(change("create", entry("a", "10:00", 9))), {})
  list:apply(change("create", entry("d", "13:00")))
  expect_equal(shape(list.items), { "21", "d", "c" })
end)

check("notebooks and tags are ignored", function()
  expect_equal(complete({}):apply({ op = "create", kind = "tag", id = "t", rev = 1, name = "t" }), {})
end)

check("random changes leave the same rows as a sorted list, and edits reproduce them", function()
  math.randomseed(20261121)
  for round = 1, 30 do
    local list, model, lines = List.new(), {}, {}
    local rev = 0
    list:finish()
    list.has_more = false
    for _ = 1, 200 do
      rev = rev + 1
      local id = ("%02d"):format(math.random(40))
      if math.random(3) == 1 then
        apply(lines, list:apply(change("delete", { id = id, rev = rev })))
        model[id] = nil
      else
        local time = ("%02d:%02d"):format(math.random(0, 23), math.random(0, 5))
        local new = entry(id, time, rev, tostring(math.random(20, 24)))
        if math.random(4) == 1 then
          new.localDay = "2026-11-" .. math.random(20, 24)
        end
        apply(lines, list:apply(change("update", new)))
        model[id] = new
      end
      local sorted = vim.tbl_values(model)
      table.sort(sorted, function(left, right)
        local a, b = left.createdAt .. left.id, right.createdAt .. right.id
        return a > b
      end)
      local expected, day = {}, nil
      for _, value in ipairs(sorted) do
        if value.localDay ~= day then
          day = value.localDay
          table.insert(expected, day:sub(-2))
        end
        table.insert(expected, value.id)
      end
      expect_equal({ round, shape(list.items) }, { round, expected })
      expect_equal(shape(lines), expected)
      for index, item in ipairs(list.items) do
        if item.id then
          expect_equal(list:index(item.id), index)
        end
      end
    end
  end
end)
