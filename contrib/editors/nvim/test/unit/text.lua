-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

local filter = require("journal.filter")
local hashtags = require("journal.hashtags")
local query = require("journal.query")
local revision = require("journal.revision")
local row = require("journal.row")

check("the first line with text is shown, without tabs and NUL", function()
  expect_equal(row.first_line("\n \n  a\tb\0c\nd"), "a b␀c")
  expect_equal(row.first_line(""), "")
  expect_equal(row.first_line("\r\nx\r\n"), "x")
end)

check("a long line is cut at 80 columns, between characters", function()
  expect_equal(row.first_line(("é"):rep(80)), ("é"):rep(80))
  expect_equal(row.first_line(("é"):rep(81)), ("é"):rep(79) .. "…")
  expect_equal(vim.fn.strdisplaywidth(row.first_line(("日"):rep(100))) <= 80, true)
end)

check("the matches of a snippet are marked", function()
  local match = {
    snippet = "a \2bé\3 c\n\2d\3",
    entry = {
      id = "1", rev = 1, createdAt = "2026-11-21T10:15:00.000Z", localDay = "2026-11-21",
      notebook = { name = "journal" }, starred = true, tags = { "t" }, text = "",
    },
  }
  local text, highlights = row.render(row.from_match(match))
  expect_equal(text, "2026-11-21 10:15 * a bé c d #t")
  local marked = {}
  for _, highlight in ipairs(highlights) do
    if highlight[1] == "JournalMatch" then
      table.insert(marked, text:sub(highlight[2] + 1, highlight[3]))
    end
  end
  expect_equal(marked, { "bé", "d" })
end)

check("the mark of a conflict follows the star", function()
  local entry = {
    id = "1", rev = 1, createdAt = "2026-11-21T10:15:00.000Z", localDay = "2026-11-21",
    notebook = { name = "journal" }, starred = true, tags = {}, text = "a", conflicts = 2,
  }
  local function shown(changes)
    return (row.render(row.from_entry(vim.tbl_extend("force", entry, changes))))
  end
  expect_equal(shown({}), "10:15 * ≠ a")
  expect_equal(shown({ starred = false, conflicts = 1 }), "10:15   ≠ a")
  expect_equal(shown({ conflicts = 0 }), "10:15 * a")
  local match = row.from_match({ snippet = "\2a\3", entry = entry })
  local text, highlights = row.render(match)
  expect_equal(text, "2026-11-21 10:15 * ≠ a")
  for _, highlight in ipairs(highlights) do
    local marked = ({ JournalConflict = "≠", JournalMatch = "a" })[highlight[1]]
    expect_equal(marked and text:sub(highlight[2] + 1, highlight[3]), marked)
  end
end)

