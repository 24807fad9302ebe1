-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Converts entries to rows of a list, and the items of a list to text with highlights. Each item
--- has a `key`, which is unique in its list.
local hashtags = require("journal.hashtags")

local row = {
  --- The mark of an entry whose text was changed on two machines.
  conflict_mark = "≠",
}

local maximum_width = 80
--- The greatest length of a snippet, which contains whole words of any length, in characters.
local snippet_length = 1000

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
    key = entry.id,
    id = entry.id,
    rev = entry.rev,
    day = entry.localDay,
    time = entry.createdAt:sub(12, 16),
    starred = entry.starred,
    conflicts = entry.conflicts or 0,
    notebook = entry.notebook.name,
    tags = entry.tags,
    other_tags = other_tags(entry.tags, line),
    trashed = entry.trashedAt ~= nil,
    line = line,
  }
end

--- Returns a row for a row of the protocol, whose group is a day.
function row.from_row(value)
  if value.entry then
    return row.from_entry(value.entry)
  end
  local id = value.id
  local line = ("entry %s is too long to be listed"):format(id:sub(1, 8))
  return {
    -- No entry has the revision 0: a change that depends on the tags has to read them.
    key = id, id = id, rev = 0, day = value.group, time = "--:--", line = line,
    starred = false, conflicts = 0, notebook = "journal", tags = {}, other_tags = {},
    trashed = false,
  }
end

--- Returns the header of a day.
function row.header(day)
  return { key = day, header = true, day = day }
end

--- Returns the last line of a list that is full; `day` is that of its last row.
function row.note(count, day)
  local text = ("%d entries are listed; older ones: <CR>"):format(count)
  return { key = "note", note = text, day = day }
end

--- Returns a row for a search result, with the matches in its line marked.
function row.from_match(match)
  local result = row.from_entry(match.entry)
  local line, marks = "", {}
  local snippet = vim.fn.strcharpart(match.snippet, 0, snippet_length):gsub("%z", "␀"):gsub("[\t\r\n]+", " ")
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
  elseif item.note then
    return item.note, { { "JournalSummary", 0, #item.note } }
  end
  local text, highlights = "", {}
  local function add(piece, group)
    table.insert(highlights, group and { group, #text, #text + #piece } or nil)
    -- The protocol permits no newline here, and a buffer no newline in a line.
    text = text .. piece:gsub("\n", " ")
  end
  add(item.dated and item.day .. " " .. item.time or item.time, "JournalTime")
  add(item.starred and " * " or "   ", item.starred and "JournalStar" or nil)
  if item.conflicts > 0 then
    add(row.conflict_mark, "JournalConflict")
    add(" ")
  end
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
