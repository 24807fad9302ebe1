-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Identities of entries and steps.
local uuid = {}

--- Returns a random UUID.
function uuid.random()
  local hex = vim.loop.random(16):gsub(".", function(byte)
    return ("%02x"):format(byte:byte())
  end)
  local parts = { hex:sub(1, 8), hex:sub(9, 12), "4" .. hex:sub(14, 16), "a" .. hex:sub(18, 20) }
  return table.concat(parts, "-") .. "-" .. hex:sub(21, 32)
end

return uuid