check("a snippet of a very long word is cut", function()
  local entry = { id = "1", createdAt = "2026-11-21T10:15:00.000Z", notebook = { name = "n" }, tags = {}, text = "" }
  local match = { snippet = "\2" .. ("é"):rep(400000) .. "\3", entry = entry }
  expect_equal(#row.from_match(match).line <= 2000, true)
end)

check("hashtags follow the rule of the command line", function()
  local count = 0
  for line in io.lines(vim.env.JOURNAL_TEST .. "/../../text-tags.jsonl") do
    local case = vim.json.decode(line)
    local given = case.given or {}
    local changed = hashtags.changed(given, case.former or "", case.text) or given
    expect_equal({ case.rule, changed }, { case.rule, case.tags })
    if not case.former then
      expect_equal({ case.rule, hashtags.find(case.text) }, { case.rule, case.tags })
    end
    count = count + 1
  end
  expect_equal(count > 50, true)
end)

check("a tag has at most 255 bytes, and a longer word takes no time", function()
  local longest = ("x"):rep(255)
  expect_equal(hashtags.find("#" .. longest .. " #" .. longest .. "y"), { longest })
  local start = os.clock()
  expect_equal(hashtags.find("#a" .. ("-/"):rep(200) .. " #" .. ("-/"):rep(200) .. "b"), { "a" })
  for _, word in ipairs({ ("x"):rep(500000), ("é"):rep(250000), ("a/-"):rep(150000) .. "a" }) do
    expect_equal(hashtags.find("#" .. word .. " #end"), { "end" })
    expect_equal(hashtags.at({ "#" .. word }, #word), nil)
  end
  expect_equal(os.clock() - start < 5, true)
end)

check("words in quoted lines are not tags", function()
  local draft = { quoted = "#include" }
  expect_equal(revision.creation(draft, "#include", { hashtags = true }).tags, nil)
  expect_equal(revision.creation(draft, "#include #b", { hashtags = true }).tags, { "b" })
end)

check("a new entry for a deleted one has its notebook, star and tags", function()
  local entry = {
    id = "old", rev = 3, notebook = { name = "n" }, tags = { "a", "kept" }, starred = true,
    text = "#a",
  }
  local draft = revision.copy(entry, "new")
  local params = revision.creation(draft, "#b", { hashtags = true })
  expect_equal({ params.id, params.text, params.notebook, params.tags, params.starred },
    { "new", "#b", "n", { "kept", "b" }, true })
  expect_equal(revision.creation(draft, "#b", {}).tags, { "a", "kept" })
  entry.tags, entry.text = { "a" }, "#a"
  expect_equal(revision.creation(revision.copy(entry, "new"), "b", { hashtags = true }).tags, nil)
end)

check("tags follow the changes of the text only", function()
  expect_equal(hashtags.changed({ "x" }, "#include", "#include <a>"), nil)
  expect_equal(hashtags.changed({ "x", "a" }, "#a", "#b"), { "x", "b" })
  expect_equal(hashtags.changed({ "B" }, "", "#b"), nil)
  expect_equal(hashtags.changed({ "a" }, "#a #b", "#a"), nil)
end)

check("the tag under the cursor is found by bytes", function()
  local function at(line, column)
    return hashtags.at({ line }, column)
  end
  expect_equal({ at("ä #bc-, d", 3), at("ä #bc-, d", 5) }, { "bc", "bc" })
  expect_equal({ at("ä #bc d", 2), at("ä #bc d", 7) }, {})
  expect_equal(at("x #home/garden y", 8), "home/garden")
  expect_equal({ at('“#a\194\160#b', 4), at('“#a\194\160#b', 7) }, { "a", "b" })
  expect_equal(at("http://x/#bc", 10), nil)
end)

check("there is no tag under the cursor in code", function()
  expect_equal(hashtags.at({ "`#a` #b" }, 2), nil)
  expect_equal(hashtags.at({ "`#a` #b" }, 6), "b")
  expect_equal(hashtags.at({ "```", "#a" }, 1), nil)
  expect_equal(hashtags.at({ "```", "#a", "```", "#b" }, 1), "b")
end)

check("many tags are compared in a short time", function()
  local many = {}
  for number = 1, 20000 do
    table.insert(many, "#tag" .. number)
  end
  many = table.concat(many, " ")
  local start = os.clock()
  expect_equal(hashtags.changed({}, many, many .. " #new"), { "new" })
  expect_equal(os.clock() - start < 5, true)
end)

check("a filter is described by the words that it was parsed from", function()
  for _, words in ipairs({
    "", "notebook:work", 'notebook:"To do" #a tag:"b c" since:2026-01-01 starred', "2026-11-21",
    "until:2026-02-03 trash", [[notebook:"a \"b\" \\"]],
  }) do
    expect_equal(filter.describe(assert(filter.parse(words))), words)
  end
  expect_equal(filter.parse("#a tag:b"), { tags = { "a", "b" } })
  expect_equal(filter.describe(filter.parse("day:2026-11-21 starred:yes trashed:yes")),
    "2026-11-21 starred trash")
  expect_equal(filter.describe(filter.parse("starred:no trashed:no")), "starred:no")
  expect_equal(filter.parse("today").since, os.date("%Y-%m-%d"))
end)

check("the first word of arguments ends at a space outside of quotes", function()
  for arguments, expected in pairs({
    [ [[notebook:"To do \"x\"" a "b c"]] ] = { [[notebook:To do "x"]], [[a "b c"]] },
    [ [[notebook:"a \\"  text]] ] = { [[notebook:a \]], "text" },
    ["notebook:work"] = { "notebook:work", "" },
    ["notebook:work  two  words"] = { "notebook:work", "two  words" },
    [""] = { "", "" },
  }) do
    expect_equal({ filter.first(arguments) }, expected)
  end
  local word, problem = filter.first([[notebook:"To do \" text]])
  expect_equal({ word, problem:find("not closed", 1, true) ~= nil }, { nil, true })
end)

check("an invalid word of a filter is named", function()
  for words, text in pairs({
    ["starred since:monday"] = 'invalid date "monday"', ["day:soon"] = 'invalid date "soon"',
    ["until:1"] = 'invalid date "1"', ["starred:maybe"] = 'invalid filter "starred:maybe"',
    ["today banana"] = 'invalid filter "banana"',
  }) do
    local value, problem = filter.parse(words)
    expect_equal({ value, problem:sub(1, #text) }, { nil, text })
  end
end)

check("the word being typed matches as a prefix", function()
  for typed, sent in pairs({
    [""] = "", ["ro"] = "ro*", ["roof "] = "roof ", ["größ"] = "größ*", ["tag:ga"] = "tag:ga",
    ["#garden ro"] = "tag:garden ro*", ['"a phr'] = '"a phr', ["a OR"] = "a OR", ["c#"] = "c#",
  }) do
    expect_equal({ typed, query.typed(typed) }, { typed, sent })
  end
end)

check("a revision from elsewhere is adopted, shown or reported", function()
  local base = { rev = 3, text = "a" }
  local function action(text, is_modified, rev, new)
    return revision.action(base, text, is_modified, { rev = rev, text = new })
  end
  expect_equal(revision.action(nil, "", false, { rev = 1, text = "a" }), "replace")
  expect_equal(action("a", false, 2, "b"), "ignore")
  expect_equal(action("b", true, 3, "a"), "rename")
  expect_equal(action("a", false, 4, "b"), "replace")
  expect_equal(action("c", true, 4, "b"), "warn")
  expect_equal(action("b", true, 4, "b"), "adopt")
  expect_equal(action("c", true, 4, "a"), "adopt")
end)

check("an update has the revision and only the changes", function()
  local current = { id = "i", rev = 4, text = "a #x", tags = { "x", "y" } }
  local options = { hashtags = true }
  expect_equal(revision.update(current, "a #x", options), nil)
  local expected = { id = "i", ifRev = 4, text = "b #x", include = "full" }
  expect_equal(revision.update(current, "b #x", options), expected)
  expect_equal(revision.update(current, "b", options).tags, { "y" })
  expect_equal(revision.update(current, "b", { hashtags = false }).tags, nil)
end)

check("a conflict is none if the current text is the own or the former one", function()
  local function conflict(text)
    return { kind = "conflict", data = { current = { text = text } } }
  end
  expect_equal(revision.repeated(conflict("new"), "new"), { text = "new" })
  expect_equal(revision.repeated(conflict("other"), "new"), nil)
  expect_equal(revision.rebased(conflict("base"), { text = "base" }), { text = "base" })
  expect_equal(revision.rebased(conflict("other"), { text = "base" }), nil)
end)
