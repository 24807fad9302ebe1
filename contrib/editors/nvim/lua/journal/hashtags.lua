-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The tags that are written as #name in a text.
local hashtags = {}

-- A letter or a byte of a multibyte character, then also digits, "_", "-" and "/".
local name = "[%a\128-\255][%w_/\128-\255-]*"

local function trimmed(tag)
  return (tag:gsub("[-/]+$", ""))
end

local function key(tag)
  return vim.fn.tolower(tag)
end

--- Returns the tags of a text in the order of appearance. A tag follows the start of a line, white
--- space or an opening bracket.
function hashtags.find(text)
  local found, seen = {}, {}
  for before, tag in ("\n" .. text):gmatch("(.)%f[#]#(" .. name .. ")") do
    if before:find("[%s%(%[{]") and not seen[key(tag)] then
      seen[key(tag)] = true
      table.insert(found, trimmed(tag))
    end
  end
  return found
end

--- Returns the tags of an entry after its text changed from `old` to `new`: tags added to the text
--- are added, tags removed from it are removed, all others are kept. Returns nil if the tags stay.
function hashtags.changed(tags, old, new)
  local before, after = {}, {}
  for _, tag in ipairs(hashtags.find(old)) do
    before[key(tag)] = true
  end
  local result, present, differs = {}, {}, false
  local added = hashtags.find(new)
  for _, tag in ipairs(added) do
    after[key(tag)] = true
  end
  for _, tag in ipairs(tags) do
    if before[key(tag)] and not after[key(tag)] then
      differs = true
    else
      present[key(tag)] = true
      table.insert(result, tag)
    end
  end
  for _, tag in ipairs(added) do
    if not before[key(tag)] and not present[key(tag)] then
      differs = true
      table.insert(result, tag)
    end
  end
  return differs and result or nil
end

--- Returns the tag around a byte position (from 0) of a line, or nil.
function hashtags.at(line, column)
  local start = 1
  while true do
    local first, last, tag = line:find("#(" .. name .. ")", start)
    if not first then
      return nil
    end
    if first - 1 <= column and column < last then
      return trimmed(tag)
    end
    start = last + 1
  end
end

return hashtags
