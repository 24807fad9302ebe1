-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Converts entries to rows of a list, and rows to text with highlights.
local hashtags = require("journal.hashtags")

local row = {}

local maximum_width = 80

--- Returns the number of days from 1970-01-01 to a day of the Gregorian calendar.
local function day_number(year, month, day)
  if month <= 2 then
    year, month = year - 1, month + 12
  end
  local leap_days = math.floor(year / 4) - math.floor(year / 100) + math.floor(year / 400)
  return 365 * year + leap_days + math.floor((153 * (month - 3) + 2) / 5) + day - 1 - 719468
end

--- Returns an instant of the protocol in milliseconds since 1970.
function row.milliseconds(instant)
  local pattern = "^(%d+)-(%d+)-(%d+)T(%d+):(%d+):(%d+)%.?(%d*)(.*)$"
  local year, month, day, hour, minute, second, fraction, zone = instant:match(pattern)
  local sign, hours, minutes = zone:match("^([+-])(%d+):(%d+)$")
  local offset = sign and (hours * 60 + minutes) * (sign == "-" and -1 or 1) or 0
  local days = day_number(tonumber(year), tonumber(month), tonumber(day))
  local seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
  return seconds * 1000 + tonumber((fraction .. "000"):sub(1, 3))
end

--- Returns the first line of a text that contains more than white space, for one line of a buffer.
function row.first_line(text)
  local line = text:match("%f[^%s%z][^\r\n]*") or ""
  line = line:gsub("%z", "␀"):gsub("\t", " ")
  if #line > maximum_width and vim.fn.strdisplaywidth(line) > maximum_width then
    line = vim.fn.strcharpart(line, 0, maximum_width)
    while vim.fn.strdisplaywidth(line) >= maximum_width do
      line = vim.fn.strcharpart(line, 0, vim.fn.strchars(line) - 1)
    end
    return line .. "…"
  end
  return line
end

--- Returns the tags that a line does not contain as #name.
local function other_tags(tags, line)
  local contained = {}
  for _, tag in ipairs(hashtags.find(line)) do
    contained[vim.fn.tolower(tag)] = true
  end
  return vim.tbl_filter(function(tag)
    return not contained[vim.fn.tolower(tag)]
  end, tags)
end

--- Returns a row for an entry. It keeps only what a list needs.
function row.from_entry(entry)
  local line = row.first_line(entry.text)
  return {
    id = entry.id,
    rev = entry.rev,
    order = row.milliseconds(entry.createdAt),
    day = entry.localDay,
    time = entry.createdAt:sub(12, 16),
    starred = entry.starred,
    notebook = entry.notebook.name,
    tags = entry.tags,
    other_tags = other_tags(entry.tags, line),
    trashed = entry.trashedAt ~= nil,
    line = line,
  }
end

--- Returns a row for a search result, with the matches in its line marked.
function row.from_match(match)
  local result = row.from_entry(match.entry)
  local line, marks = "", {}
  local snippet = match.snippet:gsub("%z", "␀"):gsub("[\t\r\n]+", " ")
  for plain, marked in (snippet .. "\2\3"):gmatch("([^\2]*)\2([^\3]*)\3") do
    line = line .. plain
    if marked ~= "" then
      table.insert(marks, { #line, #line + #marked })
    end
    line = line .. marked
  end
  result.line, result.marks, result.dated = line, marks, true
  result.other_tags = other_tags(result.tags, line)
  return result
end

--- Returns the text of an item of a list, and its highlights as `{group, first byte, end byte}`.
function row.render(item)
  if item.header then
    return item.day, { { "JournalDay", 0, #item.day } }
  end
  local text, highlights = "", {}
  local function add(piece, group)
    table.insert(highlights, group and { group, #text, #text + #piece } or nil)
    -- The protocol permits no newline here, and a buffer no newline in a line.
    text = text .. piece:gsub("\n", " ")
  end
  add(item.dated and item.day .. " " .. item.time or item.time, "JournalTime")
  add(item.starred and " * " or "   ", item.starred and "JournalStar" or nil)
  for _, mark in ipairs(item.marks or {}) do
    table.insert(highlights, { "JournalMatch", #text + mark[1], #text + mark[2] })
  end
  add(item.line)
  if item.notebook ~= "journal" then
    add("  ")
    add(item.notebook, "JournalNotebook")
  end
  for _, tag in ipairs(item.other_tags) do
    add(" ")
    add("#" .. tag, "JournalTag")
  end
  return text, highlights
end

return row
