-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

local List = require("journal.list")
local difference = require("journal.difference")

--- Returns a row of the protocol; `day` is that of November 2026.
local function value(id, day, text)
  local group = "2026-11-" .. day
  return {
    id = id,
    rev = 1,
    group = group,
    entry = {
      id = id, rev = 1, createdAt = group .. "T10:00:00.000Z", localDay = group,
      notebook = { name = "journal" }, starred = false, tags = {}, text = text or id,
    },
  }
end

local function change(op, index, new, from)
  return vim.tbl_extend("error", { op = op, index = index, from = from }, new)
end

local function shape(items)
  return vim.tbl_map(function(item)
    return item.header and item.day:sub(-2) or item.note or item.line
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

local function opened(rows, limit)
  local list = List.new(limit or 1000)
  list:open(rows, nil)
  return list
end

--- Returns edits as `{first, last, shape}`.
local function summary(edits)
  return vim.tbl_map(function(edit)
    return { edit.first, edit.last, shape(edit.items) }
  end, edits)
end

check("rows are below a header for each day", function()
  local list = opened({ value("c", 22), value("b", 21), value("a", 21) })
  expect_equal(shape(list.items), { "22", "c", "21", "b", "a" })
  expect_equal({ list:index("a"), list:index("2026-11-21"), list:index("x") }, { 5, 3, nil })
end)

check("each position refers to the rows after the edits before it", function()
  local list = opened({ value("d", 22), value("c", 22), value("b", 21), value("a", 21) })
  list:change({
    change("delete", 1, value("c", 22)),
    change("move", 0, value("a", 23), 2),
    change("insert", 2, value("e", 22)),
    change("update", 3, value("b", 21, "B")),
  })
  expect_equal(shape(list.items), { "23", "a", "22", "d", "e", "21", "B" })
end)

check("an insertion is one edit, with the header of a new day", function()
  local list = opened({ value("c", 22), value("a", 20) })
  expect_equal(summary(list:change({ change("insert", 1, value("b", 22)) })), { { 3, 2, { "b" } } })
  expect_equal(summary(list:change({ change("insert", 2, value("d", 21)) })), { { 4, 3, { "21", "d" } } })
end)

check("the last row of a day takes the header with it", function()
  local list = opened({ value("c", 22), value("b", 21) })
  expect_equal(summary(list:change({ change("delete", 0, value("c", 22)) })), { { 1, 2, {} } })
end)

check("an update that does not change the line is no edit, but replaces the item", function()
  local list = opened({ value("a", 21) })
  expect_equal(list:change({ change("update", 0, value("a", 21, "a\nmore")) }), {})
  local trashed = value("a", 21)
  trashed.entry.trashedAt = "2026-11-22T10:00:00.000Z"
  expect_equal(list:change({ change("update", 0, trashed) }), {})
  expect_equal(list.items[2].trashed, true)
end)

check("a list that is opened again changes only the lines that differ", function()
  local list = opened({ value("d", 22), value("c", 21), value("b", 21), value("a", 20) })
  local edits = list:open({ value("e", 22), value("d", 22), value("b", 21, "B"), value("a", 20) })
  expect_equal(summary(edits), { { 2, 1, { "e" } }, { 5, 6, { "B" } } })
end)

check("incomplete rows and changes are shown when the rest arrives", function()
  local list = opened({ value("z", 22) })
  expect_equal(list:open({ value("c", 22), value("b", 21) }, true), {})
  expect_equal(shape(list.items), { "22", "z" })
  expect_equal(list:change({ change("insert", 2, value("a", 21)) }, true), {})
  local edits = list:change({ change("delete", 0, value("c", 22)) })
  expect_equal(summary(edits), { { 1, 2, { "21", "b", "a" } } })
end)

check("a full list ends with a note that has the last day", function()
  local list = opened({ value("b", 22), value("a", 21) }, 2)
  expect_equal(shape(list.items)[5], "2 entries are listed; older ones: <CR>")
  expect_equal(list.items[5].day, "2026-11-21")
  list:change({ change("delete", 1, value("a", 21)) })
  expect_equal(shape(list.items), { "22", "b" })
end)

check("a row without its entry says so", function()
  local list = opened({ { id = "8c5f0f2e-0000", rev = 1, group = "2026-11-21", truncated = true } })
  expect_equal(shape(list.items), { "21", "entry 8c5f0f2e is too long to be listed" })
end)

check("a row has the revision to which its tags belong", function()
  local entry = vim.tbl_extend("force", value("a", 21).entry, { rev = 7 })
  local list = opened({
    { id = "a", rev = 7, group = "2026-11-21", entry = entry },
    { id = "8c5f0f2e-0000", rev = 8, group = "2026-11-21", truncated = true },
  })
  expect_equal({ list.items[2].rev, list.items[3].rev }, { 7, 0 })
end)

check("the edits between random items reproduce them, and keep what stays in order", function()
  math.randomseed(20261121)
  for round = 1, 500 do
    local function random(is_shuffled)
      local items = {}
      for index = 1, 12 do
        if math.random(2) == 1 then
          local item = { key = index, header = true, day = tostring(index) }
          table.insert(items, is_shuffled and math.random(#items + 1) or #items + 1, item)
        end
      end
      return items
    end
    local is_shuffled = round % 2 == 0
    local old, new = random(), random(is_shuffled)
    local lines = vim.list_extend({}, old)
    local edits = difference.edits(old, new)
    apply(lines, edits)
    expect_equal({ round, lines }, { round, new })
    local touched, differing = 0, 0
    for _, edit in ipairs(edits) do
      touched = touched + edit.last - edit.first + 1 + #edit.items
    end
    local before, after = difference.numbered(old), difference.numbered(new)
    for key = 1, 12 do
      differing = differing + ((before[key] == nil) ~= (after[key] == nil) and 1 or 0)
    end
    expect_equal({ round, is_shuffled or touched }, { round, is_shuffled or differing })
  end
end)
