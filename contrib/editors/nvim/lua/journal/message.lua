-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Messages to the user, on one line, which is shortened to the width of the screen; `:messages`
--- has the whole text. A message appears after the command or autocommand that causes it, so that
--- it is not an error of a script, and in a mode in which it stays.
local prompt = require("journal.prompt")

local message = {}

local highlights = {
  [vim.log.levels.INFO] = "None",
  [vim.log.levels.WARN] = "WarningMsg",
  [vim.log.levels.ERROR] = "ErrorMsg",
}

--- What has not been shown: the `text` and `level` of each message.
local queue = {}

--- Returns whether another plugin shows notifications.
local function is_notify_replaced()
  return not debug.getinfo(vim.notify, "S").source:find("vim/_", 1, true)
end

--- Returns the beginning of a text that fits into the last line.
local function shortened(text)
  local width = vim.v.echospace
  if vim.fn.strdisplaywidth(text) <= width then
    return text
  end
  local count = width
  while count > 0 and vim.fn.strdisplaywidth(vim.fn.strcharpart(text, 0, count)) >= width do
    count = count - 1
  end
  return vim.fn.strcharpart(text, 0, count) .. "…"
end

--- Shows a text in the place of another message. Each `redraw` makes the next one overwrite the
--- last line instead of being added to it.
local function echo(text, level)
  vim.cmd("redraw")
  vim.api.nvim_echo({ { shortened(text), highlights[level] } }, false, {})
  vim.cmd("redraw")
end

--- Adds a text to the history, which shows it too: with the flag T, on one line.
local function record(text, level)
  local shortmess = vim.o.shortmess
  vim.opt.shortmess:append("T")
  local command = "echohl %s | echomsg %s | echohl None"
  vim.cmd(command:format(highlights[level], vim.fn.string(text)))
  vim.o.shortmess = shortmess
end

local function flush()
  local items = queue
  queue = {}
  for _, item in ipairs(items) do
    if is_notify_replaced() then
      vim.notify(item.text, item.level)
    else
      record(item.text, item.level)
      echo(item.text, item.level)
    end
  end
end

--- Returns whether the last line shows a mode, such as "-- INSERT --", which replaces a message.
local function is_mode_shown()
  local mode = vim.api.nvim_get_mode().mode
  return vim.o.showmode and (not mode:find("^n") or mode:find("^ni"))
end

--- Shows the messages of the queue as soon as they stay.
local function flush_later()
  prompt.after(function()
    if is_notify_replaced() or not is_mode_shown() then
      return flush()
    end
    vim.api.nvim_create_autocmd("ModeChanged", {
      pattern = "*:n*",
      once = true,
      callback = vim.schedule_wrap(flush_later),
    })
  end)
end

--- Adds a message to the queue, unless it has the same text already.
local function show(text, level)
  text = "journal: " .. text:gsub("%s*[\r\n]+%s*", ". "):gsub("%z", "␀")
  for _, item in ipairs(queue) do
    if item.text == text then
      return
    end
  end
  table.insert(queue, { text = text, level = level })
  if #queue == 1 then
    vim.schedule(flush_later)
  end
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

--- Shows a text at once, while a command waits.
function message.info_now(text)
  local show_now = is_notify_replaced() and vim.notify or echo
  show_now("journal: " .. text, vim.log.levels.INFO)
  vim.cmd("redraw")
end

--- Shows an error text when Neovim ends, and waits for a key, because the screen is cleared then;
--- not without a screen, or after a signal, when there may be nobody to press a key.
function message.at_end(text)
  text = "journal: " .. text
  if #vim.api.nvim_list_uis() == 0 or vim.v.dying > 0 then
    return vim.api.nvim_echo({ { text, "ErrorMsg" } }, true, {})
  end
  -- Keys that were typed before must not end it.
  while vim.fn.getchar(0) ~= 0 do
  end
  vim.fn.confirm(text, "&Quit", 1, "Error")
end

return message
