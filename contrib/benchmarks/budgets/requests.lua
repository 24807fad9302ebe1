-- SPDX-License-Identifier: Apache-2.0
-- Copyright the journal project authors
--
-- The requests of a route, for wrk: wrk --script requests.lua URL -- ROUTE FILE
-- The file has the id of a budget on each line. Prints the figures that measure.py reads.

local ids, count = {}, 0
local headers = { ["Content-Type"] = "application/json" }

-- Successive requests are for different budgets.
local function id() return ids[count % #ids + 1] end

local routes = {
    create = function()
        local body = '{"text":"hotel","cents":100}'
        return wrk.format("POST", "/budgets/" .. id() .. "/expenses", headers, body)
    end,
    page = function() return wrk.format("GET", "/budgets/" .. id() .. "/expenses?page=2") end,
    totals = function()
        return wrk.format("GET", "/budgets?page=" .. count % math.floor(#ids / 20) + 1)
    end,
    refusal = function()
        local body = string.format('{"name":"budget %04d","limit":1}', count % #ids + 1)
        return wrk.format("POST", "/budgets", headers, body)
    end,
    budget = function() return wrk.format("GET", "/budgets/" .. id()) end,
}

local mix = {
    "page", "create", "totals", "page", "budget", "page", "totals", "create", "page", "totals",
    "page", "create", "page", "budget", "totals", "page", "create", "totals", "page", "refusal",
}
function routes.mix() return routes[mix[count % #mix + 1]]() end

function init(arguments)
    for line in io.lines(arguments[2]) do ids[#ids + 1] = line end
    local route = routes[arguments[1]]
    request = function()
        count = count + 1
        return route()
    end
end

function done(summary, latency, _)
    local errors = summary.errors
    io.write(string.format(
        "figures %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(99),
        errors.status, errors.connect + errors.read + errors.write + errors.timeout
    ))
end
