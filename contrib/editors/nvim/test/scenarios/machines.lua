-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Entries whose text was changed on two machines.
local Editor = require("editor")
local editor = Editor.start()

local id, other = unpack(Editor.disagree("one\nfrom here", "two\nfrom there", "red", "blue"))

-- Returns the lines of the windows, and whether they are in diff mode.
local function windows()
  return editor:lua([[
    local shown = {}
    for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
      local buffer = vim.api.nvim_win_get_buf(window)
      local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, true)
      table.insert(shown, { table.concat(lines, "|"), vim.wo[window].diff })
    end
    return shown
  ]])
end

local function expect_windows(expected)
  eventually_equal(windows, expected)
end

-- Returns the note beside the text.
local function note()
  return editor:lua([[
    local namespace = vim.api.nvim_create_namespace("journal_entry")
    local marks = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
    return marks[1] and marks[1][4].virt_text[1][1] or ""
  ]])
end

local function expect_no_conflict(with)
  eventually_equal(function()
    return note():find("≠", 1, true)
  end, nil)
  expect_equal(Editor.entry(with).conflicts, nil)
end

check("a list and the results of a search mark an entry with two texts", function()
  editor:ex("Journal")
  editor:expect_line("^%d%d:%d%d   ≠ two$")
  editor:ex("Journal search two")
  editor:expect_line("%d%d:%d%d   ≠ two from there$")
end)

check(":Journal conflicts shows the other text of the entry under the cursor", function()
  editor:ex(tostring(editor:expect_line("≠ two")))
  editor:ex("Journal conflicts")
  expect_windows({ { "two|from there", true }, { "one|from here", true } })
  expect_equal(editor:name(), "journal://entry/" .. id)
  expect_equal(note():find("≠ 1 conflict, see :Journal conflicts", 1, true) ~= nil, true)
end)

check("the other text stays beside the one of the entry while it is edited and saved", function()
  editor:clear_messages()
  editor:type("A, edited<Esc>")
  editor:ex("Journal! resolve")
  editor:expect_message("has changes that are not saved")
  editor:type(":w<CR>")
  editor:expect_message("saved")
  expect_windows({ { "two, edited|from there", true }, { "one|from here", true } })
end)

check(":Journal! resolve uses the other text, and undo brings back the first", function()
  editor:clear_messages()
  editor:ex("wincmd w")
  editor:ex("Journal! resolve")
  editor:expect_message("is settled")
  expect_windows({ { "one|from here", false } })
  expect_equal({ Editor.entry(id).text, editor:is_modified() }, { "one\nfrom here", false })
  expect_no_conflict(id)
  expect_equal(editor:has_message("changed elsewhere"), false)
  editor:ex("Journal undo")
  editor:expect_lines({ "two, edited", "from there" })
  expect_no_conflict(id)
end)

check(":Journal conflicts lists all otherwise, and :Journal resolve keeps a text", function()
  editor:clear_messages()
  editor:ex("Journal resolve")
  editor:expect_message("the other text is not shown")
  editor:ex("Journal conflicts")
  editor:expect_lines({ other:sub(1, 8) .. "|1| blue ≠ red" })
  editor:type("<CR>")
  editor:expect_lines({ "blue" })
  editor:ex("only")
  editor:ex("Journal conflicts")
  expect_windows({ { "blue", true }, { "red", true } })
  editor:ex("Journal resolve")
  editor:expect_message("is settled")
  expect_windows({ { "blue", false } })
  expect_no_conflict(other)
  expect_equal(Editor.entry(other).text, "blue")
end)

check("without any conflict, a message says so", function()
  editor:clear_messages()
  editor:ex("Journal conflicts")
  editor:expect_message("no entry has a conflict")
  editor:ex("Journal")
  editor:expect_line("blue")
  editor:expect_no_line("≠")
end)
