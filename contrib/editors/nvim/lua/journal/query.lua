-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Search queries as they are typed.
local query = {}

--- Returns the query to send for a typed one: #name becomes a condition, and the last word matches
--- as a prefix while it is being typed.
function query.typed(text)
  local result = (" " .. text):gsub("(%s)#(%S+)", "%1tag:%2"):gsub("^%s+", "")
  local _, quotes = result:gsub('"', "")
  local last = result:match("%S+$")
  if last and quotes % 2 == 0 and not last:find(":", 1, true) and last:find("[%w\128-\255]$") then
    local is_operator = last == "OR" or last == "AND" or last == "NOT"
    return is_operator and result or result .. "*"
  end
  return result
end

return query
