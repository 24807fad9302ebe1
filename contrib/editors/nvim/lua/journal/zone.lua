-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The name of the local time zone.
local zone = {}

local database = "/usr/share/zoneinfo/"

local function is_known(name)
  return name and name:find("^[%w+_/-]+$") and vim.fn.filereadable(database .. name) == 1
end

--- Returns the IANA name of the local time zone, or UTC if it has none.
function zone.name()
  local environment = vim.env.TZ and vim.env.TZ:gsub("^:", "")
  local link = vim.loop.fs_readlink("/etc/localtime")
  for _, name in ipairs({ environment or false, link and link:match("zoneinfo/(.+)$") or false }) do
    if is_known(name) then
      return name
    end
  end
  return "UTC"
end

return zone
