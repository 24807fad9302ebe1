-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

--- Runs a test file: `check(name, function)` runs and prints a check; `run(path)` runs a file and
--- quits, with an error status if a check failed.
local folder = vim.env.JOURNAL_TEST
vim.opt.runtimepath:prepend(vim.fn.fnamemodify(folder, ":h"))
package.path = folder .. "/?.lua;" .. package.path

--- The time in milliseconds to wait for a condition.
wait_limit = 60000

local failures, count = 0, 0
local cleanups = {}

local function print_line(text)
  io.stdout:write(text, "\n")
  io.stdout:flush()
end

function check(name, body)
  count = count + 1
  local ok, problem = xpcall(body, debug.traceback)
  print_line((ok and "  ok      " or "  FAILED  ") .. name)
  if not ok then
    failures = failures + 1
    print_line(problem)
  end
end

--- Registers a function that runs at the end.
function at_end(body)
  table.insert(cleanups, body)
end

function expect_equal(actual, expected)
  if not vim.deep_equal(actual, expected) then
    error(("got %s\nexpected %s"):format(vim.inspect(actual), vim.inspect(expected)), 2)
  end
end

--- Waits until `condition` returns a true value, and returns it.
function eventually(condition, limit)
  local value
  local is_met = vim.wait(limit or wait_limit, function()
    value = condition()
    return value
  end, 20)
  if not is_met then
    error("the condition was not met in time; the last value is " .. vim.inspect(value), 2)
  end
  return value
end

--- Waits until `read` returns `expected`.
function eventually_equal(read, expected)
  local value
  local is_met = vim.wait(wait_limit, function()
    value = read()
    return vim.deep_equal(value, expected)
  end, 20)
  if not is_met then
    error(("got %s\nexpected %s"):format(vim.inspect(value), vim.inspect(expected)), 2)
  end
end

function run(path)
  local ok, problem = xpcall(dofile, debug.traceback, path)
  for _, body in ipairs(cleanups) do
    pcall(body)
  end
  if not ok then
    print_line(problem)
  end
  if ok and failures == 0 and count > 0 then
    vim.cmd("qall!")
  end
  vim.cmd("cquit")
end
