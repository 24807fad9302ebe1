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
    reset = function()
      names.read()
      require("journal.entry_buffer").refresh_all()
      require("journal.search").refresh()
    end,
    changes = function(items)
      for _, item in ipairs(items) do
        names.changed(item)
        if item.kind ~= "entry" and item.op == "update" then
          -- A new name is no change of the entries that have it.
          require("journal.list_buffer").reload_all()
        end
        if item.kind == "entry" then
          require("journal.entry_buffer").changed(item)
        end
      end
      require("journal.search").refresh()
    end,
    failed = require("journal.message").error,
  })
end

--- Makes the subscription start anew on the next connection, because an entry could not be read.
function observer.expire()
  subscription.cursor = nil
end

return observer
