-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- What the commands and keys do. Most act on the entry of the current buffer, or of the current
--- line of a list.
local client = require("journal.client")
local config = require("journal.config")
local conflicts = require("journal.conflicts")
local entry_buffer = require("journal.entry_buffer")
local filter = require("journal.filter")
local hashtags = require("journal.hashtags")
local list_buffer = require("journal.list_buffer")
local message = require("journal.message")
local row = require("journal.row")
local search = require("journal.search")
local view = require("journal.view")
local writes = require("journal.writes")

local actions = {}

--- The entry that was deleted last.
local last_deleted

--- Returns the entry to act on, or reports that there is none.
local function target()
  local buffer, line = vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1]
  local entry = entry_buffer.entry(buffer) or view.item(buffer, line)
  if entry and entry.id then
    return entry
  end
  message.fail("there is no entry under the cursor")
end

--- Sends a request that changes an entry; its result appears as a change.
local function write(method, params)
  writes.request(method, params, function(error)
    if error then
      message.error(error)
    end
  end)
end

--- The id comes from the daemon, so that nothing in it may act as a command.
local function edit(id)
  vim.cmd("edit " .. vim.fn.fnameescape("journal://entry/" .. id))
end

--- Opens an entry in the current window: by its id or an unambiguous prefix of it, or the one under
--- the cursor. On a day header, lists the day; on the note of a list that is full, older entries.
function actions.open(id)
  if id and id ~= "" then
    client.request("entry.get", { id = id }, function(error, result)
      if error then
        return message.error(error)
      end
      edit(result.entry.id)
    end)
    return
  end
  local item = view.item(vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1])
  if item and item.header then
    return actions.follow()
  elseif item and item.note then
    return list_buffer.open_until(vim.api.nvim_get_current_buf(), item.day)
  end
  local entry = target()
  if entry then
    edit(entry.id)
  end
end

--- Lists the entries that match the words of a filter.
function actions.list(words)
  local value, problem = filter.parse(words)
  if not value then
    return message.fail(problem)
  end
  list_buffer.open(value)
end

--- Writes an entry from arguments, which may start with notebook:NAME, or from the lines of a
--- range; without either, opens a buffer for it.
function actions.new(arguments, lines, is_forced, modifiers)
  local notebook, text = nil, arguments
  if arguments:find("^notebook:%S") then
    local word, rest = filter.first(arguments)
    if not word then
      return message.fail(rest)
    end
    notebook, text = word:sub(#"notebook:" + 1), rest
    if notebook == "" then
      return message.fail("notebook: needs a name")
    end
  end
  local draft = entry_buffer.draft(notebook or config.get("notebook"))
  if lines then
    text = table.concat(lines, "\n")
    draft.quoted = text
  end
  if text ~= "" then
    return entry_buffer.create(draft, text, is_forced)
  end
  vim.cmd((modifiers or "") .. " new")
  entry_buffer.compose(vim.api.nvim_get_current_buf(), draft, "")
end

--- Writes the text of a motion, as |'operatorfunc'| calls it, to an entry; returns its key.
function actions.new_from_region(kind)
  if not kind then
    vim.go.operatorfunc = "v:lua.require'journal.actions'.new_from_region"
    return "g@"
  end
  local selection, register = vim.go.selection, vim.fn.getreginfo("z")
  local unnamed = vim.fn.getreginfo('"')
  vim.go.selection = "inclusive"
  local mode = ({ char = "v", line = "V", block = "\22" })[kind]
  vim.cmd("silent noautocmd keepjumps normal! `[" .. mode .. '`]"zy')
  local lines = vim.fn.getreg("z", 1, true)
  vim.go.selection = selection
  vim.fn.setreg("z", register)
  vim.fn.setreg('"', unnamed)
  actions.new("", lines)
end

--- Opens the search with a query; without one, asks for it.
function actions.search(query)
  search.open(query)
end

--- Stars the entry, or removes its star.
function actions.star()
  local entry = target()
  if entry then
    write("entry.update", { id = entry.id, starred = not entry.starred })
  end
end

--- Reports that an entry was moved to the trash or restored, unless its buffer does.
local function report_move(id, change)
  if not entry_buffer.reports_moves(id) then
    message.info(("entry %s was %s the trash"):format(id:sub(1, 8), change))
  end
end

--- Moves the entry to the trash.
function actions.delete()
  local entry = target()
  if not entry then
    return
  end
  -- Before the reply: a restoration is executed after the deletions that were sent before it.
  local former = last_deleted
  last_deleted = entry.id
  writes.request("entry.delete", { id = entry.id }, function(error)
    if not error then
      return report_move(entry.id, "moved to")
    elseif last_deleted == entry.id then
      last_deleted = former
    end
    message.error(error)
  end)
end

--- Restores the entry if it is in the trash, otherwise the entry that was deleted last.
function actions.restore()
  local buffer, line = vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1]
  local entry = entry_buffer.entry(buffer) or view.item(buffer, line)
  local is_trashed = entry and (entry.trashed or entry.trashedAt)
  local id = is_trashed and entry.id or last_deleted
  if not id then
    return message.fail("no entry was deleted")
  end
  local former = last_deleted
  last_deleted = nil
  writes.request("entry.restore", { id = id }, function(error)
    if not error then
      return report_move(id, "restored from")
    end
    last_deleted = last_deleted or former
    message.error(error)
  end)
