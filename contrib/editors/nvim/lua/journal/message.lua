-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Messages to the user, on one line.
local message = {}

local function show(text, level)
  vim.notify("journal: " .. text:gsub("%s*[\r\n]+%s*", ". "):gsub("%z", "␀"), level)
end

function message.info(text)
  show(text, vim.log.levels.INFO)
end

function message.warn(text)
  show(text, vim.log.levels.WARN)
end

--- Shows the error of a request. A connection that failed is reported once, by the connection.
function message.error(error)
  if error.kind ~= "unavailable" then
    show(error.message, vim.log.levels.ERROR)
  end
end

--- Shows an error text.
function message.fail(text)
  show(text, vim.log.levels.ERROR)
end

--- Shows an error text when Neovim ends, and waits for a key, because the screen is cleared then;
--- not without a screen, or after a signal, when there may be nobody to press a key.
function message.at_end(text)
  text = "journal: " .. text
  if #vim.api.nvim_list_uis() == 0 or vim.v.dying > 0 then
    return vim.api.nvim_err_writeln(text)
  end
  -- Keys that were typed before must not end it.
  while vim.fn.getchar(0) ~= 0 do
  end
  vim.fn.confirm(text, "&Quit", 1, "Error")
end

return message
