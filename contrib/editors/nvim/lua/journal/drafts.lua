-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Texts that were not saved when Neovim ended, in the files that `journal drafts` lists.
local drafts = {}

local function state_folder()
  local state = vim.env.XDG_STATE_HOME or ""
  if not vim.startswith(state, "/") then
    state = vim.loop.os_homedir() .. "/.local/state"
  end
  return state .. "/journal"
end

local function check(result, problem)
  return result or error(problem, 0)
end

local function open_new(path)
  return vim.loop.fs_open(path, "wx", tonumber("600", 8))
end

local function write(path, content)
  local file = check(open_new(path))
  local count, problem = vim.loop.fs_write(file, content)
  if count == #content then
    count, problem = vim.loop.fs_fsync(file)
  elseif count then
    count, problem = nil, "the disk is full"
  end
  vim.loop.fs_close(file)
  check(count, problem)
end

--- Writes a new file and returns its path; an error is thrown. The file appears with its content,
--- because `journal new --deliver` may read the folder at any time.
local function keep(folder, name, content)
  vim.fn.mkdir(folder, "p", tonumber("700", 8))
  local path, number = ("%s/%s.md"):format(folder, name), 1
  local file, problem, code = open_new(path)
  while code == "EEXIST" do
    number = number + 1
    path = ("%s/%s-%d.md"):format(folder, name, number)
    file, problem, code = open_new(path)
  end
  vim.loop.fs_close(check(file, problem))
  local temporary = ("%s.%d.tmp"):format(path, vim.fn.getpid())
  write(temporary, content)
  check(vim.loop.fs_rename(temporary, path))
  return path
end

--- Keeps the text in parameters of `entry.create`. Delivering it has no effect if the daemon has
--- created the entry after all, because the id is the same. `time` is that of the request.
function drafts.keep_creation(params, time)
  local text = params.text
  params = vim.tbl_extend("force", params, {
    text = "",
    createdAt = os.date("%Y-%m-%dT%H:%M:%S%z", time):gsub("(%d%d)$", ":%1"),
  })
  params.include = nil
  -- "--" would end the comment.
  local header = vim.json.encode(params):gsub("%-%-", [[-\u002d]])
  local folder = state_folder() .. "/undelivered"
  local name = os.date("!%Y%m%dT%H%M%S", time) .. "-" .. params.id
  return keep(folder, name, ("<!-- journal %s -->\n%s"):format(header, text))
end

--- Keeps a text of an entry that exists. The name of the file has the revision that the text is
--- based on, so that `journal drafts use` recognizes a text that was saved after all, and shows both
--- texts if the entry has another one.
function drafts.keep_edit(base, text, is_conflict)
  local folder = is_conflict and "/conflicts" or "/drafts"
  return keep(state_folder() .. folder, ("%s-%d"):format(base.id, base.rev), text)
end

return drafts
