-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Buffers that contain the text of an entry: journal://entry/ID, and journal://new/ID before the
--- entry exists.
local client = require("journal.client")
local config = require("journal.config")
local conflict = require("journal.conflict")
local drafts = require("journal.drafts")
local message = require("journal.message")
local observer = require("journal.observer")
local prompt = require("journal.prompt")
local revision = require("journal.revision")
local row = require("journal.row")
local writes = require("journal.writes")
local zone = require("journal.zone")
local uuid = require("journal.uuid")

local entry_buffer = {}

local namespace = vim.api.nvim_create_namespace("journal_entry")

--- By buffer: `id`; `entry`, the revision that the text is based on, nil before it is read or
--- exists; `notebook` of an entry that does not exist, and other members of `revision.copy`;
--- `sent_at`, the time at which its text was sent; `latest`, the newest revision known to exist;
--- `current`, the entry that a save conflicted with; `has_diverged`, whether both the entry and the
--- text have changed; `is_gone`, whether the entry does not exist; `is_reading`; `saving`, the text
--- that is being saved; `next_save`, the text to save afterwards, and whether `is_forced`.
local states = {}

--- The states that are being saved, also those without a buffer, as keys.
local unsaved = {}

--- What was rejected while a command that quits was executed, and may not have been seen, by state:
--- the `text`, the `error`, the revision `base`, and the `quit` of `writes`.
local unseen = {}

local is_leaving = false

local function short(id)
  return id:sub(1, 8)
end

--- Returns the buffer with the text of a state, or nil: it may have been unloaded, or read again.
local function buffer_of(state)
  for buffer, other in pairs(states) do
    if other == state then
      return buffer
    end
  end
end

local function lines_of(text)
  return vim.split(text, "\n", { plain = true })
end

local function text_of(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), "\n")
end

--- Returns the text that a state was saved with last, while it is being saved.
local function last_text(state)
  return state.next_save and state.next_save.text or state.saving
end

--- Marks a buffer as modified unless its text is that of the entry, or is being saved.
local function compare(buffer)
  local state = states[buffer]
  local text = last_text(state) or state.entry and state.entry.text or ""
  vim.bo[buffer].modified = text_of(buffer) ~= text
end

--- Compares the text of a buffer after each undo and redo, until it is unloaded. The undo history
--- has the state of 'modified' at the time of the change, which later saves and their failures do
--- not correct.
local function follow_undo(buffer)
  vim.api.nvim_buf_attach(buffer, false, {
    on_changedtick = function()
      if not states[buffer] then
        return true
      end
      compare(buffer)
    end,
  })
end

--- Returns the time, notebook, tags, star and conflicts of an entry, which are shown beside its
--- text.
local function summary(state)
  local entry = state.entry
  if not entry then
    return "new entry in " .. state.notebook
  end
  local words = { entry.createdAt:sub(1, 10), entry.createdAt:sub(12, 16), entry.notebook.name }
  for _, tag in ipairs(entry.tags) do
    table.insert(words, "#" .. tag)
  end
  if entry.starred then
    table.insert(words, "*")
  end
  local conflicts = entry.conflicts or 0
  if conflicts > 0 then
    local count = conflicts == 1 and "1 conflict" or conflicts .. " conflicts"
    table.insert(words, ("%s %s, see :Journal conflicts"):format(row.conflict_mark, count))
  end
  if entry.trashedAt then
    table.insert(words, "(in the trash)")
  end
  if state.is_gone then
    table.insert(words, "(no longer exists)")
  elseif state.has_diverged then
    table.insert(words, "(changed elsewhere)")
  end
  return table.concat(words, " ")
end

local function show_summary(buffer)
  local state = states[buffer]
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  local group = (state.is_gone or state.has_diverged) and "JournalError" or "JournalSummary"
  vim.api.nvim_buf_set_extmark(buffer, namespace, 0, 0, {
    virt_text = { { "  " .. summary(state), group } },
  })
end

