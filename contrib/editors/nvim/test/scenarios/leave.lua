-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The end of Neovim while texts are being saved.
local Editor = require("editor")
local journal = Editor.journal
local silently = Editor.silently

-- The time in milliseconds that these editors wait for the daemon, except the one of the default.
local limit = 1000

local state_folder = vim.env.HOME .. "/.local/state/journal"

-- Returns the files with texts that were not saved.
local function files()
  local folders = vim.tbl_map(function(name)
    return state_folder .. "/" .. name
  end, { "drafts", "conflicts", "undelivered" })
  return vim.fn.globpath(table.concat(folders, ","), "*", true, true)
end

local function content(path)
  return table.concat(vim.fn.readfile(path, "b"), "\n")
end

-- Returns an expected file in a folder; there is no other one.
local function file(folder)
  local paths = files()
  expect_equal({ #paths, vim.fn.fnamemodify(paths[1] or "", ":h:t") }, { 1, folder })
  return paths[1]
end

local function expect_edit(path, id, rev, text)
  expect_equal({ vim.fn.fnamemodify(path, ":t:r"), content(path) }, { id .. "-" .. rev, text })
end

local function texts()
  return vim.tbl_map(function(entry)
    return entry.text
  end, Editor.entries())
end

local function count_of(text)
  return #vim.tbl_filter(function(other)
    return other == text
  end, texts())
end

local function start(options)
  local editor = Editor.start(options)
  editor:lua("require('journal.writes').limit = ...", limit)
  return editor
end

local function start_without_spawning()
  return start({ command = { "env", "JOURNAL_NO_SPAWN=1", vim.env.JOURNAL } })
end

local function compose(editor, text)
  editor:ex("Journal new")
  editor:ex("only")
  editor:type("i" .. text .. "<Esc>")
end

local function open(editor, id)
  editor:ex("edit journal://entry/" .. id)
  editor:expect_lines({ Editor.entry(id).text })
end

local function set(editor, text)
  editor:ex(("call setline(1, %q)"):format(text))
end

-- Waits until an editor has ended.
local function expect_end(editor)
  eventually(function()
    return vim.fn.jobwait({ editor.channel }, 0)[1] ~= -1
  end)
end

-- Types keys that end an editor.
local function leave(editor, keys)
  editor:type_last(keys)
  expect_end(editor)
end

local function clean_up()
  for _, path in ipairs(files()) do
    vim.loop.fs_unlink(path)
  end
end

-- Runs a check without the files of others.
local function check_leaving(name, body)
  check(name, function()
    clean_up()
    body()
  end)
end

-- Keys that end an editor after `:w`, and keys that write at the end.
local abandoning, writing = { ":qa!<CR>", "ZQ", ":cq<CR>" }, { ":wqa<CR>", ":xa<CR>" }

journal("status")

for _, keys in ipairs(vim.list_extend(vim.list_extend({}, abandoning), writing)) do
  check_leaving("a new text without a reply before " .. keys .. " is delivered once", function()
    local text = "new, then " .. keys:gsub("[<>]", "")
    local editor = start()
    compose(editor, "x")
    set(editor, text)
    silently(function()
      if vim.tbl_contains(abandoning, keys) then
        editor:ex("write")
      end
      leave(editor, keys)
      local kept = content(file("undelivered"))
      local header, written = kept:match("^<!%-%- journal (.-) %-%->\n(.*)$")
      expect_equal({ written, vim.json.decode(header).notebook }, { text, "journal" })
    end)
    journal("new", "--deliver")
    expect_equal({ count_of(text), files() }, { 1, {} })
  end)

  check_leaving("an edit without a reply before " .. keys .. " can be used", function()
    local text = "edited, then " .. keys:gsub("[<>]", "")
    local id = journal("new", "base")
    local rev = Editor.entry(id).rev
    local editor = start()
    open(editor, id)
    set(editor, text)
    silently(function()
      if vim.tbl_contains(abandoning, keys) then
        editor:ex("write")
      end
      leave(editor, keys)
      expect_edit(file("drafts"), id, rev, text)
    end)
    journal("drafts", "use", "--as-is", "1")
    expect_equal({ Editor.entry(id).text, count_of(text), files() }, { text, 1, {} })
  end)
end

check_leaving("a text of a daemon that was killed and cannot be started is kept", function()
  local id = journal("new", "base")
  local rev = Editor.entry(id).rev
  for _, keys in ipairs({ ":qa!<CR>", ":wqa<CR>" }) do
    clean_up()
    journal("status")
    local editor = start_without_spawning()
    editor:lua("require('journal.writes').limit = 60000")
    open(editor, id)
    set(editor, "not written")
    local process = Editor.stop_daemon()
    if keys == ":qa!<CR>" then
      editor:ex("write")
    end
    -- The daemon is killed while the editor ends, so that the error is not seen before.
    editor:type_last(keys)
    editor:expect_message("waiting")
    vim.loop.kill(process, "sigkill")
    expect_end(editor)
    expect_edit(file("drafts"), id, rev, "not written")
  end
  journal("drafts", "use", "--as-is", "1")
  expect_equal(Editor.entry(id).text, "not written")
end)

check_leaving("a new text without a daemon keeps its attributes", function()
  local editor = start_without_spawning()
  editor:ex("Journal! new notebook:later first #tag")
  editor:expect_message("saved")
  Editor.signal_daemon("sigterm")
  editor:ex([[Journal new notebook:later]])
  editor:ex("only")
  editor:type("iwith -- dashes --> #tag<CR>größe<CR><Esc>")
  leave(editor, ":wqa<CR>")
  file("undelivered")
  local before = os.time()
  eventually(function()
    return os.time() > before
  end)
  journal("new", "--deliver")
  local entry = Editor.entries()[1]
  expect_equal({ entry.text, entry.notebook.name, entry.tags, entry.zone },
    { "with -- dashes --> #tag\ngröße\n", "later", { "tag" }, "UTC" })
  expect_equal(files(), {})
end)

check_leaving(":wq of the only buffer stays open, and :q! keeps the text in a file", function()
  local editor = start()
  compose(editor, "only")
  silently(function()
    editor:type(":wq<CR>")
    editor:expect_message("has not been saved yet")
    expect_equal({ editor:lines(), editor:is_modified(), files() }, { { "only" }, true, {} })
    leave(editor, ":q!<CR>")
    file("undelivered")
  end)
  journal("new", "--deliver")
  expect_equal({ count_of("only"), files() }, { 1, {} })
end)

check_leaving("edits after the last save are abandoned", function()
  local id = journal("new", "base")
  local editor = start()
  open(editor, id)
  silently(function()
    for _, text in ipairs({ "first", "last" }) do
      set(editor, text)
      editor:ex("write")
    end
    set(editor, "typed")
    leave(editor, ":qa!<CR>")
    expect_equal(content(file("drafts")), "last")
  end)
end)

check_leaving("texts without a buffer are kept, and each is", function()
  local id = journal("new", "base")
  local editor = start()
  open(editor, id)
  set(editor, "left")
  silently(function()
    editor:ex("write")
    editor:ex("bdelete")
    editor:ex("Journal new without a buffer")
    leave(editor, ":qa!<CR>")
  end)
  expect_equal(#files(), 2)
  journal("new", "--deliver")
  expect_equal(content(file("drafts")), "left")
  expect_equal(count_of("without a buffer"), 1)
end)

check_leaving("a conflict that nobody has seen leaves the text in a file", function()
  for _, way in ipairs({ "wait", "command" }) do
    clean_up()
    local id = journal("new", "base")
    local rev = Editor.entry(id).rev
    local editor = start()
    editor:lua("require('journal.writes').limit = 60000")
    open(editor, id)
    set(editor, "mine")
    journal("edit", id, "theirs")
    if way == "wait" then
      -- The reply arrives while `QuitPre` is handled.
      silently(function()
        editor:ex("write")
        editor:type_last(":qa!<CR>")
        editor:expect_message("waiting")
      end)
    else
      editor:type_last(":wqa<CR>")
    end
    expect_end(editor)
    expect_edit(file("conflicts"), id, rev, "mine")
    expect_equal(Editor.entry(id).text, "theirs")
  end
end)

-- Starts an editor that shows a conflict; returns it and the id of the entry.
local function start_conflict()
  local id = journal("new", "base")
  local editor = start()
  open(editor, id)
  set(editor, "mine")
  journal("edit", id, "theirs")
  editor:ex("write")
  editor:expect_message("conflict")
  return editor, id
end

check_leaving("a conflict that was shown is abandoned", function()
  local editor = start_conflict()
  leave(editor, ":qa!<CR>")
  expect_equal(files(), {})
end)

check_leaving(":wall! and :wqall! do not replace a text in a conflict", function()
  local editor, id = start_conflict()
  for _, command in ipairs({ "wall!", "wqall!" }) do
    editor:clear_messages()
    editor:type(":" .. command .. "<CR>")
    editor:expect_message("not resolved")
  end
  expect_equal({ Editor.entry(id).text, editor:is_modified() }, { "theirs", true })
end)

check_leaving("a reply in time leaves no file", function()
  local editor = start()
  editor:lua("require('journal.writes').limit = 60000")
  compose(editor, "in time")
  silently(function()
    editor:ex("write")
    editor:type_last(":qa!<CR>")
    editor:expect_message("waiting")
  end)
  expect_end(editor)
  expect_equal({ count_of("in time"), files() }, { 1, {} })
end)

check_leaving("CTRL-C ends the wait", function()
  local editor = start()
  editor:lua("require('journal.writes').limit = 3600000")
  compose(editor, "interrupted")
  silently(function()
    editor:ex("write")
    editor:type_last(":qa!<CR>")
    editor:expect_message("CTRL-C ends it")
    leave(editor, "<C-c>")
    file("undelivered")
  end)
end)

check_leaving("an existing file is not replaced", function()
  local id = journal("new", "base")
  local rev = Editor.entry(id).rev
  for _ = 1, 2 do
    local editor = start()
    open(editor, id)
    set(editor, "mine")
    silently(function()
      editor:ex("write")
      leave(editor, ":qa!<CR>")
    end)
    -- The entry has the revision of the first attempt again.
    journal("edit", id, "base")
  end
  local names = vim.tbl_map(function(path)
    return vim.fn.fnamemodify(path, ":t")
  end, files())
  expect_equal(#names, 2)
  expect_equal(names[1] ~= names[2] and vim.startswith(names[1], id .. "-" .. rev), true)
end)

check_leaving("a signal that ends the editor keeps the text", function()
  local editor = start()
  compose(editor, "ended by a signal")
  silently(function()
    editor:ex("write")
    vim.loop.kill(vim.fn.jobpid(editor.channel), "sigterm")
    expect_end(editor)
    file("undelivered")
  end)
end)

-- Runs an editor that writes an entry and ends at once; returns its output.
local function run_briefly(...)
  local command = {
    "nvim", "--headless", "--clean", "-n",
    "--cmd", "set runtimepath^=" .. vim.fn.fnamemodify(vim.env.JOURNAL_TEST, ":h"),
    "--cmd", "lua require('journal.writes').limit = " .. limit,
  }
  for _, argument in ipairs({ ... }) do
    vim.list_extend(command, { "-c", argument })
  end
  return vim.fn.system(command)
end

check_leaving("a message names the file", function()
  silently(function()
    local output = run_briefly("Journal new", "call setline(1, 'named')", "wqall")
    local path = file("undelivered")
    expect_equal(output:find("your text is in " .. path, 1, true) ~= nil, true)
    expect_equal(output:find("Error detected", 1, true), nil)
  end)
end)

check_leaving("a text that cannot be kept is in the message", function()
  clean_up()
  vim.fn.delete(state_folder .. "/undelivered", "rf")
  vim.fn.writefile({}, state_folder .. "/undelivered")
  silently(function()
    local output = run_briefly("Journal new", "call setline(1, ['two', 'lines'])", "wqall")
    expect_equal(output:find("not kept in a file.*\r?\ntwo\r?\nlines") ~= nil, true)
  end)
  vim.fn.delete(state_folder .. "/undelivered")
end)
