-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Messages, as a terminal shows them.
local Editor = require("editor")
local journal = Editor.journal
local silently = Editor.silently

local columns = 80

local function start(options)
  local editor = Editor.start_in_terminal(columns, options)
  editor:lua("require('journal.writes').limit = 300")
  return editor
end

local function history(editor)
  return editor:call("exec", "messages", true)
end

-- Waits until the history has a text.
local function expect_in_history(editor, text)
  eventually(function()
    return history(editor):find(text, 1, true)
  end)
end

-- Waits until the last line of the screen has the beginning of a message, and nothing waits for a
-- key.
local function expect_last_line(editor, text)
  eventually_equal(function()
    local lines = editor:screen()
    return lines[#lines]:sub(1, #text)
  end, text)
end

-- Waits for a message, which is the only one since the history was cleared. The last line alone may
-- still be that of the command before, because the editor reads keys and requests in any order.
local function expect_only(editor, text)
  eventually_equal(function()
    local lines = vim.split(vim.trim(history(editor)), "\n")
    return { #lines, lines[1]:sub(1, #text) }
  end, { 1, text })
  expect_last_line(editor, text)
end

local function open(editor, id)
  editor:ex("edit journal://entry/" .. id)
  editor:expect_lines({ Editor.entry(id).text })
end

local function type_command(editor, command)
  editor:ex("messages clear")
  editor:type_in_terminal(command .. "\r")
end

journal("status")

check("a message swallows no key, and is shown after Insert mode on one line", function()
  local editor = start({ command = { "env", "JOURNAL_NO_SPAWN=1", vim.env.JOURNAL } })
  local id = journal("new", "entry")
  open(editor, id)
  editor:ex("enew")
  editor:type_in_terminal("i")
  editor:ex("messages clear")
  Editor.signal_daemon("sigkill")
  local typed = ""
  for _ = 1, 20 do
    editor:type_in_terminal("good dog jump up ")
    typed = typed .. "good dog jump up "
  end
  editor:expect_lines({ typed })
  editor:type_in_terminal("\27")
  expect_only(editor, "journal: no daemon is")
  expect_in_history(editor, "JOURNAL_NO_SPAWN is set")
end)

check("a save that fails is one message, and :wq does not quit", function()
  local editor = start()
  local function expect_failure(text)
    for _, command in ipairs({ ":w", ":wq", ":x" }) do
      type_command(editor, command)
      expect_only(editor, text)
      expect_equal(editor:is_modified(), true)
    end
    editor:ex("enew!")
  end
  local id = journal("new", "purged")
  open(editor, id)
  journal("purge", "--yes", id)
  expect_in_history(editor, "was deleted permanently")
  expect_failure(("journal: entry %s was"):format(id:sub(1, 8)))

  editor:ex("Journal new")
  editor:ex("only")
  editor:lua([[vim.api.nvim_buf_set_lines(0, 0, -1, true, { "a\255b" })]])
  expect_failure("journal: the text is not")

  id = journal("new", "base")
  open(editor, id)
  editor:ex("call setline(1, 'mine')")
  journal("edit", id, "theirs")
  expect_in_history(editor, "was changed elsewhere")
  type_command(editor, ":w")
  expect_only(editor, "journal: conflict; merge")
  eventually(function()
    return editor:lua("return vim.wo.diff")
  end)
  expect_failure("journal: the conflict is")
end)

check("a daemon that does not answer is one message, and Neovim does not quit", function()
  local editor = start()
  local id = journal("new", "base")
  open(editor, id)
  silently(function()
    editor:ex("call setline(1, 'mine')")
    for _, command in ipairs({ ":wq", ":q", ":x" }) do
      type_command(editor, command)
      -- Neovim says first, on several lines, that it does not quit with a modified buffer.
      eventually(function()
        return editor:is_blocked()
      end)
      editor:type_in_terminal("\r")
      eventually(function()
        return not editor:is_blocked()
      end)
      expect_last_line(editor, "journal: entry " .. id:sub(1, 8) .. " has not been saved yet")
      expect_equal(history(editor):find("Error detected", 1, true), nil)
      expect_equal(editor:is_modified(), true)
    end
  end)
end)

check("a message waits until the command line is left", function()
  local editor = start()
  local id = journal("new", "first")
  open(editor, id)
  editor:ex("messages clear")
  editor:type_in_terminal(":echo 1")
  journal("edit", id, "second")
  editor:expect_lines({ "second" })
  expect_last_line(editor, ":echo 1")
  editor:type_in_terminal("\27")
  expect_only(editor, "journal: entry " .. id:sub(1, 8) .. " was changed elsewhere")
end)
