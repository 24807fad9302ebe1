-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The tags that are written as #name in a text. `journal new --help` has the rule.
local hashtags = {}

--- The greatest length of the name of a tag in bytes.
local name_limit = 255

--- The first code points beyond ASCII of characters of a class, ascending, and their classes.
local starts, classes = {}, {}
for class, start in require("journal.characters"):gmatch("(%a)(%x+)") do
  table.insert(starts, tonumber(start, 16))
  table.insert(classes, class)
end

--- Returns the class of a character: "l" for a letter; "m" for a mark, a number, "_", "-" and "/";
--- "o" for others.
local function class_of(character)
  if #character == 1 then
    return character:find("%a") and "l" or character:find("[%d_/-]") and "m" or "o"
  end
  local code = vim.fn.char2nr(character)
  local low, high = 1, #starts
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if starts[middle] <= code then
      low = middle
    else
      high = middle - 1
    end
  end
  return classes[low]
end

--- Returns a text of the same length in bytes in which "\n" ends all lines, and other white space
--- and quotation marks beyond ASCII are those of ASCII.
local function simplified(text)
  text = text:gsub("[\r\v\f]", "\n")
  if not text:find("[\194\225-\227]") then
    return text
  end
  return (text
    :gsub("\194\133", " \n")
    :gsub("\194\160", "  ")
    :gsub("\225\154\128", "   ")
    :gsub("\226\128[\168\169]", "  \n")
    :gsub("\226\128[\128-\138\175]", "   ")
    :gsub("\226\129\159", "   ")
    :gsub("\226\128\156", '  "')
    :gsub("\227\128\128", "   "))
end

--- Returns the name after the "#" at a byte position, or nil if there is none, and the position
--- after the word: the name and any "-" and "/" that follow.
local function name_at(text, position)
  local start = position + 1
  local stop, word_stop = start, start
  while true do
    local _, last = text:find("^[%z\1-\127\194-\244][\128-\191]*", word_stop)
    local class = last and class_of(text:sub(word_stop, last)) or "o"
    if class == "o" or word_stop == start and class ~= "l" then
      break
    end
    if not text:find("^[-/]", word_stop) then
      stop = last + 1
    end
    word_stop = last + 1
    if stop - start > name_limit then
      return nil, word_stop
    end
  end
  return stop > start and text:sub(start, stop - 1) or nil, word_stop
end

--- Calls a function with the byte position of the "#" of each tag of a text, and its name.
local function scan(text, visit)
  local plain = simplified(text) .. "\n"
  local start, is_fenced = 1, false
  while start <= #plain do
    local stop = plain:find("\n", start, true)
    if plain:find("^[ \t]*```", start) then
      is_fenced = not is_fenced
    else
      local position = is_fenced and stop or plain:find("[#`\n]", start)
      while position < stop do
        if plain:byte(position) == 96 then
          -- A code span ends at the next backtick of the line.
          local close = plain:find("[`\n]", position + 1)
          position = close < stop and close or position
        elseif position == start or plain:find("^[ \t(%[{\"']", position - 1) then
          local name, word_stop = name_at(text, position)
          if name and plain:byte(word_stop) ~= 35 then
            visit(position, name)
          end
        end
        position = plain:find("[#`\n]", position + 1)
      end
    end
    start = stop + 1
  end
end

local function key(tag)
  return vim.fn.tolower(tag)
end

--- Returns the tags of a text in the order of appearance.
function hashtags.find(text)
  local found, seen = {}, {}
  scan(text, function(_, name)
    if not seen[key(name)] then
      seen[key(name)] = true
      table.insert(found, name)
    end
  end)
  return found
end

--- Returns the keys of the words after "#" in a text, whether they are tags or not.
local function mentioned(text)
  local keys = {}
  for position in text:gmatch("()#") do
    local name = name_at(text, position)
    if name then
      keys[key(name)] = true
    end
  end
  return keys
end

--- Returns the tags of an entry after its text changed from `old` to `new`: tags added to the text
--- are added, tags removed from it are removed, all others are kept, and so are those that it
--- contains only where they are none, such as in code. Returns nil if the tags stay.
function hashtags.changed(tags, old, new)
  local before, present, result, differs = {}, {}, {}, false
  for _, tag in ipairs(hashtags.find(old)) do
    before[key(tag)] = true
  end
  local still = next(before) and mentioned(new) or {}
  for _, tag in ipairs(tags) do
    if before[key(tag)] and not still[key(tag)] then
      differs = true
    else
      present[key(tag)] = true
      table.insert(result, tag)
    end
  end
  for _, tag in ipairs(hashtags.find(new)) do
    if not before[key(tag)] and not present[key(tag)] then
      differs = true
      table.insert(result, tag)
    end
  end
  return differs and result or nil
end

--- Returns the tag around a byte position (from 0) of the last one of `lines`, or nil. The lines
--- before it decide whether it is code.
function hashtags.at(lines, column)
  local text = table.concat(lines, "\n")
  local cursor = #text - #lines[#lines] + column + 1
  local found
  scan(text, function(position, name)
    if position <= cursor and cursor <= position + #name then
      found = name
    end
  end)
  return found
end

return hashtags