end

--- Moves the entry to a notebook.
function actions.move(name, is_forced)
  local entry = target()
  if entry then
    local params = { id = entry.id, notebook = name, createNotebook = is_forced }
    write("entry.update", params)
  end
end

--- Gives an entry the tags that `change` returns for its tags; again if they or other members were
--- changed elsewhere.
local function change_tags(entry, change)
  local params = { id = entry.id, ifRev = entry.rev, tags = change(entry.tags) }
  writes.request("entry.update", params, function(error)
    if error and error.kind == "conflict" then
      change_tags(error.data.current, change)
    elseif error then
      message.error(error)
    end
  end)
end

--- Adds a tag to the entry.
function actions.tag(name)
  local entry = target()
  if entry then
    change_tags(entry, function(tags)
      return vim.list_extend({ (name:gsub("^#", "")) }, tags)
    end)
  end
end

--- Removes a tag from the entry.
function actions.untag(name)
  local entry = target()
  local removed = vim.fn.tolower((name:gsub("^#", "")))
  if entry then
    change_tags(entry, function(tags)
      return vim.tbl_filter(function(tag)
        return vim.fn.tolower(tag) ~= removed
      end, tags)
    end)
  end
end

--- Shows the other text of the entry if it has a conflict; otherwise lists all conflicts.
function actions.conflicts()
  local buffer, line = vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1]
  local opened = entry_buffer.entry(buffer)
  local entry = opened or view.item(buffer, line)
  if not entry or (entry.conflicts or 0) == 0 then
    return conflicts.list()
  elseif not opened then
    edit(entry.id)
  end
  conflicts.show(vim.api.nvim_get_current_buf(), entry.id)
end

--- Settles the conflict that is shown: the text of the entry stays, or if `uses_other`, the other
--- text takes its place.
function actions.resolve(_, uses_other)
  conflicts.resolve(uses_other)
end

--- Undoes or redoes the last change that the user has made in any program.
local function move_step(method, participle)
  client.request("undo.list", { limit = 1, undone = method == "redo" }, function(error, list)
    if error then
      return message.error(error)
    end
    local step = list.steps[1]
    if not step then
      return message.info("there is no change to " .. method)
    end
    -- By its id: a request that is repeated after a lost connection moves no other step.
    writes.request(method, { id = step.id }, function(problem, result)
      if problem then
        return message.error(problem)
      elseif result.failed > 0 then
        return message.fail(result.failures[1].message)
      end
      local count = result.changes == 1 and "1 change" or result.changes .. " changes"
      message.info(("%s: %s %s"):format(step.command, count, participle))
    end)
  end)
end

--- Undoes the last change.
function actions.undo()
  move_step("undo", "undone")
end

--- Restores the change that was undone last.
function actions.redo()
  move_step("redo", "redone")
end

--- Reads the current list again.
function actions.reload()
  list_buffer.reload(vim.api.nvim_get_current_buf())
end

--- Moves the cursor to another day header.
function actions.next_day(step)
  local buffer, line = vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1]
  repeat
    line = line + step
    local item = view.item(buffer, line)
    if item and item.header then
      return vim.api.nvim_win_set_cursor(0, { line, 0 })
    end
  until not item
end

--- Lists what is under the cursor: a tag in a text; a tag, notebook or day in a list.
function actions.follow()
  local buffer, position = vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)
  local item = view.item(buffer, position[1])
  if not item then
    local lines = vim.api.nvim_buf_get_lines(buffer, 0, position[1], false)
    local tag = hashtags.at(lines, position[2])
    if not tag then
      return message.fail("there is no tag under the cursor")
    end
    return list_buffer.open({ tags = { tag } })
  end
  local text, highlights = row.render(item)
  for _, highlight in ipairs(highlights) do
    if highlight[2] <= position[2] and position[2] < highlight[3] then
      local word = text:sub(highlight[2] + 1, highlight[3])
      if highlight[1] == "JournalTag" then
        return list_buffer.open({ tags = { word:sub(2) } })
      elseif highlight[1] == "JournalNotebook" then
        return list_buffer.open({ notebook = word })
      end
    end
  end
  local tag = not item.header and hashtags.at({ text }, position[2])
  if tag then
    return list_buffer.open({ tags = { tag } })
  end
  list_buffer.open({ since = item.day, ["until"] = item.day })
end

return actions
