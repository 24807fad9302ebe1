-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The command :Journal and the buffers journal://; see |journal|.
local journal = {}

local subcommands = {
  "conflicts", "delete", "list", "move", "new", "open", "redo", "resolve", "restore", "search",
  "star", "tag", "undo", "untag",
}
local needs_argument = { move = true, tag = true, untag = true }

local function act(name, ...)
  local message = require("journal.message")
  local ok, problem = pcall(require("journal.actions")[name], ...)
  if not ok then
    message.fail(problem)
  end
end

--- Executes :Journal; `options` are those of |nvim_create_user_command()|.
function journal.command(options)
  local name, arguments = options.args:match("^(%S*)%s*(.-)%s*$")
  local filter = require("journal.filter")
  local selection, problem = filter.parse(options.args)
  if name == "" or selection then
    name, arguments = "list", options.args
  elseif name:find("^%a+:") or filter.parse(name) then
    return require("journal.message").fail(problem)
  end
  if not vim.tbl_contains(subcommands, name) then
    local text = "unknown subcommand %q; use one of %s"
    local list = table.concat(subcommands, ", ")
    return require("journal.message").fail(text:format(name, list))
  elseif needs_argument[name] and arguments == "" then
    return require("journal.message").fail(("%s needs a name"):format(name))
  end
  if name == "new" then
    local lines
    if options.range > 0 then
      lines = vim.api.nvim_buf_get_lines(0, options.line1 - 1, options.line2, true)
    end
    return act("new", arguments, lines, options.bang, options.mods)
  end
  if options.mods ~= "" and (name == "list" or name == "search" or name == "open") then
    vim.cmd(options.mods .. " split")
  end
  act(name, arguments, options.bang)
end

--- Completes the arguments of :Journal.
function journal.complete(word, line)
  local completion = require("journal.completion")
  local subcommand = line:match("Journal!?%s+(%S+)%s")
  if subcommand then
    return completion.argument(subcommand, word)
  end
  local found = completion.subcommand(word, subcommands)
  return vim.list_extend(found, completion.argument("list", word))
end

--- Reads a buffer, as `BufReadCmd` does.
function journal.read(buffer, name)
  local kind, rest = name:match("^journal://(%a+)/?(.*)$")
  if kind == "list" then
    local filter, problem = require("journal.filter").parse(rest)
    if not filter then
      return require("journal.message").fail(problem)
    end
    require("journal.list_buffer").load(buffer, filter)
  elseif (kind == "entry" or kind == "unsaved") and rest:find("^[%x-]+/?%d*$") then
    require("journal.entry_buffer").load(buffer, rest:match("^[^/]+"))
  elseif kind == "new" then
    local entry_buffer = require("journal.entry_buffer")
    local notebook = require("journal.config").get("notebook")
    entry_buffer.compose(buffer, entry_buffer.draft(notebook), "")
  elseif kind == "search" then
    require("journal.search").load(buffer)
  else
    require("journal.message").fail(("there is no buffer %q"):format(name))
  end
end

--- Saves a buffer, as `BufWriteCmd` does. The command waits for the result only if it also quits.
function journal.write(buffer)
  require("journal.entry_buffer").save(buffer, { is_forced = vim.v.cmdbang == 1 })
  if not require("journal.writes").settle() then
    require("journal.entry_buffer").mark_unsaved()
  end
end

--- Releases a buffer that is being unloaded.
function journal.unload(buffer)
  require("journal.list_buffer").unload(buffer)
  require("journal.entry_buffer").unload(buffer)
  require("journal.search").unload(buffer)
end

--- Handles `QuitPre`.
function journal.quitting()
  if not require("journal.writes").quitting() then
    require("journal.entry_buffer").mark_unsaved()
  end
end

--- Handles `VimLeavePre`.
function journal.leaving()
  require("journal.entry_buffer").leave()
  require("journal.client").close()
end

return journal
