-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Splits a byte stream into lines.
local Framer = {}
Framer.__index = Framer

function Framer.new()
  return setmetatable({ parts = {} }, Framer)
end

--- Appends received bytes and returns the lines that they complete, without empty lines.
--- The parts of an incomplete line are joined once, when its end arrives.
function Framer:feed(bytes)
  local lines, start = {}, 1
  while true do
    local newline = bytes:find("\n", start, true)
    if not newline then
      break
    end
    table.insert(self.parts, bytes:sub(start, newline - 1))
    local line = table.concat(self.parts):gsub("\r$", "")
    self.parts, start = {}, newline + 1
    if line ~= "" then
      table.insert(lines, line)
    end
  end
  if start <= #bytes then
    table.insert(self.parts, bytes:sub(start))
  end
  return lines
end

return Framer
