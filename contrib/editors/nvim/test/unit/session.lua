-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors

local Framer = require("journal.framer")
local Session = require("journal.session")

--- Returns a session and a table with what it did: the messages `sent`, and the hooks called.
local function start()
  local log = { sent = {}, faults = {}, refusals = {}, ready = 0, ended = 0 }
  local session = Session.new({
    send = function(line)
      expect_equal(line:sub(-1), "\n")
      table.insert(log.sent, vim.json.decode(line))
    end,
    ready = function()
      log.ready = log.ready + 1
    end,
    refused = function(error)
      table.insert(log.refusals, error.kind)
    end,
    ended = function()
      log.ended = log.ended + 1
    end,
    fault = function(text)
      table.insert(log.faults, text)
    end,
  })
  return session, log
end

local function receive(session, message)
  session:receive(vim.json.encode(message) .. "\n")
end

--- Answers the last request.
local function answer(session, log, result)
  receive(session, { id = log.sent[#log.sent].id, result = result })
end

local function ready()
  local session, log = start()
  session:opened()
  answer(session, log, { protocol = 1 })
  return session, log
end

local function recorder()
  local calls = {}
  return calls, function(...)
    table.insert(calls, { ... })
  end
end

--- Subscribes; returns the subscription and its calls.
local function subscribe(session)
  local calls = {}
  local subscription = session:subscribe({
    include = "ids",
    reset = function(is_foreign)
      table.insert(calls, is_foreign and "foreign" or "reset")
    end,
    changes = function(items)
      table.insert(calls, #items)
    end,
    failed = function(error)
      table.insert(calls, error.kind)
    end,
  })
  return subscription, calls
end

--- Opens a list; returns it and its calls.
local function open_list(session)
  local calls = {}
  local function record(name)
    return function(...)
      table.insert(calls, { name, ... })
    end
  end
  local list = session:open_list({
    params = { limit = 7 },
    opened = record("opened"),
    changed = record("changed"),
    failed = function(error)
      table.insert(calls, { error.kind })
    end,
  })
  return list, calls
end

check("lines are complete regardless of how the bytes are divided", function()
  local bytes = "äöü\r\n\n\n{}\n" .. ("x"):rep(1000) .. "\nrest"
  for size = 1, 20 do
    local framer, lines = Framer.new(), {}
    for start = 1, #bytes, size do
      vim.list_extend(lines, framer:feed(bytes:sub(start, start + size - 1)))
    end
    expect_equal(lines, { "äöü", "{}", ("x"):rep(1000) })
    expect_equal(framer:feed("!\n"), { "rest!" })
  end
end)

check("requests wait for the reply to hello", function()
  local session, log = start()
  local calls, callback = recorder()
  session:request("entry.get", { id = "a" }, callback)
  expect_equal(#log.sent, 0)
  session:opened()
  expect_equal({ log.sent[1].method, #log.sent }, { "hello", 1 })
  answer(session, log, {})
  expect_equal({ log.sent[2].method, log.ready }, { "entry.get", 1 })
  answer(session, log, { entry = 1 })
  expect_equal(calls, { { nil, { entry = 1 } } })
end)

check("replies are matched in any order, and each is used once", function()
  local session, log = ready()
  local first, callback = recorder()
  local second, other = recorder()
  session:request("a", {}, callback)
  session:request("b", {}, other)
  receive(session, { id = log.sent[3].id, result = "b" })
  receive(session, { id = log.sent[2].id, error = { code = 1, message = "no", data = { kind = "k" } } })
  receive(session, { id = log.sent[2].id, result = "again" })
  expect_equal(second, { { nil, "b" } })
  expect_equal(first, { { { kind = "k", message = "no", data = { kind = "k" } } } })
end)

check("absent parameters are an object", function()
  local session = start()
  local line
  session.hooks.send = function(text)
    line = text
  end
  session.is_ready = true
  session:request("tag.list", {}, function() end)
  expect_equal(line:find('"params":{}', 1, true) ~= nil, true)
end)

check("unanswered requests are sent again in order, subscriptions resume before them", function()
  local session, log = ready()
  local subscription = subscribe(session)
  answer(session, log, { sub = 2, cursor = "c1", mode = "delta" })
  session:request("a", {}, function() end)
  session:request("b", {}, function() end)
  session:closed()
  session:request("c", {}, function() end)
  log.sent = {}
  session:opened()
  answer(session, log, {})
  local methods = vim.tbl_map(function(message)
    return message.method
  end, log.sent)
  expect_equal(methods, { "hello", "subscribe", "a", "b", "c" })
  expect_equal({ log.sent[2].params.since, subscription.cursor }, { "c1", "c1" })
end)

check("an unanswered save has no revision in another store", function()
  for epoch, expected in pairs({ e1 = 7, e2 = 0 }) do
    local session, log = start()
    session:opened()
    answer(session, log, { epoch = "e1" })
    session:request("entry.update", { id = "a", ifRev = 7, text = "t" }, function() end)
    session:request("entry.create", { id = "b", text = "u" }, function() end)
    session:closed()
    session:request("entry.update", { id = "c", ifRev = 7, text = "v" }, function() end)
    log.sent = {}
    session:opened()
    answer(session, log, { epoch = epoch })
    local params = vim.tbl_map(function(message)
      return message.params
    end, vim.list_slice(log.sent, 2))
    expect_equal(params, {
      { id = "a", ifRev = expected, text = "t" },
      { id = "b", text = "u" },
      { id = "c", ifRev = expected, text = "v" },
    })
  end
end)

check("a resumed subscription is not reset, a reset one is", function()
  local session, log = ready()
  local _, calls = subscribe(session)
  answer(session, log, { cursor = "c1", mode = "delta" })
  expect_equal(calls, { "reset" })
  for _, mode in ipairs({ "delta", "reset" }) do
    session:closed()
    session:opened()
    answer(session, log, {})
    answer(session, log, { cursor = "c2", mode = mode })
  end
  expect_equal(calls, { "reset", "reset" })
end)

check("a cursor of another store starts the subscription anew", function()
  for _, kind in ipairs({ "cursor.foreign", "cursor.invalid" }) do
    local session, log = ready()
    local subscription, calls = subscribe(session)
    answer(session, log, { cursor = "c1", mode = "delta" })
    session:closed()
    session:opened()
    answer(session, log, {})
    local error = { code = 1, message = "", data = { kind = kind } }
    receive(session, { id = log.sent[#log.sent].id, error = error })
    expect_equal(log.sent[#log.sent].params.since, nil)
    answer(session, log, { cursor = "c9", mode = "delta" })
    expect_equal({ calls, subscription.cursor }, { { "reset", "foreign" }, "c9" })
  end
end)

check("an expired subscription is reset, also by another store", function()
  for _, kind in ipairs({ "", "cursor.foreign" }) do
    local session, log = ready()
    local subscription, calls = subscribe(session)
    answer(session, log, { cursor = "c1", mode = "delta" })
    session:expire(subscription)
    session:closed()
    session:opened()
    answer(session, log, {})
    expect_equal(log.sent[#log.sent].params.since, "c1")
    if kind ~= "" then
      local error = { code = 1, message = "", data = { kind = kind } }
      receive(session, { id = log.sent[#log.sent].id, error = error })
    end
    answer(session, log, { cursor = "c2", mode = "delta" })
    expect_equal(calls, { "reset", kind == "" and "reset" or "foreign" })
    session:closed()
    session:opened()
    answer(session, log, {})
    answer(session, log, { cursor = "c3", mode = "delta" })
    expect_equal(#calls, 2)
  end
end)

check("the cursor moves only when a commit is complete", function()
  local session, log = ready()
  local subscription, calls = subscribe(session)
  answer(session, log, { cursor = "c1", mode = "delta" })
  local sub = subscription.id
  receive(session, { method = "changes", params = { sub = sub, to = "c2", items = { 1 }, more = true } })
  expect_equal(subscription.cursor, "c1")
  receive(session, { method = "changes", params = { sub = sub, to = "c2", items = { 1, 2 } } })
  expect_equal({ subscription.cursor, calls }, { "c2", { "reset", 1, 2 } })
  receive(session, { method = "reset", params = { sub = sub, to = "c5" } })
  expect_equal({ subscription.cursor, calls }, { "c5", { "reset", 1, 2, "reset" } })
end)

check("notifications of an ended subscription and unknown ones are ignored", function()
  local session, log = ready()
  local subscription, calls = subscribe(session)
  answer(session, log, { cursor = "c1", mode = "delta" })
  local sub = subscription.id
  session:stop(subscription)
  expect_equal(log.sent[#log.sent].method, "unsubscribe")
  receive(session, { method = "changes", params = { sub = sub, to = "c2", items = { 1 } } })
  receive(session, { method = "progress", params = { sub = 99 } })
  receive(session, { method = "weather" })
  expect_equal({ calls, log.faults }, { { "reset" }, {} })
end)

check("a subscription that ends before its reply stays ended", function()
  local session, log = ready()
  local subscription, calls = subscribe(session)
  local id = log.sent[#log.sent].id
  session:stop(subscription)
  receive(session, { id = id, result = { cursor = "c1", mode = "delta" } })
  expect_equal(calls, {})
end)

check("a fault of a callback or a malformed line does not stop later messages", function()
  local session, log = ready()
  local calls, callback = recorder()
  session:request("a", {}, function()
    error("broken")
  end)
  session:request("b", {}, callback)
  local function reply(index)
    return vim.json.encode({ id = log.sent[index].id, result = 1 }) .. "\n"
  end
  session:receive(reply(2) .. "not JSON\n[1]\n5\n" .. reply(3))
  expect_equal({ #log.faults >= 2, calls }, { true, { { nil, 1 } } })
end)

check("an error without a request refuses the session", function()
  local session, log = start()
  session:opened()
  local error = '{"jsonrpc":"2.0","id":null,"error":{"code":1404,"message":"m","data":{"kind":"store.tooNew"}}}'
  session:receive(error .. "\n")
  expect_equal({ log.refusals, log.ready }, { { "store.tooNew" }, 0 })
end)

check("an unsupported protocol refuses the session", function()
  local session, log = start()
  session:opened()
  local error = { code = 1503, message = "m", data = { kind = "protocol.unsupported" } }
  receive(session, { id = log.sent[1].id, error = error })
  expect_equal({ log.refusals, session.is_ready }, { { "protocol.unsupported" }, false })
end)

check("a line over the limit and invalid UTF-8 fail without being sent", function()
  local session, log = ready()
  local calls, callback = recorder()
  local count = #log.sent
  session:request("entry.create", { text = ("x"):rep(4 * 1024 * 1024) }, callback)
  session:request("entry.create", { text = "a\255" }, callback)
  expect_equal({ calls[1][1].kind, calls[2][1].kind }, { "limit.line", "parse.utf8" })
  expect_equal({ #log.sent, #session:pending() }, { count, 0 })
end)

check("queued requests can be failed", function()
  local session = start()
  local calls, callback = recorder()
  session:request("a", {}, callback)
  session:fail({ kind = "unavailable" })
  expect_equal({ calls, session:pending() }, { { { { kind = "unavailable" } } }, {} })
end)

check("a list passes on its rows and changes until it is closed", function()
  local session, log = ready()
  local list, calls = open_list(session)
  local request = log.sent[#log.sent]
  expect_equal({ request.method, request.params, request.id }, { "list.open", { limit = 7 }, list.id })
  answer(session, log, { list = list.id, rows = { 1, 2 }, more = true })
  local function change(params)
    receive(session, { method = "list.changes", params = vim.tbl_extend("error", params, { list = list.id }) })
  end
  change({ items = { 3 }, more = true })
  change({ items = { 4 } })
  expect_equal(calls, { { "opened", { 1, 2 }, true }, { "changed", { 3 }, true }, { "changed", { 4 } } })
  session:stop(list)
  request = log.sent[#log.sent]
  expect_equal({ request.method, request.params }, { "list.close", { list = list.id } })
  change({ items = { 5 } })
  expect_equal(#calls, 3)
end)

check("a list is opened again on the next connection, unless it was closed", function()
  local session, log = ready()
  local list, calls = open_list(session)
  local other = open_list(session)
  session:closed()
  session:stop(other)
  log.sent = {}
  session:opened()
  answer(session, log, {})
  expect_equal({ #log.sent, log.sent[2].method, log.sent[2].id }, { 2, "list.open", list.id })
  answer(session, log, { rows = {} })
  expect_equal(calls, { { "opened", {} } })
end)

check("a list that is rejected or ends by itself fails", function()
  local session, log = ready()
  local list, calls = open_list(session)
  local error = { code = 1201, message = "m", data = { kind = "notebook.notFound" } }
  receive(session, { id = list.id, error = error })
  list, calls[2] = open_list(session)
  answer(session, log, { rows = {} })
  receive(session, { method = "end", params = { sub = list.id, reason = "failed" } })
  expect_equal({ calls[1], calls[2][2] }, { { "notebook.notFound" }, { "list.failed" } })
  expect_equal(log.ended, 0)
end)

-- Returns the methods of the messages that were sent after a number of them.
local function sent_after(log, count)
  return vim.tbl_map(function(message)
    return message.method
  end, vim.list_slice(log.sent, count + 1))
end

local function reject(session, id, kind, is_retryable)
  local data = { kind = kind, retryable = is_retryable }
  receive(session, { id = id, error = { code = 1, message = "m", data = data } })
end

check("feeds of a locked journal start again after a result, and report once", function()
  local session, log = ready()
  local subscription, calls = subscribe(session)
  answer(session, log, { cursor = "c1", mode = "delta" })
  local list, list_calls = open_list(session)
  session:closed()
  session:opened()
  answer(session, log, {})
  expect_equal(session:has_retries(), false)
  reject(session, subscription.id, "encryption.locked")
  reject(session, list.id, "encryption.locked")
  expect_equal(calls, { "reset", "encryption.locked" })
  expect_equal(list_calls, { { "encryption.locked" } })
  -- Another error does not show that the journal can be read.
  session:request("entry.get", {}, function() end)
  local count = #log.sent
  reject(session, log.sent[count].id, "encryption.locked")
  expect_equal({ #log.sent, session:has_retries() }, { count, true })
  session:request("entry.get", {}, function() end)
  answer(session, log, {})
  expect_equal(sent_after(log, count + 1), { "subscribe", "list.open" })
  expect_equal(log.sent[count + 2].params.since, "c1")
  -- They are in flight.
  expect_equal(session:has_retries(), false)
  session:request("entry.get", {}, function() end)
  answer(session, log, {})
  expect_equal(#log.sent, count + 4)
  -- A change may have been missed.
  receive(session, { id = subscription.id, result = { cursor = "c1", mode = "delta" } })
  expect_equal(calls, { "reset", "encryption.locked", "reset" })
  reject(session, list.id, "encryption.locked")
  expect_equal(#list_calls, 1)
  -- A new connection starts all of them.
  session:closed()
  session:retry()
  session:opened()
  count = #log.sent
  answer(session, log, {})
  expect_equal(sent_after(log, count), { "subscribe", "list.open" })
  expect_equal(session:has_retries(), false)
  answer(session, log, { rows = { 1 } })
  reject(session, subscription.id, "encryption.locked")
  expect_equal({ #list_calls, #calls }, { 2, 4 })
end)

check("a retryable error and a failed list are repeated, other errors are not", function()
  local session, log = ready()
  local list = open_list(session)
  for _, way in ipairs({ "retryable", "end" }) do
    if way == "end" then
      answer(session, log, { rows = {} })
      receive(session, { method = "end", params = { sub = list.id, reason = "failed" } })
    else
      reject(session, list.id, "limit.memory", true)
    end
    local count = #log.sent
    expect_equal(session:has_retries(), true)
    session:retry()
    expect_equal({ sent_after(log, count), session:has_retries() }, { { "list.open" }, false })
  end
  reject(session, list.id, "notebook.notFound", false)
  expect_equal(session:has_retries(), false)
end)

check("the session requires a daemon with live lists", function()
  local session, log = start()
  session:opened()
  expect_equal(log.sent[1].params.require, { "list", "subscribe.query" })
end)

check("the end of subscriptions is announced", function()
  local session, log = ready()
  receive(session, { method = "end", params = { sub = 1, reason = "shutdown" } })
  expect_equal(log.ended, 1)
end)
