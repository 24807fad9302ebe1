-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Replies to saves whose buffer was edited, unloaded or read again meanwhile.
local Editor = require("editor")
local journal = Editor.journal
local silently = Editor.silently
local editor = Editor.start()

local function open(id, text, with)
  with = with or editor
  with:ex("edit journal://entry/" .. id)
  with:expect_lines({ text })
end

local function execute(...)
  local commands = { ... }
  silently(function()
    for _, command in ipairs(commands) do
      editor:ex(command)
    end
  end)
end

local function set(text)
  return ("call setline(1, %q)"):format(text)
end

-- Returns the texts that are not saved.
local function unsaved(with)
  return (with or editor):lua([[
    local texts = {}
    for _, info in ipairs(vim.fn.getbufinfo({ bufloaded = 1, bufmodified = 1 })) do
      table.insert(texts, table.concat(vim.api.nvim_buf_get_lines(info.bufnr, 0, -1, true), "\n"))
    end
    return texts
  ]])
end

local function expect_unsaved(texts, with)
  eventually_equal(function()
    return unsaved(with)
  end, texts)
end

local function show_unsaved()
  editor:lua([[vim.cmd("buffer " .. vim.fn.getbufinfo({ bufmodified = 1 })[1].bufnr)]])
end

local function expect_text(id, text)
  eventually_equal(function()
    return Editor.entry(id).text
  end, text)
end

local function clean_up()
  editor:ex("silent! tabonly")
  editor:ex("silent! only")
  editor:ex("silent %bwipeout!")
  editor:clear_messages()
end

local ways = { "bdelete", "bwipeout", "enew | bunload #", "edit" }

check("a text that is saved twice is saved as it was last, also if its buffer is left", function()
  for _, way in ipairs(ways) do
    local id = journal("new", "base")
    open(id, "base")
    execute(set("first"), "write", set("second"), "write", way)
    expect_text(id, "second")
    editor:expect_message("entry " .. id:sub(1, 8) .. " saved")
    expect_unsaved({})
    clean_up()
  end
end)

check("a text that is saved twice and rejected is kept as it was last", function()
  for _, way in ipairs(ways) do
    local id = journal("new", "base")
    open(id, "base")
    editor:ex(set("first"))
    journal("edit", id, "theirs")
    execute("write", set("second"), "write", way)
    expect_unsaved({ "second" })
    eventually(function()
      return editor:lua("return vim.wo.diff")
    end)
    expect_equal(Editor.entry(id).text, "theirs")
    show_unsaved()
    editor:ex("write!")
    expect_text(id, "second")
    clean_up()
  end
end)

check("an edit after a save is not sent with it, and stays unsaved", function()
  local id = journal("new", "base")
  open(id, "base")
  execute(set("first"), "write", set("second"), "write", set("typed"))
  expect_text(id, "second")
  expect_unsaved({ "typed" })
  clean_up()
end)

check("an edit after a save stays unsaved if the entry was starred elsewhere", function()
  local id = journal("new", "base")
  open(id, "base")
  editor:ex(set("saved"))
  journal("edit", "--star", id)
  execute("write", set("typed"))
  expect_text(id, "saved")
  expect_unsaved({ "typed" })
  clean_up()
end)

check("a text that is rejected stays modified, also after undoing a later edit", function()
  local id = journal("new", "base")
  open(id, "base")
  silently(function()
    editor:ex("call append(1, repeat([repeat('y', 78)], 8000))")
    editor:type(":w<CR>")
    editor:type("ggA later<Esc>")
  end)
  editor:expect_message("limit is 524288")
  editor:type("u")
  expect_equal({ editor:line(), #editor:lines(), editor:is_modified() }, { "base", 8001, true })
  editor:ex("split")
  editor:ex("only")
  expect_equal(editor:lua("return { pcall(vim.cmd, 'quit') }")[1], false)
  editor:type("u")
  expect_equal({ editor:lines(), editor:is_modified() }, { { "base" }, false })
  editor:type("<C-r>")
  expect_equal({ #editor:lines(), editor:is_modified() }, { 8001, true })
  clean_up()
end)

check("undoing what is being saved modifies the buffer, and redoing it does not", function()
  local id = journal("new", "base")
  open(id, "base")
  silently(function()
    editor:type("A added<Esc>:w<CR>")
    editor:type("u")
    expect_equal({ editor:line(), editor:is_modified() }, { "base", true })
    editor:type("<C-r>")
    expect_equal({ editor:line(), editor:is_modified() }, { "base added", false })
    editor:type("u")
  end)
  expect_text(id, "base added")
  editor:expect_message("saved")
  expect_unsaved({ "base" })
  clean_up()
end)

check("a text that is saved after Neovim did not quit is not modified", function()
  local id = journal("new", "base")
  local other = Editor.start()
  other:lua("require('journal.writes').limit = 100")
  open(id, "base", other)
  silently(function()
    other:type("A added<Esc>:wq<CR>")
    other:expect_message("has not been saved yet")
    expect_equal(other:is_modified(), true)
  end)
  expect_unsaved({}, other)
  expect_equal({ other:lines(), Editor.entry(id).text }, { { "base added" }, "base added" })
end)

check("a new text that is rejected is kept, also if its buffer is left", function()
  for _, way in ipairs(ways) do
    editor:ex("Journal new notebook:nowhere")
    execute(set("rejected"), "write", way)
    expect_unsaved({ "rejected" })
    editor:expect_message(":w! creates it")
    clean_up()
  end
end)

check("a text that was not saved is kept again", function()
  local id = journal("new", "base")
  open(id, "base")
  editor:ex(set("mine"))
  journal("edit", id, "theirs")
  execute("write", "bwipeout")
  expect_unsaved({ "mine" })
  eventually(function()
    return editor:lua("return vim.wo.diff")
  end)
  show_unsaved()
  journal("edit", id, "theirs again")
  execute("write!", "edit")
  expect_unsaved({ "mine" })
  show_unsaved()
  eventually(function()
    return editor:lua("return vim.wo.diff")
  end)
  editor:ex("write!")
  expect_text(id, "mine")
  clean_up()
end)

check("a rejected text is in a buffer at once, and in a window after the command line", function()
  silently(function()
    editor:ex("Journal new notebook:nowhere rejected")
    editor:type(":echo")
  end)
  expect_unsaved({ "rejected" })
  expect_equal(editor:mode(), "c")
  editor:type("<Esc>")
  editor:expect_lines({ "rejected" })
  clean_up()
end)

check("the editor is not quit before texts without a buffer are saved", function()
  for _, commands in ipairs({
    { "Journal new not saved" },
    { set("not saved"), "write", "bwipeout" },
  }) do
    local id = journal("new", "base")
    local other = Editor.start()
    open(id, "base", other)
    silently(function()
      for _, command in ipairs(commands) do
        other:ex(command)
      end
      other:type_last(":qall<CR>")
      other:expect_message("has not been saved yet")
      expect_unsaved({ "not saved" }, other)
    end)
    eventually(function()
      return vim.tbl_contains(vim.tbl_map(function(entry)
        return entry.text
      end, Editor.entries()), "not saved")
    end)
    for _, entry in ipairs(Editor.entries()) do
      journal("purge", "--yes", entry.id)
    end
  end
end)
