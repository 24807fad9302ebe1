-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The tags that are written as #name in a text.
local hashtags = {}

-- A letter or a byte of a multibyte character, then also digits, "_", "-" and "/".
local candidate = "[%a\128-\255][%w_/\128-\255-]*"

--- The ranges of punctuation, symbols and emoji beyond ASCII.
local symbols = {
  { 0x80, 0xa9 }, { 0xab, 0xb4 }, { 0xb6, 0xb9 }, { 0xbb, 0xbf }, { 0xd7, 0xd7 }, { 0xf7, 0xf7 },
  { 0x2000, 0x206f }, { 0x20a0, 0x20cf }, { 0x2190, 0x2bff }, { 0x2e00, 0x2e7f },
  { 0x3000, 0x3004 }, { 0x3008, 0x3020 }, { 0x3030, 0x3030 }, { 0xe000, 0xf8ff },
  { 0xfe10, 0xfe1f }, { 0xfe30, 0xfe6f }, { 0xff00, 0xff0f }, { 0xff1a, 0xff20 },
  { 0xff3b, 0xff40 }, { 0xff5b, 0xff65 }, { 0xffe0, 0xffff }, { 0x1f000, 0x1faff },
}

local function is_letter(character)
  local code = vim.fn.char2nr(character)
  for _, range in ipairs(symbols) do
    if range[1] <= code and code <= range[2] then
      return false
    end
  end
  return true
end

--- The greatest length of the name of a tag, and of a character, in bytes.
local name_limit, character_limit = 255, 4

--- Returns the name of a tag at the start of a candidate: without punctuation of other scripts, and
--- without "-" and "/" at the end. It is empty if there is none, or if it is too long.
local function tag_name(text)
  text = text:sub(1, name_limit + character_limit)
  for start, character in text:gmatch("()([\194-\244][\128-\191]*)") do
    if not is_letter(character) then
      text = text:sub(1, start - 1)
      break
    end
  end
  text = text:gsub("[-/]+$", "")
  return #text <= name_limit and text or ""
end

local function key(tag)
  return vim.fn.tolower(tag)
end

--- Returns the tags of a text in the order of appearance. A tag follows the start of a line, white
--- space or an opening bracket.
function hashtags.find(text)
  local found, seen = {}, {}
  for before, text_after in ("\n" .. text):gmatch("(.)%f[#]#(" .. candidate .. ")") do
    local tag = before:find("[%s%(%[{]") and tag_name(text_after) or ""
    if tag ~= "" and not seen[key(tag)] then
      seen[key(tag)] = true
      table.insert(found, tag)
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
    local first, last, text = line:find("#(" .. candidate .. ")", start)
    if not first then
      return nil
    end
    local tag = tag_name(text)
    if first - 1 <= column and column <= first - 1 + #tag then
      local follows = first == 1 or line:find("^[%s%(%[{]", first - 1)
      return follows and tag ~= "" and tag or nil
    end
    start = last + 1
  end
end

return hashtags
