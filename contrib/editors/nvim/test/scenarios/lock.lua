-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- An encrypted journal that is locked and unlocked while the editor is connected.
local Editor = require("editor")
local journal = Editor.journal
local editor = Editor.start()

local passphrase = vim.env.HOME .. "/passphrase"
vim.fn.writefile({ "five words of your own" }, passphrase)

-- All in one day, whenever the test runs.
local function new(text, time)
  return journal("new", "--at", "2026-11-03 " .. time, text)
end

local first, second, unread = new("first", "10:01"), new("second", "10:02"), new("unread", "10:03")
journal("encrypt", "--cost", "10", "--passphrase-file", passphrase)

local function lock()
  journal("lock")
  editor:expect_message("the daemon has stopped")
  editor:clear_messages()
end

local function unlock()
  journal("unlock", "--passphrase-file", passphrase)
end

local function open(id, text)
  editor:ex("edit journal://entry/" .. id)
  editor:expect_lines({ text })
end

editor:lua("require('journal.client').retry_delay = 100")
editor:ex("set hidden")
editor:ex("Journal search first OR third")
editor:expect_line("first")
open(first, "first")
open(second, "second")
editor:ex("Journal")
editor:expect_line("second")

check("a text that is saved while the journal is locked stays modified", function()
  lock()
  editor:ex("buffer journal://entry/" .. second)
  editor:type("A, mine<Esc>:w<CR>")
  editor:expect_message("locked")
  -- The first message may be that of the list, before the reply to the save.
  eventually_equal(function()
    return { editor:lines(), editor:is_modified() }
  end, { { "second, mine" }, true })
end)

check("an entry that is opened while the journal is locked is empty", function()
  editor:clear_messages()
  editor:ex("edit journal://entry/" .. unread)
  editor:expect_message("locked")
  expect_equal(editor:lua("return vim.bo.modifiable"), false)
end)

check("a locked journal is not reported again while the list is repeated", function()
  editor:lua([[
    local send = vim.fn.chansend
    openings = 0
    vim.fn.chansend = function(job, line)
      openings = openings + (line:find('"list.open"', 1, true) and 1 or 0)
      return send(job, line)
    end
  ]])
  editor:clear_messages()
  eventually(function()
    return editor:lua("return openings") > 2
  end)
  expect_equal(editor:lua("return messages"), {})
end)

check("after the unlock, lists, searches and entries follow changes", function()
  unlock()
  new("third", "10:04")
  journal("edit", first, "first, changed")
  editor:expect_lines({ "unread" })
  editor:ex("buffer journal://list")
  editor:expect_line("third")
  editor:expect_line("first, changed")
  editor:ex("buffer journal://search")
  editor:expect_line("third")
  editor:ex("buffer journal://entry/" .. first)
  editor:expect_lines({ "first, changed" })
end)

check("after the unlock, names are completed and texts are saved", function()
  journal("notebook", "create", "garden")
  eventually_equal(function()
    return editor:lua([[return vim.fn.getcompletion("Journal move ga", "cmdline")]])
  end, { "garden" })
  editor:ex("buffer journal://entry/" .. second)
  editor:type(":w<CR>")
  eventually_equal(function()
    return Editor.entry(second).text
  end, "second, mine")
end)
