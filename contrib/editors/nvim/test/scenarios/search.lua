-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

local Editor = require("editor")
local journal = Editor.journal
local editor = Editor.start()

journal("new", "--at", "2026-11-01 10:00", "-t", "garden", "roof finished")
journal("new", "--at", "2026-11-02 10:00", "-t", "garden", "tomatoes\nin the second line a roofer")
journal("new", "--at", "2026-11-03 10:00", "rain")

local function results()
  return editor:lua([[
    local window = vim.fn.bufwinid("journal://search")
    return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true)
  ]])
end

local function expect_results(patterns)
  eventually(function()
    local lines = table.concat(results(), "\n")
    for _, pattern in ipairs(patterns.present) do
      if not lines:find(pattern) then
        return false
      end
    end
    for _, pattern in ipairs(patterns.absent) do
      if lines:find(pattern) then
        return false
      end
    end
    return true
  end)
end

check("an empty query shows all entries", function()
  editor:ex("Journal search")
  expect_results({ present = { "finished", "roofer", "rain" }, absent = {} })
  eventually_equal(function()
    return editor:mode()
  end, "i")
end)

check("results follow the query while it is typed", function()
  editor:type("ro")
  expect_results({ present = { "finished", "roofer" }, absent = { "rain" } })
  editor:type("ofer")
  expect_results({ present = { "roofer" }, absent = { "finished", "rain" } })
end)

check("a query that changes while the daemon is slow is searched in the end", function()
  local process = Editor.stop_daemon()
  for _, keys in ipairs({ "<C-u>t", "o", "<C-u>ra" }) do
    local line = keys == "<C-u>ra" and "ra" or keys == "o" and "to" or "t"
    editor:type(keys)
    eventually_equal(function()
      return editor:line()
    end, line)
  end
  vim.loop.kill(process, "sigcont")
  expect_results({ present = { "rain" }, absent = { "finished", "tomatoes" } })
  editor:type("<C-u>roofer")
  expect_results({ present = { "roofer" }, absent = { "finished", "rain" } })
end)

check("a malformed query keeps the results and shows the error", function()
  editor:type('<C-u>"')
  eventually(function()
    return editor:lua([[
      local namespace = vim.api.nvim_create_namespace("journal_search")
      local marks = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
      return marks[1] and marks[1][4].virt_text[1][2] == "JournalError"
    ]])
  end)
  expect_results({ present = { "roofer" }, absent = { "rain" } })
end)

check("#tag is a condition, and completes", function()
  editor:type("<C-u>#gard<C-x><C-o>")
  eventually_equal(function()
    return editor:line()
  end, "#garden")
  expect_results({ present = { "finished", "roofer" }, absent = { "rain" } })
end)

check("results follow changes from elsewhere", function()
  journal("new", "--at", "2026-11-04 10:00", "-t", "garden", "cucumbers")
  expect_results({ present = { "finished", "cucumbers" }, absent = { "rain" } })
end)

check("only changes of entries that match search again", function()
  editor:lua([[
    local client, request = require("journal.client"), require("journal.client").request
    searches = 0
    client.request = function(method, ...)
      searches = searches + (method == "entry.search" and 1 or 0)
      return request(method, ...)
    end
  ]])
  local id = journal("new", "no match")
  journal("delete", id)
  journal("edit", journal("new", "-t", "garden", "beans"), "peas")
  expect_results({ present = { "peas" }, absent = { "beans" } })
  local count = editor:lua("return searches")
  expect_equal({ count >= 1 and count <= 2, count }, { true, count })
end)

check("a tag that is renamed changes the results", function()
  journal("tag", "rename", "garden", "plot")
  expect_results({ present = {}, absent = { "peas" } })
  journal("tag", "rename", "plot", "garden")
  expect_results({ present = { "peas" }, absent = {} })
end)

check("the cursor stays on its entry when results change, and starts at the top of others", function()
  local function cursor()
    return editor:lua([[
      local window = vim.fn.bufwinid("journal://search")
      local line = vim.api.nvim_win_get_cursor(window)[1]
      return vim.fn.getbufline("journal://search", line)[1]:match("%d%d:%d%d%s+(.*)")
    ]])
  end
  editor:type("<C-u>#garden")
  expect_results({ present = { "peas" }, absent = {} })
  editor:type("<C-n>")
  local entry = cursor()
  journal("new", "--at", "2026-11-30 10:00", "-t", "garden", "at the top")
  expect_results({ present = { "at the top" }, absent = {} })
  expect_equal(cursor(), entry)
  editor:type("<C-u>roof")
  expect_results({ present = { "roofer" }, absent = { "peas" } })
  expect_equal(editor:lua("return vim.fn.getcurpos(vim.fn.bufwinid('journal://search'))[2]"), 1)
  editor:type("<C-u>#garden")
  expect_results({ present = { "peas" }, absent = {} })
end)

check("Enter goes to the results, Enter opens the entry", function()
  editor:type("<Esc>cccucumbers")
  expect_results({ present = { "cucumbers" }, absent = { "finished" } })
  editor:type("<CR>")
  eventually_equal(function()
    return { editor:mode(), editor:line() }
  end, { "n", "2026-11-04 10:00   cucumbers #garden" })
  editor:type("<CR>")
  editor:expect_lines({ "cucumbers" })
end)

check(":edit reads the results again", function()
  editor:ex("Journal search cucumbers")
  expect_results({ present = { "cucumbers" }, absent = { "rain" } })
  editor:ex("edit")
  expect_results({ present = { "cucumbers" }, absent = { "rain" } })
end)

check("a query as an argument shows its results at once", function()
  editor:ex("Journal search rain")
  expect_results({ present = { "rain" }, absent = { "roof" } })
  expect_equal(editor:mode(), "n")
end)
