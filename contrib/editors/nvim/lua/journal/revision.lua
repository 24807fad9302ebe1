-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Decisions about the text of a buffer and the revisions of its entry.
local hashtags = require("journal.hashtags")

local revision = {}

--- The number of a revision of another store. No entry has it, so that a save with it never
--- replaces a text that was not shown.
revision.foreign = 0

--- Returns an entry of another store: its text is the one that a buffer is based on, but its number
--- means nothing.
function revision.of_former_store(entry)
  return entry and vim.tbl_extend("force", entry, { rev = revision.foreign })
end

--- Returns what to do with a revision that arrived from elsewhere, given the revision `base` that
--- the buffer is based on and the text of the buffer: `ignore` it, `replace` the text, `adopt` the
--- revision without changing the text, `rename` its notebook and tags, which is no new revision, or
--- `warn` that both sides have changed.
function revision.action(base, text, is_modified, entry)
  if not base then
    return "replace"
  elseif entry.rev < base.rev then
    return "ignore"
  elseif entry.rev == base.rev then
    return "rename"
  elseif text == entry.text or base.text == entry.text then
    return "adopt"
  end
  return is_modified and "warn" or "replace"
end

--- Returns the draft of a new entry that takes the place of one that was deleted permanently. Its
--- tags follow the changes of the text.
function revision.copy(entry, id)
  return {
    id = id,
    notebook = entry.notebook.name,
    tags = entry.tags,
    starred = entry.starred,
    quoted = entry.text,
    replaces = entry.id,
  }
end

--- Returns the parameters of `entry.create`. The words in `draft.quoted`, a text from another
--- buffer, are no further tags.
function revision.creation(draft, text, options)
  local tags = draft.tags or {}
  if options.hashtags then
    tags = hashtags.changed(tags, draft.quoted or "", text) or tags
  end
  return {
    id = draft.id,
    text = text,
    notebook = draft.notebook,
    createNotebook = options.creates_notebook,
    tags = #tags > 0 and tags or nil,
    starred = draft.starred or nil,
    zone = options.zone,
    include = "full",
  }
end

--- Returns the parameters of `entry.update` that make `text` the text of an entry, or nil if it
--- already is.
function revision.update(current, text, options)
  if text == current.text then
    return nil
  end
  return {
    id = current.id,
    ifRev = current.rev,
    text = text,
    tags = options.hashtags and hashtags.changed(current.tags, current.text, text) or nil,
    include = "full",
  }
end

--- Returns the current entry of a `conflict` if it already has the text that was to be saved, for
--- example because the reply to an earlier attempt was lost.
function revision.repeated(error, text)
  local current = error.data.current
  return current and current.text == text and current or nil
end

--- Returns the current entry of a `conflict` if it has the text of `base`: only its tags, notebook
--- or star were changed, which does not concern a save.
function revision.rebased(error, base)
  local current = error.kind == "conflict" and error.data.current
  return current and base and current.text == base.text and current or nil
end

return revision
