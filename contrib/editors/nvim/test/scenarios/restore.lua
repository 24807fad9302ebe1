-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

local Editor = require("editor")
local journal = Editor.journal
local editor = Editor.start()

local backup = vim.env.HOME .. "/journal.backup"

local function open(id, text)
  editor:ex("edit journal://entry/" .. id)
  editor:expect_lines({ text })
end

local function show(id)
  editor:ex("buffer journal://entry/" .. id)
end

local clean = journal("new", "clean")
local edited = journal("new", "edited")
local same = journal("new", "same")
journal("backup", backup)
journal("edit", clean, "clean, discarded")
journal("edit", edited, "edited, discarded")
local later = journal("new", "later")
editor:ex("set hidden")
open(same, "same")
editor:type("A, mine<Esc>")
open(later, "later")
open(edited, "edited, discarded")
editor:type("A, mine<Esc>")
open(clean, "clean, discarded")
local former = { Editor.entry(clean).rev, Editor.entry(edited).rev }

check("a restored backup replaces the text of an unmodified buffer", function()
  journal("restore-backup", "--yes", backup)
  editor:expect_lines({ "clean" })
  expect_equal(editor:is_modified(), false)
end)

check("a change of the restored entry appears, although its revision is an earlier one", function()
  journal("edit", clean, "clean, theirs")
  journal("edit", edited, "edited, theirs")
  expect_equal({ Editor.entry(clean).rev, Editor.entry(edited).rev }, former)
  editor:expect_lines({ "clean, theirs" })
  editor:type("A, and mine<Esc>:w<CR>")
  eventually_equal(function()
    return Editor.entry(clean).text
  end, "clean, theirs, and mine")
end)

check("saving a modified buffer of a restored entry is a conflict", function()
  show(edited)
  editor:expect_message(edited:sub(1, 8) .. " was changed elsewhere; :w shows both versions")
  expect_equal({ editor:lines(), editor:is_modified() }, { { "edited, discarded, mine" }, true })
  editor:type(":w<CR>")
  eventually(function()
    return editor:lua("return vim.wo.diff")
  end)
  expect_equal(Editor.entry(edited).text, "edited, theirs")
end)

check("a conflict is shown again after another restoration", function()
  journal("restore-backup", "--yes", backup)
  editor:ex("tabnew")
  show(clean)
  editor:expect_lines({ "clean" })
  editor:ex("tabclose")
  editor:type(":w!<CR>")
  eventually_equal(function()
    return editor:lua([[
      local window = vim.api.nvim_tabpage_list_wins(0)[2]
      local buffer = window and vim.api.nvim_win_get_buf(window)
      return buffer and vim.api.nvim_buf_get_lines(buffer, 0, -1, true)
    ]])
  end, { "edited" })
  expect_equal(Editor.entry(edited).text, "edited")
  editor:type(":w!<CR>")
  eventually_equal(function()
    return Editor.entry(edited).text
  end, "edited, discarded, mine")
end)

check("a text that the backup has too is saved without a conflict", function()
  show(same)
  expect_equal({ editor:lines(), editor:is_modified() }, { { "same, mine" }, true })
  editor:type(":w<CR>")
  eventually_equal(function()
    return Editor.entry(same).text
  end, "same, mine")
end)

check("an entry that the backup does not have leaves its buffer", function()
  show(later)
  editor:expect_message("entry " .. later:sub(1, 8) .. " is not in the journal any more; :w!")
  expect_equal({ editor:lines(), editor:is_modified() }, { { "later" }, false })
end)

check("an entry that returns is shown again", function()
  journal("new", "--id", later, "later, again")
  editor:expect_lines({ "later, again" })
  editor:type("A, mine<Esc>:w<CR>")
  eventually_equal(function()
    return Editor.entry(later).text
  end, "later, again, mine")
end)
