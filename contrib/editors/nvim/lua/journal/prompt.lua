-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Command lines and prompts, which forbid new windows while they are active.
local prompt = {}

--- The time in milliseconds between tests for an active prompt.
local interval = 50

--- Calls `action` once no command line and no prompt is active.
function prompt.after(action)
  if vim.fn.getcmdwintype() ~= "" or vim.api.nvim_get_mode().mode:find("^[cr]") then
    vim.defer_fn(function()
      prompt.after(action)
    end, interval)
  else
    action()
  end
end

return prompt
