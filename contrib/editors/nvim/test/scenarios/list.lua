-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

local Editor = require("editor")
local journal = Editor.journal
local editor = Editor.start()

local function window(code)
  return editor:lua("return " .. code)
end

journal("new", "--at", "2026-11-01 10:00", "-t", "roof", "oldest")
journal("new", "--at", "2026-11-03 09:30", "-N", "work", "--create-notebook", "-s", "newest\nsecond line")

check("the list shows day headers, time, star, first line, notebook and tags", function()
  editor:ex("Journal")
  editor:expect_lines({
    "2026-11-03", "09:30 * newest  work",
    "2026-11-01", "10:00   oldest #roof",
  })
  expect_equal(editor:lua("return { vim.bo.modifiable, vim.bo.buftype }"), { false, "nofile" })
  expect_equal(editor:line(), "09:30 * newest  work")
  expect_equal(editor:lua("return { vim.wo.wrap, vim.go.wrap }"), { false, true })
end)

check("entries from other terminals appear at their place, and the cursor stays on its entry", function()
  editor:ex("/oldest")
  local middle = journal("new", "--at", "2026-11-02 12:00", "middle")
  editor:expect_lines({
    "2026-11-03", "09:30 * newest  work",
    "2026-11-02", "12:00   middle",
    "2026-11-01", "10:00   oldest #roof",
  })
  expect_equal(editor:line(), "10:00   oldest #roof")
  journal("edit", middle, "changed")
  editor:expect_line("12:00   changed")
  journal("delete", middle)
  editor:expect_lines({
    "2026-11-03", "09:30 * newest  work",
    "2026-11-01", "10:00   oldest #roof",
  })
  expect_equal(editor:line(), "10:00   oldest #roof")
  journal("restore", middle)
  editor:expect_line("12:00   changed")
  journal("delete", middle)
  editor:expect_no_line("changed")
end)

check("another window on the list keeps its cursor on its entry too", function()
  editor:ex("split")
  editor:call("win_set_cursor", 0, { 2, 0 })
  local middle = journal("new", "--at", "2026-11-02 12:00", "between")
  editor:expect_line("between")
  editor:ex("wincmd w")
  expect_equal(editor:line(), "10:00   oldest #roof")
  editor:ex("only")
  journal("delete", middle)
  editor:expect_no_line("between")
end)

check("s stars the entry under the cursor and removes the star", function()
  editor:ex("/oldest")
  editor:type("s")
  editor:expect_line("10:00 %* oldest")
  editor:type("s")
  editor:expect_line("10:00   oldest")
end)

check("dd moves the entry to the trash, u restores it", function()
  editor:clear_messages()
  editor:ex("/oldest")
  editor:type("dd")
  editor:expect_no_line("oldest")
  editor:type("u")
  editor:expect_line("oldest")
end)

check("u restores an entry that is being deleted", function()
  editor:clear_messages()
  editor:ex("/oldest")
  Editor.silently(function()
    editor:type("ddu")
  end)
  editor:expect_message("restored from the trash")
  expect_equal(editor:has_message("no entry was deleted"), false)
end)

check("u restores an entry that is being deleted, and not the one deleted before it", function()
  local former = journal("new", "--at", "2026-11-02 12:00", "deleted before")
  editor:ex(tostring(editor:expect_line("deleted before")))
  editor:type("dd")
  editor:expect_no_line("deleted before")
  editor:clear_messages()
  editor:ex("/oldest")
  Editor.silently(function()
    editor:type("ddu")
  end)
  editor:expect_message("restored from the trash")
  expect_equal(Editor.entry(former).trashedAt ~= nil, true)
end)

check("after a deletion that failed, u restores the one before it", function()
  local former = journal("new", "--at", "2026-11-02 12:00", "really deleted")
  editor:ex(tostring(editor:expect_line("really deleted")))
  editor:type("dd")
  editor:expect_no_line("really deleted")
  editor:clear_messages()
  editor:lua([[
    local client = require("journal.client")
    local request = client.request
    client.request = function(method, params, callback)
      if method ~= "entry.delete" then
        return request(method, params, callback)
      end
      client.request = request
      callback({ kind = "store.failed", message = "no space", data = {} })
    end
  ]])
  editor:ex("/oldest")
  editor:type("dd")
  editor:expect_message("no space")
  editor:type("u")
  editor:expect_line("really deleted")
  journal("delete", former)
  editor:expect_no_line("really deleted")
end)

