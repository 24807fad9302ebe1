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

return message
