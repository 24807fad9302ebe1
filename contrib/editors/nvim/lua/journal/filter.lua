-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The words that select entries in a list: notebook:NAME, #TAG or tag:NAME, a day, today or
--- yesterday, also after day:, since:DAY, until:DAY, starred or starred:yes, and trash or
--- trashed:yes. Names with spaces are quoted: tag:"a b". A backslash before a quote or a backslash
--- makes it part of the name.
local filter = {}

--- Returns the word that starts at a position of arguments, nil if there is none, the position
--- after it, and whether its quotes are closed. It ends at a space outside of double quotes.
local function word_at(arguments, start)
  local word, quoted, escaped = nil, false, false
  for position = start, #arguments do
    local character = arguments:sub(position, position)
    if escaped then
      word, escaped = (word or "") .. character, false
    elseif character == "\\" then
      escaped = true
    elseif character == '"' then
      quoted, word = not quoted, word or ""
    elseif character ~= " " or quoted then
      word = (word or "") .. character
    elseif word then
      return word, position, true
    end
  end
  return word, #arguments + 1, not quoted
end

--- Splits arguments at spaces outside of double quotes, and removes the quotes.
function filter.words(arguments)
  local words = {}
  local word, position = word_at(arguments, 1)
  while word do
    table.insert(words, word)
    word, position = word_at(arguments, position)
  end
  return words
end

--- Returns the first of the words of arguments and the text after it, or nil and a message if a
--- quote in the word is not closed.
function filter.first(arguments)
  local word, position, is_closed = word_at(arguments, 1)
  if not is_closed then
    return nil, ("the quote in %s is not closed"):format(arguments)
  end
  return word or "", (arguments:sub(position):gsub("^%s+", ""))
end

local function day(word)
  local relative = { today = 0, yesterday = -1 }
  if relative[word] then
    local now = os.date("*t")
    now.day, now.hour = now.day + relative[word], 12
    return os.date("%Y-%m-%d", os.time(now))
  end
  return word:match("^%d%d%d%d%-%d%d%-%d%d$")
end

local is_date = { day = true, since = true, ["until"] = true }

local truth = { yes = true, no = false }

--- Returns the filter of the protocol that words describe, or nil and a message.
function filter.parse(arguments)
  local result = {}
  for _, word in ipairs(filter.words(arguments)) do
    local name, value = word:match("^(%a+):(.+)$")
    local tag = word:match("^#(.+)$") or (name == "tag" and value)
    if tag then
      result.tags = result.tags or {}
      table.insert(result.tags, tag)
    elseif name == "notebook" then
      result.notebook = value
    elseif is_date[name] and not day(value) then
      return nil, ("invalid date %q; use today, yesterday or 2026-11-21"):format(value)
    elseif name == "since" or name == "until" then
      result[name] = day(value)
    elseif word == "starred" then
      result.starred = true
    elseif word == "trash" then
      result.trashed = true
    elseif (name == "starred" or name == "trashed") and truth[value] ~= nil then
      result[name] = truth[value]
    elseif day(name == "day" and value or word) then
      result.since = day(name == "day" and value or word)
      result["until"] = result.since
    else
      local advice = "use notebook:NAME, #TAG, a day such as 2026-11-21, starred or trash"
      return nil, ("invalid filter %q; %s"):format(word, advice)
    end
  end
  return result
end

--- Returns a name in the form that `words` reads.
function filter.quoted(name)
  return name:find('[ "\\]') and '"' .. name:gsub('["\\]', "\\%0") .. '"' or name
end

--- Returns the words that describe a filter, in a fixed order.
function filter.describe(value)
  local words = {}
  if value.notebook then
    table.insert(words, "notebook:" .. filter.quoted(value.notebook))
  end
  for _, tag in ipairs(value.tags or {}) do
    table.insert(words, tag:find('[ "\\]') and "tag:" .. filter.quoted(tag) or "#" .. tag)
  end
  if value.since and value.since == value["until"] then
    table.insert(words, value.since)
  else
    table.insert(words, value.since and "since:" .. value.since)
    table.insert(words, value["until"] and "until:" .. value["until"])
  end
  if value.starred ~= nil then
    table.insert(words, value.starred and "starred" or "starred:no")
  end
  table.insert(words, value.trashed and "trash" or nil)
  return table.concat(words, " ")
end

return filter