check("the cursor moves from an entry that is gone to the next one", function()
  local id = journal("new", "--at", "2026-11-02 12:00", "soon gone")
  editor:ex(tostring(editor:expect_line("soon gone")))
  journal("delete", id)
  editor:expect_no_line("soon gone")
  expect_equal(editor:line(), "10:00   oldest #roof")
end)

check("the trash is a list from which u restores", function()
  local id = journal("new", "--at", "2026-11-02 12:00", "thrown away")
  journal("delete", id)
  editor:ex("Journal list trash")
  editor:ex(tostring(editor:expect_line("thrown away")))
  editor:type("u")
  editor:expect_no_line("thrown away")
  expect_equal(Editor.entry(id).trashedAt, nil)
  journal("delete", id)
  editor:expect_line("thrown away")
end)

check("CTRL-] follows a tag, a notebook and a day", function()
  editor:ex("Journal")
  editor:ex("call search('#roof')")
  editor:type("<C-]>")
  eventually_equal(function()
    return editor:name()
  end, "journal://list/#roof")
  editor:expect_lines({ "2026-11-01", "10:00   oldest #roof" })
  editor:type("-")
  editor:expect_line("newest")
  editor:ex("call search('work')")
  editor:type("<C-]>")
  editor:expect_lines({ "2026-11-03", "09:30 * newest  work" })
  eventually_equal(function()
    return editor:name()
  end, "journal://list/notebook:work")
  editor:type("gg<C-]>")
  eventually_equal(function()
    return editor:name()
  end, "journal://list/2026-11-03")
  local id = journal("new", "--at", "2026-11-03 11:00", "-t", "shed", "paint the #shed")
  local line = editor:expect_line("#shed")
  expect_equal(editor:lines()[line], "11:00   paint the #shed")
  editor:ex("call search('#shed')")
  editor:type("<C-]>")
  eventually_equal(function()
    return editor:name()
  end, "journal://list/#shed")
  journal("delete", id)
end)

check("a filtered list follows entries that start and stop to match", function()
  editor:ex("Journal list notebook:work")
  local id = journal("new", "--at", "2026-11-04 08:00", "moves")
  journal("edit", "-N", "work", id)
  editor:expect_line("moves  work")
  editor:ex("/moves")
  editor:ex("Journal move journal")
  editor:expect_no_line("moves")
  journal("delete", id)
end)

check("tags are added and removed by commands", function()
  editor:ex("Journal list 2026-11-01")
  editor:ex(tostring(editor:expect_line("oldest")))
  editor:ex("Journal tag Garden")
  editor:expect_line("#Garden #roof")
  editor:ex("Journal untag garden")
  editor:expect_line("oldest #roof")
end)

check("a tag that is renamed changes the lines of its entries", function()
  journal("tag", "rename", "roof", "shingles")
  editor:expect_line("oldest #shingles")
  journal("tag", "rename", "shingles", "roof")
  editor:expect_line("oldest #roof")
end)

check("a list whose tag gets another name is empty until the tag is back", function()
  editor:ex("Journal #roof")
  editor:expect_line("oldest #roof")
  journal("tag", "rename", "roof", "shingles")
  editor:expect_lines({ "" })
  journal("tag", "rename", "shingles", "roof")
  editor:expect_line("oldest #roof")
  editor:ex("bwipeout")
end)

check("a change rewrites only its own line", function()
  -- The list of another editor has no changes of earlier checks to come.
  local other = Editor.start()
  other:ex("Journal")
  other:expect_lines({
    "2026-11-03", "09:30 * newest  work",
    "2026-11-01", "10:00   oldest #roof",
  })
  other:lua([[
    changed = {}
    vim.api.nvim_buf_attach(0, false, {
      on_lines = function(_, _, _, first, last, new_last)
        table.insert(changed, { first, last, new_last })
      end,
    })
  ]])
  local id = journal("new", "--at", "2026-11-01 12:00", "above")
  other:expect_line("above")
  journal("edit", "--star", id)
  other:expect_line("12:00 %* above")
  journal("delete", id)
  other:expect_no_line("above")
  expect_equal(other:lua("return changed"), { { 3, 3, 4 }, { 3, 4, 4 }, { 3, 4, 3 } })
end)

check("]] and [[ move between days", function()
  editor:ex("Journal")
  editor:expect_lines({
    "2026-11-03", "09:30 * newest  work",
    "2026-11-01", "10:00   oldest #roof",
  })
  editor:type("gg]]")
  eventually_equal(function()
    return editor:line()
  end, "2026-11-01")
  editor:type("[[")
  eventually_equal(function()
    return editor:line()
  end, "2026-11-03")
end)

