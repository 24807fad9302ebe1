-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The entries whose text was changed on two machines: lists them, shows the other text of one
--- beside its buffer, and settles which text stays.
local client = require("journal.client")
local conflict = require("journal.conflict")
local entry_buffer = require("journal.entry_buffer")
local message = require("journal.message")
local prompt = require("journal.prompt")
local row = require("journal.row")
local writes = require("journal.writes")

local conflicts = {}

--- The greatest number of conflicts in the list.
local limit = 200

--- Returns the item of the quickfix list for a conflict of the protocol.
local function item(value)
  local own, other = row.first_line(value.text), row.first_line(value.version.text)
  return {
    filename = "journal://entry/" .. value.entry,
    module = value.entry:sub(1, 8),
    lnum = 1,
    text = ("%s %s %s"):format(own, row.conflict_mark, other)
      .. (value.trashedAt and " (in the trash)" or ""),
  }
end

--- Lists all conflicts, the newest first, in the quickfix list.
function conflicts.list()
  client.request("sync.conflicts", { limit = limit }, function(error, result)
    if error then
      return message.error(error)
    elseif result.count == 0 then
      return message.info("no entry has a conflict")
    end
    prompt.after(function()
      local shown, title = #result.conflicts, "journal: conflicts"
      if result.count > shown then
        title = ("%s, %d of %d"):format(title, shown, result.count)
      end
      vim.fn.setqflist({}, " ", { title = title, items = vim.tbl_map(item, result.conflicts) })
      vim.cmd("copen")
    end)
  end)
end

--- Shows the newest of the other texts of an entry beside its buffer.
function conflicts.show(buffer, id)
  client.request("sync.conflicts", { id = id, limit = 1 }, function(error, result)
    local value = result and result.conflicts[1]
    if error then
      return message.error(error)
    elseif not value then
      return message.info(("entry %s has no conflict"):format(id:sub(1, 8)))
    end
    -- The text of the first reply is shortened.
    local params = { id = value.entry, version = value.version.id }
    client.request("entry.history", params, function(problem, history)
      if problem then
        return message.error(problem)
      end
      prompt.after(function()
        if vim.api.nvim_buf_is_loaded(buffer) then
          conflict.show_version(buffer, history.versions[1])
        end
      end)
    end)
  end)
end

--- Settles the conflict that is shown in the current window. The text of the entry stays, or if
--- `uses_other`, the other text takes its place.
function conflicts.resolve(uses_other)
  local buffer, other = conflict.version(vim.api.nvim_get_current_buf())
  local entry = buffer and entry_buffer.entry(buffer)
  if not entry then
    return message.fail("the other text is not shown; see :Journal conflicts")
  elseif uses_other and vim.bo[buffer].modified then
    return message.fail("the text has changes that are not saved")
  end
  other.is_used = uses_other
  local params = { id = entry.id, version = other.version, restore = uses_other }
  writes.request("sync.resolve", params, function(error, result)
    if error then
      other.is_used = false
      return message.error(error)
    end
    message.info(("the conflict of entry %s is settled"):format(entry.id:sub(1, 8)))
    entry_buffer.settle(buffer, other, result.rev)
  end)
end

return conflicts
