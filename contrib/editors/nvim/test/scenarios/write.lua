-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

local Editor = require("editor")
local editor = Editor.start()

check("a command writes an entry and starts the daemon", function()
  editor:ex("Journal new Rain all day #weather")
  editor:expect_message("saved")
  local entry = Editor.entries()[1]
  expect_equal({ entry.text, entry.tags, entry.zone }, { "Rain all day #weather", { "weather" }, "UTC" })
end)

check("a range writes an entry into a notebook that :Journal! creates", function()
  editor:ex("enew")
  editor:call("buf_set_lines", 0, 0, -1, true, { "zero", "größe", "日本", "three" })
  editor:clear_messages()
  editor:ex("2,3Journal! new notebook:work")
  editor:expect_message("saved")
  local entry = Editor.entries()[1]
  expect_equal({ entry.text, entry.notebook.name }, { "größe\n日本", "work" })
  editor:ex("bwipeout!")
end)

check("the name of a notebook can contain spaces and quotes", function()
  editor:clear_messages()
  editor:ex([[Journal! new notebook:"To do \"x\"" Buy "milk" \ bread]])
  editor:expect_message("saved")
  local entry = Editor.entries()[1]
  expect_equal({ entry.text, entry.notebook.name }, { [[Buy "milk" \ bread]], [[To do "x"]] })
  editor:ex([[Journal new notebook:"To do \"x\""]])
  editor:type("iEggs<Esc>:w<CR>")
  eventually_equal(function()
    local entry = Editor.entries()[1]
    return { entry.text, entry.notebook.name }
  end, { "Eggs", [[To do "x"]] })
  editor:ex("close")
  editor:ex([[Journal list notebook:"To do \"x\""]])
  editor:expect_line("Eggs")
  editor:expect_line("milk")
  editor:ex("bwipeout!")
end)

check("a name without an end or of no characters is reported, and nothing is written", function()
  local count = #Editor.entries()
  for arguments, text in pairs({
    [ [[notebook:"To do text]] ] = "not closed", [ [[notebook:"" text]] ] = "needs a name",
  }) do
    editor:clear_messages()
    editor:ex("Journal! new " .. arguments)
    editor:expect_message(text)
  end
  expect_equal(#Editor.entries(), count)
end)

check("an invalid condition is named, and no subcommand", function()
  for arguments, text in pairs({
    ["since:banana"] = 'invalid date "banana"', ["notebook:work banana"] = 'invalid filter "banana"',
    ["banana"] = 'unknown subcommand "banana"',
  }) do
    editor:clear_messages()
    editor:ex("Journal! " .. arguments)
    editor:expect_message(text)
  end
end)

check("a selection and a motion write their characters, and leave registers", function()
  editor:ex("enew")
  editor:call("buf_set_lines", 0, 0, -1, true, { "one größe", "日本 two" })
  editor:lua([[vim.keymap.set({ "n", "x" }, "gj", "<Plug>(journal-new)")]])
  editor:ex("set selection=exclusive")
  editor:ex("call setreg('z', 'zed')")
  editor:ex("normal! yl")
  local function expect_text(keys, text)
    editor:clear_messages()
    editor:type(keys)
    editor:expect_message("saved")
    expect_equal(Editor.entries()[1].text, text)
  end
  expect_text("gg0wvj0llgj", "größe\n日本")
  expect_text("gg0gjiw", "one")
  expect_text("gg0Vgj", "one größe")
  expect_text("gg0<C-v>jlgj", "on\n日")
  expect_equal(editor:lua("return { vim.fn.getreg('z'), vim.fn.getreg('\"'), vim.o.selection }"),
    { "zed", "o", "exclusive" })
  editor:ex("set selection&")
  editor:ex("bwipeout!")
end)

check("a scratch buffer becomes the buffer of the entry when it is saved", function()
  editor:ex("Journal new")
  expect_equal(vim.startswith(editor:name(), "journal://new/"), true)
  editor:type("iFirst line<CR>second #a1<Esc>:w<CR>")
  eventually(function()
    return vim.startswith(editor:name(), "journal://entry/")
  end)
  expect_equal(editor:is_modified(), false)
  local entry = Editor.entries()[1]
  expect_equal({ entry.text, entry.tags }, { "First line\nsecond #a1", { "a1" } })
  expect_equal(editor:lua("return vim.fn.bufexists('^journal://new/')"), 0)
  editor:type("ggIVery <Esc>:w<CR>")
  eventually_equal(function()
    return Editor.entry(entry.id).text
  end, "Very First line\nsecond #a1")
  editor:ex("close")
end)

check("an unknown notebook keeps the text, and :w! creates it", function()
  editor:clear_messages()
  editor:ex("Journal new notebook:garden")
  editor:type("iTomatoes<Esc>:w<CR>")
  editor:expect_message(":w! creates it")
  expect_equal({ editor:is_modified(), editor:lines() }, { true, { "Tomatoes" } })
  editor:type(":w!<CR>")
  eventually_equal(function()
    return Editor.entries()[1].notebook.name
  end, "garden")
  editor:ex("close")
end)

check("an empty entry is rejected with one message, and nothing is lost", function()
  editor:clear_messages()
  editor:ex("Journal new")
  editor:type("i  <Esc>:w<CR>")
  editor:expect_message("empty")
  expect_equal(editor:is_modified(), true)
  editor:ex("bwipeout!")
end)

check("a text that is not UTF-8 is rejected before it is sent", function()
  editor:clear_messages()
  editor:ex("Journal new")
  editor:lua([[vim.api.nvim_buf_set_lines(0, 0, -1, true, { "a\255b" })]])
  editor:ex("w")
  editor:expect_message("not valid UTF-8")
  expect_equal(editor:is_modified(), true)
  editor:ex("bwipeout!")
end)

check("completion offers the tags and notebooks that exist", function()
  editor:ex("Journal new")
  editor:type("i#wea<C-x><C-o>")
  editor:expect_lines({ "#weather" })
  editor:type("<Esc>:bwipeout!<CR>")
  local function expect_completions(command, words)
    eventually_equal(function()
      return editor:lua([[return vim.fn.getcompletion(..., "cmdline")]], command)
    end, words)
  end
  expect_completions("Journal list notebook:w", { "notebook:work" })
  expect_completions("Journal move ga", { "garden" })
  expect_completions("Journal s", { "search", "star", "since:", "starred" })
end)

check(":checkhealth shows the status of the daemon", function()
  editor:ex("checkhealth journal")
  editor:expect_line("OK.*daemon")
  editor:ex("bwipeout!")
end)

check(":wq saves before the editor exits", function()
  local other = Editor.start()
  -- As long as the connection takes.
  other:lua("require('journal.writes').limit = 60000")
  other:ex("Journal new")
  other:ex("only")
  other:type_last("ilast words<Esc>:wq<CR>")
  eventually(function()
    return vim.fn.jobwait({ other.channel }, 0)[1] ~= -1
  end)
  expect_equal(Editor.entries()[1].text, "last words")
end)

check(":wq keeps the window if the entry is rejected", function()
  editor:clear_messages()
  editor:ex("Journal new notebook:nowhere")
  editor:ex("only")
  editor:type("ikept<Esc>:wq<CR>")
  editor:expect_message(":w! creates it")
  expect_equal({ editor:lines(), editor:is_modified() }, { { "kept" }, true })
end)
