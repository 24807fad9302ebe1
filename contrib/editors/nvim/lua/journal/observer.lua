-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- The subscription to the whole journal: it refreshes open entries and the names for completion.
local client = require("journal.client")
local names = require("journal.names")

local observer = {}

local subscription

--- Subscribes if there is no subscription yet.
function observer.start()
  if subscription then
    return
  end
  subscription = client.subscribe({
    reset = function(is_foreign)
      names.read()
      if is_foreign then
        require("journal.entry_buffer").forget_revisions()
      end
      require("journal.entry_buffer").refresh_all()
    end,
    changes = function(items)
      local renamed = false
      for _, item in ipairs(items) do
        if item.kind == "entry" then
          require("journal.entry_buffer").changed(item)
        else
          names.changed(item)
          renamed = renamed or item.op ~= "delete"
        end
      end
      if renamed then
        -- Names of entries change without a change of the entries.
        require("journal.entry_buffer").refresh_all()
        require("journal.list_buffer").retry()
        require("journal.search").refresh()
      end
    end,
    failed = require("journal.message").error,
  })
end

--- Makes the subscription start anew when it is repeated, because an entry could not be read.
function observer.expire()
  client.expire(subscription)
end

return observer
