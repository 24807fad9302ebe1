-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The options in `vim.g.journal`; see |journal-options|.
local config = {}

local defaults = {
  command = { "journal" },
  notebook = "journal",
  filetype = "markdown",
  hashtags = true,
  limit = 1000,
  keys = true,
}

--- Returns the value of an option. A value of the wrong type is an error.
function config.get(name)
  local options = vim.g.journal or {}
  local value = options[name]
  if value == nil then
    return defaults[name]
  end
  if name == "command" and type(value) == "string" then
    return { value }
  end
  if type(value) ~= type(defaults[name]) then
    local form = "invalid value %s of vim.g.journal.%s; use a %s"
    error(form:format(vim.inspect(value), name, type(defaults[name])), 0)
  end
  return value
end

return config
