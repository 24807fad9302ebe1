-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The keys of lists; see |journal-list-keys|.
local config = require("journal.config")

local keys = {}

local function call(name, ...)
  local arguments = { ... }
  return function()
    require("journal.actions")[name](unpack(arguments))
  end
end

local mappings = {
  { "<CR>", call("open"), "Open the entry" },
  { "a", call("new", ""), "Write a new entry" },
  { "s", call("star"), "Star the entry, or remove the star" },
  { "dd", call("delete"), "Move the entry to the trash" },
  { "u", call("restore"), "Restore the entry, or the last one deleted" },
  { "R", call("reload"), "Read the list again" },
  { "<C-]>", call("follow"), "List the tag, notebook or day under the cursor" },
  { "-", call("list", ""), "List all entries" },
  { "g/", call("search", ""), "Search" },
  { "]]", call("next_day", 1), "Go to the next day header" },
  { "[[", call("next_day", -1), "Go to the previous day header" },
  { "g?", "<Cmd>help journal-list-keys<CR>", "Show help" },
}

--- Sets the keys of a list buffer, unless the option `keys` is false.
function keys.set(buffer)
  for _, mapping in ipairs(config.get("keys") and mappings or {}) do
    vim.keymap.set("n", mapping[1], mapping[2], { buffer = buffer, desc = mapping[3] })
  end
end

return keys
