-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Shows another text of an entry beside a buffer with its text, in diff mode: the current one if a
--- save met it, or one that another machine wrote at the same time.
local conflict = {}

--- By buffer with a text of an entry, what is shown beside it: `buffer`, and for a text of another
--- machine its `version` and its `text`, whether it `is_used` as that of the entry, and the
--- revision `settled_at` that settles the conflict.
local others = {}

--- Shows the text of `other`, which has a `name` and the members above, beside a buffer.
local function show(buffer, text, other)
  conflict.close(buffer)
  local window = vim.fn.bufwinid(buffer)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd(("tab sbuffer %d"):format(buffer))
    window = vim.api.nvim_get_current_win()
  end
  vim.cmd("rightbelow vnew")
  other.buffer = vim.api.nvim_get_current_buf()
  others[buffer] = other
  local options = vim.bo[other.buffer]
  options.buftype, options.bufhidden, options.modeline = "nofile", "wipe", false
  options.swapfile, options.undofile = false, false
  vim.api.nvim_buf_set_name(other.buffer, other.name)
  local lines = vim.split(text, "\n", { plain = true })
  vim.api.nvim_buf_set_lines(other.buffer, 0, -1, true, lines)
  options.modified, options.modifiable = false, false
  vim.cmd("diffthis")
  vim.api.nvim_set_current_win(window)
  vim.cmd("diffthis")
end

--- Shows the current text of an entry, which a save met.
function conflict.show(buffer, entry)
  show(buffer, entry.text, { name = ("journal://current/%s/%d"):format(entry.id, entry.rev) })
end

--- Shows the text of a version, which another machine wrote.
function conflict.show_version(buffer, version)
  show(buffer, version.text, {
    name = "journal://version/" .. version.id,
    version = version.id,
    text = version.text,
  })
end

--- Returns the buffer and what is shown beside it, if that is a text of another machine, given
--- either of the two buffers; otherwise nil.
function conflict.version(either)
  for buffer, other in pairs(others) do
    local is_shown = other.version and vim.api.nvim_buf_is_valid(other.buffer)
    if is_shown and (either == buffer or either == other.buffer) then
      return buffer, other
    end
  end
end

--- Ends the diff of a buffer whose entry has a revision now, unless it shows a text of another
--- machine that is still in conflict.
function conflict.update(buffer, entry)
  local other = others[buffer]
  local is_settled = (entry.conflicts or 0) == 0
    or other and other.settled_at and entry.rev >= other.settled_at
  if other and (not other.version or is_settled) then
    conflict.close(buffer)
  end
end

--- Ends the diff of a buffer, if there is one.
function conflict.close(buffer)
  local other = others[buffer]
  if not other then
    return
  end
  others[buffer] = nil
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    vim.api.nvim_win_call(window, function()
      vim.cmd("diffoff")
    end)
  end
  if vim.api.nvim_buf_is_valid(other.buffer) then
    vim.api.nvim_buf_delete(other.buffer, { force = true })
  end
end

return conflict
