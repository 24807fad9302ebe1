-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Completion of tags and notebooks in texts and queries, and of the arguments of commands.
local filter = require("journal.filter")
local names = require("journal.names")
local observer = require("journal.observer")

local completion = {}

--- The beginnings of words that are completed, and the names that follow them.
local prefixes = { { "#", "tag" }, { "tag:", "tag" }, { "notebook:", "notebook" } }

--- Returns the completions of a word.
local function matches(word)
  local result = {}
  for _, prefix in ipairs(prefixes) do
    local beginning, kind = unpack(prefix)
    if vim.startswith(word, beginning) then
      for _, name in ipairs(names.matching(kind, word:sub(#beginning + 1))) do
        local completed = beginning .. filter.quoted(name)
        if beginning ~= "#" or completed == "#" .. name then
          table.insert(result, completed)
        end
      end
    end
  end
  return result
end

--- Completes #tag, tag:NAME and notebook:NAME before the cursor; see |complete-functions|.
function completion.omnifunc(findstart, base)
  if findstart == 0 then
    return matches(base)
  end
  local column = vim.api.nvim_win_get_cursor(0)[2]
  local before = vim.api.nvim_get_current_line():sub(1, column)
  local start
  for _, prefix in ipairs(prefixes) do
    start = start or before:match("()" .. prefix[1] .. "[^%s#]*$")
  end
  return start and start - 1 or -3
end

local function starting_with(word, candidates)
  return vim.tbl_filter(function(candidate)
    return vim.startswith(candidate, word)
  end, candidates)
end

local filter_words = {
  "notebook:", "#", "today", "yesterday", "since:", "until:", "starred", "trash",
}

--- Returns the completions of a word of the arguments of a subcommand.
function completion.argument(subcommand, word)
  observer.start()
  if subcommand == "move" then
    return names.matching("notebook", word)
  elseif subcommand == "tag" or subcommand == "untag" then
    return names.matching("tag", (word:gsub("^#", "")))
  elseif subcommand == "list" then
    local found = matches(word)
    return #found > 0 and found or starting_with(word, filter_words)
  elseif subcommand == "search" or subcommand == "new" then
    return matches(word)
  end
  return {}
end

--- Returns the subcommands that start with a word.
function completion.subcommand(word, subcommands)
  return starting_with(word, subcommands)
end

return completion
