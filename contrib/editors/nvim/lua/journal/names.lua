-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The names of notebooks and tags, for completion. They are read when the connection is
--- established and after each change, so that completion never waits.
local client = require("journal.client")

local names = { notebook = {}, tag = {} }

local states = { notebook = {}, tag = {} }

--- Reads the names of a kind. At most one request is in progress; a change meanwhile repeats it.
local function read(kind)
  local state = states[kind]
  state.is_outdated = state.is_reading
  if state.is_reading then
    return
  end
  state.is_reading = true
  client.request(kind .. ".list", {}, function(_, result)
    state.is_reading = false
    if result then
      names[kind] = vim.tbl_map(function(object)
        return object.name
      end, result[kind .. "s"])
    end
    if state.is_outdated then
      read(kind)
    end
  end)
end

--- Handles an item of `changes`.
function names.changed(change)
  if names[change.kind] then
    read(change.kind)
  end
end

function names.read()
  read("notebook")
  read("tag")
end

--- Returns the names of a kind that start with a prefix, regardless of letter case.
function names.matching(kind, prefix)
  local key = vim.fn.tolower(prefix)
  return vim.tbl_filter(function(name)
    return vim.startswith(vim.fn.tolower(name), key)
  end, names[kind])
end

return names
