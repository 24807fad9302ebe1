-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- `:checkhealth journal`
local health = {}

--- Neovim 0.10 dropped the prefix `report_`, and 0.8 moved the module.
local reporter = vim.health or require("health")
local start = reporter.start or reporter.report_start
local succeed = reporter.ok or reporter.report_ok
local fail = reporter.error or reporter.report_error

--- Runs `journal status`, which starts the daemon if necessary.
function health.check()
  local command = require("journal.config").get("command")
  start("journal")
  if vim.fn.executable(command[1]) == 0 then
    local advice = "Install journal, or set vim.g.journal.command"
    return fail(("%q is not executable"):format(command[1]), advice)
  end
  succeed(vim.fn.exepath(command[1]))
  local output = vim.fn.system(vim.list_extend(vim.list_extend({}, command), { "status" }))
  local report = vim.v.shell_error == 0 and succeed or fail
  report(vim.trim(output))
end

return health
