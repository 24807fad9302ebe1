-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Command lines and prompts, which forbid new windows and share the last line with messages, and
--- autocommands, in which a command that quits waits.
local prompt = {}

--- The time in milliseconds between tests for what is active.
local interval = 50

local function is_active()
  return vim.fn.getcmdwintype() ~= ""
    or vim.api.nvim_get_mode().mode:find("^[cr]")
    or vim.fn.expand("<abuf>") ~= ""
end

--- Calls `action` once no command line, prompt or autocommand is active.
function prompt.after(action)
  if is_active() then
    vim.defer_fn(function()
      prompt.after(action)
    end, interval)
  else
    action()
  end
end

return prompt
