-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

if vim.g.loaded_journal then
  return
end
vim.g.loaded_journal = true

for group, target in pairs({
  JournalDay = "Title",
  JournalTime = "Number",
  JournalStar = "Special",
  JournalConflict = "WarningMsg",
  JournalNotebook = "Directory",
  JournalTag = "Tag",
  JournalMatch = "Search",
  JournalSummary = "Comment",
  JournalError = "ErrorMsg",
}) do
  vim.cmd(("highlight default link %s %s"):format(group, target))
end

vim.api.nvim_create_user_command("Journal", function(options)
  require("journal").command(options)
end, {
  nargs = "*",
  bang = true,
  range = true,
  complete = function(word, line)
    return require("journal").complete(word, line)
  end,
  desc = "Write, list and search journal entries",
})

vim.keymap.set({ "n", "x" }, "<Plug>(journal-new)", function()
  return require("journal.actions").new_from_region()
end, { expr = true, desc = "Write the text of a motion, or the selection, to an entry" })

local group = vim.api.nvim_create_augroup("journal", {})

local function on(event, pattern, callback)
  vim.api.nvim_create_autocmd(event, { group = group, pattern = pattern, callback = callback })
end

on("BufReadCmd", "journal://*", function(arguments)
  require("journal").read(arguments.buf, arguments.match)
end)
on("BufWriteCmd", "journal://*", function(arguments)
  require("journal").write(arguments.buf)
end)
on("BufWinEnter", { "journal://list*", "journal://search" }, function()
  vim.opt_local.wrap = false
end)
on("BufUnload", "journal://*", function(arguments)
  require("journal").unload(arguments.buf)
end)
on("QuitPre", "*", function()
  if package.loaded["journal.writes"] then
    require("journal").quitting()
  end
end)
on("VimLeavePre", "*", function()
  if package.loaded["journal.writes"] then
    require("journal").leaving()
  end
end)