check("control characters are shown, and neither modelines nor expressions are evaluated", function()
  local text = "esc\27[31m \226\128\174 tab\tnul%{execute('let g:evil=1')}\nvim: set tabstop=3 ft=evil:\n"
  journal("rpc", "entry.create", vim.json.encode({ text = text, createdAt = "2026-11-05T10:00:00Z" }))
  local number = editor:expect_line("%[31m")
  expect_equal(editor:lines()[number], "10:00   esc\27[31m \226\128\174 tab nul%{execute('let g:evil=1')}")
  editor:ex(tostring(number))
  editor:lua("vim.o.modeline, vim.o.modelines = true, 5")
  editor:type("<CR>")
  editor:expect_line("vim: set")
  editor:ex("autocmd User JournalTest let g:unused = 1")
  editor:ex("doautocmd User JournalTest")
  expect_equal(editor:lua("return { vim.bo.tabstop, vim.bo.filetype, vim.g.evil or 0 }"), { 8, "markdown", 0 })
  expect_equal(table.concat(editor:lines(), "\n"), text)
  journal("delete", vim.fn.fnamemodify(editor:name(), ":t"))
  editor:ex("Journal")
  editor:expect_no_line("%[31m")
end)

check("an invalid filter is reported", function()
  editor:clear_messages()
  editor:ex("Journal list nonsense")
  editor:expect_message('invalid filter "nonsense"')
  editor:ex("Journal list notebook:nowhere")
  editor:expect_message("nowhere")
  editor:ex("bwipeout")
end)

check("a list of a notebook that does not exist is read once it does", function()
  editor:clear_messages()
  editor:ex("Journal notebook:attic")
  editor:expect_message("attic")
  -- The list is tried again after each of these changes; its error is reported once.
  journal("notebook", "create", "cellar")
  journal("notebook", "rename", "cellar", "shed")
  journal("new", "-N", "attic", "--create-notebook", "under the roof")
  editor:expect_line("under the roof")
  expect_equal(editor:message_count("attic"), 1)
  editor:type("R")
  journal("new", "-N", "attic", "more")
  editor:expect_line("more")
end)

check("a list stays in place while 10,000 entries are written, and ends with a way to the rest", function()
  local other = Editor.start()
  other:ex("Journal")
  other:ex(tostring(other:expect_line("newest")))
  local line = other:line()
  local requests = {}
  for batch = 0, 19 do
    local calls = {}
    for index = 1, 500 do
      local minute = batch * 500 + index
      local at = os.date("!%Y-%m-%dT%H:%M:00Z", 1600000000 + minute * 600)
      table.insert(calls, {
        method = "entry.create",
        params = { text = ("Eintrag %d: größer 日本"):format(minute), createdAt = at },
      })
    end
    local request = { jsonrpc = "2.0", id = batch, method = "batch", params = { calls = calls } }
    table.insert(requests, vim.json.encode(request))
  end
  vim.fn.system({ vim.env.JOURNAL, "rpc", "--stdin" }, table.concat(requests, "\n") .. "\n")
  -- The list has followed when its oldest entry is the thousandth.
  local others = tonumber(journal("list", "--count")) - 10000
  local oldest = ("Eintrag %d: größer 日本"):format(10000 - 1000 + others + 1)
  eventually(function()
    local lines = other:lines()
    return lines[#lines - 1]:find(oldest, 1, true)
  end)
  other:expect_line("Eintrag 10000: größer 日本")
  local lines = other:lines()
  expect_equal(lines[#lines], "1000 entries are listed; older ones: <CR>")
  expect_equal(other:line(), line)
  other:ex("500")
  other:ex("normal! zz")
  local middle = other:line()
  local top = other:lua("return vim.fn.line('w0') - vim.fn.line('.')")
  journal("new", "--at", "2026-11-06 10:00", "on top")
  other:expect_line("on top")
  expect_equal(other:line(), middle)
  expect_equal(other:lua("return vim.fn.line('w0') - vim.fn.line('.')"), top)
  local last = other:lines()[#other:lines() - 1]
  other:type("G<CR>")
  eventually(function()
    return other:name():find("until:", 1, true) and vim.tbl_contains(other:lines(), last)
  end)
end)

check("days with more entries than a list say so", function()
  local other = Editor.start({ limit = 2 })
  other:ex("Journal 2020-09-14")
  other:expect_line("^2 entries are listed")
  other:type("G<CR>")
  other:expect_message("2020-09-14 has more entries than a list")
end)
