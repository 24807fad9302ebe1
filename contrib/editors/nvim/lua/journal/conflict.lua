-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Shows the current text of an entry beside a buffer with another version, in diff mode.
local conflict = {}

--- The buffers of the current texts, by the buffer of the other version.
local others = {}

--- Shows both versions.
function conflict.show(buffer, entry)
  conflict.close(buffer)
  local window = vim.fn.bufwinid(buffer)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd(("tab sbuffer %d"):format(buffer))
    window = vim.api.nvim_get_current_win()
  end
  vim.cmd("rightbelow vnew")
  local other = vim.api.nvim_get_current_buf()
  others[buffer] = other
  local options = vim.bo[other]
  options.buftype, options.bufhidden, options.modeline = "nofile", "wipe", false
  options.swapfile, options.undofile = false, false
  vim.api.nvim_buf_set_name(other, ("journal://current/%s/%d"):format(entry.id, entry.rev))
  local lines = vim.split(entry.text, "\n", { plain = true })
  vim.api.nvim_buf_set_lines(other, 0, -1, true, lines)
  options.modified, options.modifiable = false, false
  vim.cmd("diffthis")
  vim.api.nvim_set_current_win(window)
  vim.cmd("diffthis")
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
  if vim.api.nvim_buf_is_valid(other) then
    vim.api.nvim_buf_delete(other, { force = true })
  end
end

return conflict