--- Replaces only the lines that differ, so that the cursor and marks in other lines stay.
local function replace_text(buffer, text)
  local old, new = vim.api.nvim_buf_get_lines(buffer, 0, -1, true), lines_of(text)
  local shorter = math.min(#old, #new)
  local first, last = 0, 0
  while first < shorter and old[first + 1] == new[first + 1] do
    first = first + 1
  end
  while last < shorter - first and old[#old - last] == new[#new - last] do
    last = last + 1
  end
  vim.bo[buffer].modifiable = true
  local middle = vim.list_slice(new, first + 1, #new - last)
  vim.api.nvim_buf_set_lines(buffer, first, #old - last, true, middle)
  vim.bo[buffer].modified = false
end

--- Sets the text of a buffer that was empty; undo does not go back before it.
local function set_first_text(buffer, text)
  local levels = vim.bo[buffer].undolevels
  vim.bo[buffer].undolevels = -1
  replace_text(buffer, text)
  vim.bo[buffer].undolevels = levels
end

--- Makes a revision the one that the text of the buffer is based on.
local function adopt(buffer, entry)
  local state = states[buffer]
  state.entry, state.id, state.current, state.has_diverged = entry, entry.id, nil, false
  compare(buffer)
  conflict.update(buffer, entry)
  show_summary(buffer)
end

--- Returns a message about an entry that no longer exists.
local function absence(state)
  local is_foreign = state.entry.rev == revision.foreign
  local reason = is_foreign and "is not in the journal any more" or "was deleted permanently"
  local text = "entry %s %s; :w! writes its text to a new entry"
  return text:format(short(state.id), reason)
end

--- Notes and reports, once, that the entry of a buffer does not exist. A text that was read stays.
local function vanished(buffer, error)
  local state = states[buffer]
  if state.is_gone then
    return
  end
  state.is_gone, state.current, state.has_diverged = true, nil, false
  if not state.entry then
    return message.error(error)
  end
  conflict.close(buffer)
  show_summary(buffer)
  message.warn(absence(state))
end

local function report_move(base, entry)
  if base and (base.trashedAt == nil) ~= (entry.trashedAt == nil) then
    local change = entry.trashedAt and "moved to" or "restored from"
    message.info(("entry %s was %s the trash"):format(short(entry.id), change))
  end
end

--- Handles a revision that was read because of a change elsewhere.
local function handle(buffer, entry)
  local state = states[buffer]
  local base, own = state.entry, text_of(buffer)
  local action = revision.action(base, own, vim.bo[buffer].modified, entry)
  state.is_gone = nil
  if action == "replace" then
    local set_text = base and replace_text or set_first_text
    local _, other = conflict.version(buffer)
    set_text(buffer, entry.text)
    adopt(buffer, entry)
    -- The text that was chosen here is no news.
    if base and not (other and other.is_used and other.text == entry.text) then
      message.info(("entry %s was changed elsewhere"):format(short(entry.id)))
    end
  elseif action == "rename" then
    state.entry = entry
    show_summary(buffer)
  elseif action == "adopt" then
    adopt(buffer, entry)
  elseif action == "warn" then
    local text = "entry %s was changed elsewhere; :w shows both versions"
    message.warn(text:format(short(entry.id)))
    state.has_diverged = true
    show_summary(buffer)
  end
  report_move(base, entry)
end

--- Returns whether a buffer with an entry reports when it is moved to the trash or restored.
function entry_buffer.reports_moves(id)
  for _, state in pairs(states) do
    if state.id == id and state.entry and not state.saving and not state.current then
      return true
    end
  end
  return false
end

--- Reads the entry of a buffer; once more if it changed meanwhile.
local function read(buffer)
  local state = states[buffer]
  if state.is_reading or state.saving or state.current then
    return
  end
  state.is_reading = true
  client.request("entry.get", { id = state.id }, function(error, result)
    state.is_reading = false
    if states[buffer] ~= state then
      return
    elseif error and error.kind == "entry.notFound" then
      return vanished(buffer, error)
    elseif error then
      observer.expire()
      return message.error(error)
    elseif not state.saving then
      handle(buffer, result.entry)
    end
    if (state.latest or 0) > result.entry.rev then
      read(buffer)
    end
  end)
end

--- Handles an item of `changes`.
function entry_buffer.changed(item)
  for buffer, state in pairs(states) do
    if item.kind == "entry" and state.id == item.id and not state.notebook then
      state.latest = math.max(state.latest or 0, item.rev)
      if not state.entry or item.rev > state.entry.rev then
        read(buffer)
      end
    end
  end
end

--- Drops the revisions of all entries, because they belong to a store that was replaced. In the
--- other store, other texts can have the same numbers.
function entry_buffer.forget_revisions()
  for _, state in pairs(states) do
    state.entry = revision.of_former_store(state.entry)
    state.current = revision.of_former_store(state.current)
    state.latest = nil
  end
end

--- Reads the entries of all buffers again, because changes may have been missed, or a notebook or a
--- tag has another name.
function entry_buffer.refresh_all()
  for buffer, state in pairs(states) do
    if not state.notebook then
      read(buffer)
    end
  end
end

local function set_up(buffer)
  follow_undo(buffer)
  local options = vim.bo[buffer]
  options.buftype, options.swapfile, options.undofile = "acwrite", false, false
  options.modeline = false
  if config.get("keys") then
    vim.keymap.set("n", "<C-]>", function()
      require("journal.actions").follow()
    end, { buffer = buffer, desc = "List the entries with the tag under the cursor" })
  end
  options.filetype = config.get("filetype")
  -- After the file type, whose plugin may set it too.
  options.omnifunc = "v:lua.require'journal.completion'.omnifunc"
end

--- Reads the entry of a buffer named journal://entry/ID.
function entry_buffer.load(buffer, id)
  states[buffer] = { id = id }
  set_up(buffer)
  vim.bo[buffer].modifiable = false
  observer.start()
  read(buffer)
end

--- Forgets a buffer that is being unloaded. Its text remains while it is being saved.
function entry_buffer.unload(buffer)
  states[buffer] = nil
  conflict.close(buffer)
end

--- Returns the state of an entry that does not exist yet.
function entry_buffer.draft(notebook)
  return { id = uuid.random(), notebook = notebook }
end

--- Returns a name that no loaded buffer has.
local function free_name(name)
  local result, number = name, 1
  while vim.fn.bufloaded(result) == 1 do
    number = number + 1
    result = ("%s/%d"):format(name, number)
  end
  return result
end

--- Turns a buffer into that of a state with a text that is not saved.
function entry_buffer.compose(buffer, state, text)
  states[buffer] = state
  local kind = state.entry and "unsaved" or "new"
  if not vim.startswith(vim.api.nvim_buf_get_name(buffer), "journal://new/") then
    vim.api.nvim_buf_set_name(buffer, free_name(("journal://%s/%s"):format(kind, state.id)))
  end
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, lines_of(text))
  set_up(buffer)
  vim.bo[buffer].modified = text ~= ""
  show_summary(buffer)
  observer.start()
end

--- Returns a new buffer with the text of a state whose buffer was left while it was being saved.
local function recover(state, text)
  local buffer = vim.api.nvim_create_buf(true, false)
  entry_buffer.compose(buffer, state, text)
  message.warn(("the text that was not saved is in buffer %d"):format(buffer))
  return buffer
end

local function report_failure(error)
  if error.kind == "notebook.notFound" then
    return message.fail(error.message .. "; :w! creates it")
  end
  message.error(error)
end

--- Renames a buffer. That leaves an unlisted buffer with the old name, which is removed.
local function rename(buffer, name)
  local old = vim.api.nvim_buf_get_name(buffer)
  vim.api.nvim_buf_set_name(buffer, name)
  local leftover = vim.fn.bufnr("^" .. old .. "$")
  if leftover ~= -1 then
    vim.api.nvim_buf_delete(leftover, { force = true })
  end
end

--- Makes a buffer, whose entry no longer exists, that of a new entry; returns its state.
local function start_anew(buffer)
  local state = revision.copy(states[buffer].entry, uuid.random())
  states[buffer] = state
  rename(buffer, "journal://new/" .. state.id)
  show_summary(buffer)
  return state
end

local send

--- Continues after the text of a state has become that of an entry.
local function settle(state, entry)
  local buffer = buffer_of(state)
  if not buffer then
    return
  elseif vim.startswith(vim.api.nvim_buf_get_name(buffer), "journal://new/") then
    rename(buffer, "journal://entry/" .. entry.id)
  end
  adopt(buffer, entry)
  if (state.latest or 0) > entry.rev then
    read(buffer)
  end
end

local function saved(state, entry)
  state.entry, state.notebook, state.current = entry, nil, nil
  unseen[state] = nil
  local text = state.replaces and "the text is now the entry %s" or "entry %s saved"
  message.info(text:format(short(entry.id)))
  state.replaces = nil
  local following = state.next_save
  if following then
    send(state, following.text, following.is_forced)
  end
  if not state.saving then
    settle(state, entry)
  end
end

--- Notes a text that was not saved, for the case that Neovim ends now.
local function note(state, text, error)
  unseen[state] = {
    text = text,
    error = error,
    base = state.current or state.entry,
    quit = writes.quit(),
  }
end

--- Handles an error that saving `text` failed with, which the buffer of the state contains unless
--- it was edited again.
local function rejected(state, text, error)
  note(state, text, error)
  if is_leaving then
    return
  end
  local owner = buffer_of(state)
  local buffer = owner or recover(state, text)
  vim.bo[buffer].modified = true
  local current = error.data.current
  if state.entry and error.kind == "entry.notFound" then
    vanished(buffer, error)
  elseif not current then
    report_failure(error)
  else
    state.entry, state.current = state.entry or current, current
    message.warn("conflict; merge, then :w! saves this text, :e! discards it")
  end
  -- After the command that saved, which may be quitting.
  vim.defer_fn(function()
    prompt.after(function()
      if states[buffer] ~= state then
        return
      elseif current and state.current == current then
        conflict.show(buffer, current)
      elseif not owner and not current and vim.fn.bufwinid(buffer) == -1 then
        vim.cmd(("sbuffer %d"):format(buffer))
      end
    end)
  end, 0)
end

local function request_options(is_forced)
  return { hashtags = config.get("hashtags"), creates_notebook = is_forced, zone = zone.name() }
end

--- Sends a text of a state.
send = function(state, text, is_forced)
  local options = request_options(is_forced)
  local method, params = "entry.create", nil
  if state.entry then
    method, params = "entry.update", revision.update(state.current or state.entry, text, options)
  else
    params = revision.creation(state, text, options)
    state.sent_at = os.time()
  end
  state.next_save = nil
  if not params then
    return settle(state, state.current or state.entry)
  end
  state.saving, unsaved[state] = text, true
  writes.request(method, params, function(error, result)
    state.saving, unsaved[state] = nil, nil
    local entry = result and result.entry or revision.repeated(error, text)
    local base = state.current and "current" or "entry"
    local rebased = error and revision.rebased(error, state[base])
    if entry then
      return saved(state, entry)
    end
    local last = state.next_save or { text = text, is_forced = is_forced }
    state.next_save = nil
    if rebased then
      state[base] = rebased
      send(state, last.text, last.is_forced)
    else
      rejected(state, last.text, error)
    end
  end)
end

--- Creates an entry from a text without a buffer; a text that is rejected appears in one.
function entry_buffer.create(draft, text, is_forced)
  send(draft, text, is_forced)
end

--- Returns why only `:w!` can save the text of a state, or nil.
local function obstacle(state)
  if state.saving then
    return nil
  elseif state.is_gone then
    return absence(state)
  elseif state.current then
    return "the conflict is not resolved; :w! saves this text, :e! discards it"
  end
end

--- Saves a buffer. `mode.is_forced` keeps its text in a conflict, creates a missing notebook, and
--- writes a new entry if the entry no longer exists. A buffer that cannot be saved is modified
--- afterwards, so that commands such as `:wq` fail.
function entry_buffer.save(buffer, mode)
  local state = states[buffer]
  if not state or not (state.entry or state.notebook) then
    return message.fail("the entry has not been read")
  end
  local text = text_of(buffer)
  local problem = not mode.is_forced and obstacle(state)
  vim.bo[buffer].modified = problem and true or false
  if problem then
    message.fail(problem)
  elseif state.saving then
    state.next_save = { text = text, is_forced = mode.is_forced }
  else
    send(state.is_gone and start_anew(buffer) or state, text, mode.is_forced)
  end
end

--- Marks texts that are still being saved as modified, so that they are not abandoned. A text whose
--- buffer was left gets one.
function entry_buffer.mark_unsaved()
  for state in pairs(unsaved) do
    vim.bo[buffer_of(state) or recover(state, last_text(state))].modified = true
    message.fail(("entry %s has not been saved yet"):format(short(state.id)))
  end
end

--- Writes a text to a file; returns its path.
local function keep(state, item)
  local current = item.error.data.current
  if item.base then
    return drafts.keep_edit(item.base, item.text, current)
  elseif current then
    return drafts.keep_edit({ id = current.id, rev = revision.foreign }, item.text, current)
  end
  local params = revision.creation(state, item.text, request_options())
  return drafts.keep_creation(params, state.sent_at)
end

--- Waits for the texts that are being saved when Neovim ends, and keeps those that are not.
function entry_buffer.leave()
  -- Neovim can end a second time, because of an error while it waits for a key.
  if is_leaving then
    return
  end
  is_leaving = true
  writes.leaving()
  for state in pairs(unsaved) do
    note(state, last_text(state), { data = {} })
  end
  local reports = {}
  for state, item in pairs(unseen) do
    -- An earlier command that quit did not end Neovim, so that its errors were seen.
    if item.quit == writes.quit() and item.text:find("%S") then
      local is_kept, result = pcall(keep, state, item)
      local text = is_kept and "not saved; your text is in %s; see: journal drafts"
        or "not saved, and not kept in a file (%s):\n%s"
      table.insert(reports, text:format(result, item.text))
    end
  end
  if #reports > 0 then
    message.at_end(table.concat(reports, "\njournal: "))
  end
end

--- Notes that a revision settles the conflict with the text that is shown beside a buffer.
function entry_buffer.settle(buffer, other, rev)
  other.settled_at = rev
  local entry = entry_buffer.entry(buffer)
  if entry then
    conflict.update(buffer, entry)
  end
end

--- Returns the entry of a buffer, or nil.
function entry_buffer.entry(buffer)
  return states[buffer] and states[buffer].entry
end

return entry_buffer
