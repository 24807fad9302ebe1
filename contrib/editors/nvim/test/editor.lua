-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- A headless editor with the plugin, driven over its API as a user interface would, and the
--- `journal` command of the test.
local Editor = {}
Editor.__index = Editor

local plugin = vim.fn.fnamemodify(vim.env.JOURNAL_TEST, ":h")

--- Returns the command of an editor with the options of the plugin.
local function command(options, ...)
  local settings = "lua vim.g.journal = " .. vim.inspect(options or {}):gsub("\n", " ")
  return {
    "nvim", "--clean", "-n",
    "--cmd", "set runtimepath^=" .. plugin,
    "--cmd", settings,
    ...,
  }
end

--- Starts an editor with the options of the plugin.
function Editor.start(options)
  local channel = vim.fn.jobstart(command(options, "--embed", "--headless"), { rpc = true })
  local editor = setmetatable({ channel = channel }, Editor)
  at_end(function()
    vim.fn.jobstop(channel)
  end)
  editor:lua([[
    messages = {}
    vim.notify = function(text, level)
      table.insert(messages, text)
    end
    vim.o.columns, vim.o.lines = 100, 30
  ]])
  return editor
end

--- Starts an editor in a terminal of a width, with messages as they are shown.
function Editor.start_in_terminal(columns, options)
  local address = vim.fn.tempname()
  local job = vim.fn.jobstart(command(options, "--listen", address), {
    pty = true,
    width = columns,
    height = 20,
    env = { TERM = "xterm" },
  })
  at_end(function()
    vim.fn.jobstop(job)
  end)
  local channel = eventually(function()
    local ok, result = pcall(vim.fn.sockconnect, "pipe", address, { rpc = true })
    return ok and result > 0 and result
  end)
  local editor = setmetatable({ channel = channel, job = job }, Editor)
  eventually(function()
    return editor:call("get_vvar", "vim_did_enter") == 1
  end)
  return editor
end

--- Types characters in the terminal, one after the other.
function Editor:type_in_terminal(characters)
  for character in characters:gmatch(".") do
    vim.fn.chansend(self.job, character)
    vim.wait(5)
  end
end

--- Returns whether the editor waits for a key after "Press ENTER".
function Editor:is_blocked()
  return vim.fn.rpcrequest(self.channel, "nvim_get_mode").mode:find("^r") ~= nil
end

--- Returns the lines that the terminal shows, without trailing spaces.
function Editor:screen()
  return self:lua([[
    local lines = {}
    for row = 1, vim.o.lines do
      local line = ""
      for column = 1, vim.o.columns do
        line = line .. vim.fn.screenstring(row, column)
      end
      table.insert(lines, (line:gsub(" +$", "")))
    end
    return lines
  ]])
end

function Editor:call(method, ...)
  -- The request would wait for the key.
  if self.job and self:is_blocked() then
    error("the editor waits for a key", 2)
  end
  return vim.fn.rpcrequest(self.channel, "nvim_" .. method, ...)
end

function Editor:lua(code, ...)
  return self:call("exec_lua", code, { ... })
end

--- Executes an Ex command.
function Editor:ex(command)
  return self:call("command", command)
end

--- Types keys. They have been processed when it returns, because a request waits for the keys
--- before it.
function Editor:type(keys)
  self:type_last(keys)
  self:call("eval", "1")
end

--- Types keys that end the editor, which may end before it could reply to a request.
function Editor:type_last(keys)
  if self.job and self:is_blocked() then
    error("the editor waits for a key", 2)
  end
  vim.fn.rpcnotify(self.channel, "nvim_input", keys)
end

--- Returns the lines of the current buffer.
function Editor:lines()
  return self:call("buf_get_lines", 0, 0, -1, true)
end

function Editor:line()
  return self:call("get_current_line")
end

function Editor:name()
  return self:call("buf_get_name", 0)
end

function Editor:is_modified()
  return self:lua("return vim.bo.modified")
end

function Editor:mode()
  return self:call("get_mode").mode
end

--- Returns whether a message that contains a text was shown.
function Editor:has_message(text)
  return self:message_count(text) > 0
end

function Editor:message_count(text)
  local count = 0
  for _, message in ipairs(self:lua("return messages")) do
    if message:find(text, 1, true) then
      count = count + 1
    end
  end
  return count
end

--- Waits until the current buffer has exactly these lines.
function Editor:expect_lines(lines)
  eventually_equal(function()
    return self:lines()
  end, lines)
end

--- Waits until a line of the current buffer matches a pattern; returns its number.
function Editor:expect_line(pattern)
  return eventually(function()
    for number, line in ipairs(self:lines()) do
      if line:find(pattern) then
        return number
      end
    end
  end)
end

--- Waits until no line of the current buffer matches a pattern.
function Editor:expect_no_line(pattern)
  eventually(function()
    for _, line in ipairs(self:lines()) do
      if line:find(pattern) then
        return false
      end
    end
    return true
  end)
end

--- Waits for a message that contains a text.
function Editor:expect_message(text)
  local ok = vim.wait(wait_limit, function()
    return self:has_message(text)
  end, 20)
  if not ok then
    error(("no message has %q: %s"):format(text, vim.inspect(self:lua("return messages"))), 2)
  end
end

function Editor:clear_messages()
  self:lua("messages = {}")
end

--- Runs `journal` with arguments; returns its output without the last newline. A failure is an error.
function Editor.journal(...)
  -- A busy machine may take longer than the 5 seconds that the command waits otherwise.
  local output = vim.fn.system({ vim.env.JOURNAL, "--timeout", "60", ... })
  if vim.v.shell_error ~= 0 then
    error("journal failed: " .. output, 2)
  end
  return (output:gsub("\n$", ""))
end

--- Makes entries that two machines have changed at the same time, from the texts that were written
--- here and on the other one; returns their ids.
function Editor.disagree(...)
  local folder = vim.env.HOME .. "/other"
  local ids = vim.fn.systemlist({ vim.env.MAKE_CONFLICT, folder, ... })
  if vim.v.shell_error ~= 0 then
    error("no conflict: " .. table.concat(ids, "\n"), 2)
  end
  return ids
end

--- Returns an entry as `journal` prints it.
function Editor.entry(id)
  return vim.json.decode(Editor.journal("rpc", "entry.get", vim.json.encode({ id = id }))).entry
end

--- Returns all entries, newest first.
function Editor.entries()
  return vim.json.decode(Editor.journal("rpc", "entry.list", '{"include":"full"}')).entries
end

function Editor.daemon_process()
  return vim.json.decode(Editor.journal("status", "--json")).pid
end

--- Stops the daemon, so that it answers nothing any more; returns its process.
function Editor.stop_daemon()
  local process = Editor.daemon_process()
  vim.fn.system({ vim.env.STOP_PROCESS, process })
  return process
end

--- Calls `body` while the daemon does not answer.
function Editor.silently(body)
  local process = Editor.stop_daemon()
  local ok, problem = pcall(body)
  vim.loop.kill(process, "sigcont")
  if not ok then
    error(problem, 0)
  end
end

--- Ends the daemon with a signal and waits until its process is gone.
function Editor.signal_daemon(signal)
  local process = Editor.daemon_process()
  vim.loop.kill(process, signal)
  eventually(function()
    return not vim.loop.fs_stat("/proc/" .. process)
  end)
end

return Editor
