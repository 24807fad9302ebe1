-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Shows the current text of an entry beside a buffer with another version, in diff mode.
local conflict = {}

--- The time in milliseconds between tests for an active prompt.
local prompt_interval = 50

--- The buffers of the current texts, by the buffer of the other version.
local others = {}

local function show(buffer, entry)
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

--- Shows both versions, once no command line and no prompt is active, which forbid new windows, if
--- `is_unresolved()` is still true.
function conflict.show(buffer, entry, is_unresolved)
  if vim.fn.getcmdwintype() ~= "" or vim.api.nvim_get_mode().mode:find("^[cr]") then
    vim.defer_fn(function()
      conflict.show(buffer, entry, is_unresolved)
    end, prompt_interval)
  elseif is_unresolved() then
    show(buffer, entry)
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
  if vim.api.nvim_buf_is_valid(other) then
    vim.api.nvim_buf_delete(other, { force = true })
  end
end

return conflict
