// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

/// Listings over several pages and years, from a daemon that has entries of some days.
struct ListedEntriesTests {
    private static let days = [
        "2019-11-22", "2020-02-28", "2020-02-29", "2023-02-28", "2023-11-22", "2024-02-29",
        "2026-11-21", "2026-11-22",
    ]

    private static func entry(_ number: Int) -> EntryRecord? {
        guard let instant = Timestamp(days[number] + "T12:00:00Z") else { return nil }
        var entry = CommandRun.entry(UInt64(number), days[number])
        (entry.createdAt, entry.localDay) = (instant, instant.day)
        return entry
    }

    /// A daemon that lists the days between the bounds of a filter, two on a page.
    private static func run() throws -> CommandRun {
        try CommandRun { request in
            guard let list = try? EntryList(json: request.params) else { return .close }
            var found = days.indices.compactMap(entry).filter { entry in
                if case .day(let day)? = list.filter.since, entry.localDay < day { return false }
                if case .day(let day)? = list.filter.until, day < entry.localDay { return false }
                return true
            }
            if list.order != .oldest { found.reverse() }
            let start = Int(list.page?.position.first ?? 0)
            let end = min(start + min(2, list.limit), found.count)
            let next = PageCursor(epoch: "e", queryHash: 1, position: [Int64(end)])
            let reply = EntryList.Reply(
                entries: Array(found[start..<end]),
                nextPage: end < found.count ? next : nil,
                cursor: CommandRun.cursor
            )
            return .result(reply.json)
        }
    }

    private func list(
        _ selection: ListedEntries.Selection,
        limit: Int? = nil,
        in run: CommandRun
    ) throws -> (days: [String], end: ListedEntries.End) {
        let client = try run.context.client
        let entries = ListedEntries(client: client, filter: Filter(), include: .full, limit: limit)
        var days: [String] = []
        let end = try entries.forEach(selection) { days.append($0.text) }
        return (days, end)
    }

    @Test(arguments: [(nil, 8), (1, 1), (2, 2), (3, 3), (8, 8), (100, 8)] as [(Int?, Int)])
    func pagesAreReadUpToALimit(limit: Int?, count: Int) throws {
        let run = try Self.run()
        for order in [ListOrder.oldest, .newest] {
            let (days, end) = try list(.ordered(order), limit: limit, in: run)
            let all = order == .oldest ? Self.days : Self.days.reversed()
            #expect(days == Array(all.prefix(count)))
            #expect(end.isCut == (count < 8))
            #expect((end.next != nil) == end.isCut)
        }
    }

    @Test(
        arguments: [
            ("2026-11-22", ["2019-11-22", "2023-11-22", "2026-11-22"]),
            // 29 February belongs to 28 February of a year that lacks it.
            ("2026-02-28", ["2020-02-28", "2020-02-29", "2023-02-28", "2024-02-29"]),
            ("2024-02-28", ["2020-02-28", "2023-02-28"]),
            ("2024-02-29", ["2020-02-29", "2024-02-29"]), ("2026-01-01", []),
        ] as [(String, [String])]
    )
    func dayOfTheYearIsListedInAllYears(day: String, expected: [String]) throws {
        let run = try Self.run()
        let yearDay = YearDay(try #require(Day(day)))
        #expect(try list(.yearDay(yearDay, .oldest), in: run).days == expected)
        #expect(try list(.yearDay(yearDay, .newest), in: run).days == expected.reversed())
    }

    @Test(arguments: [(1, true), (2, true), (3, false), (4, false)])
    func limitOfADayOfTheYearIsThatOfAllYears(limit: Int, isCut: Bool) throws {
        let yearDay = YearDay(try #require(Day("2026-11-22")))
        let (days, end) = try list(.yearDay(yearDay, .newest), limit: limit, in: try Self.run())
        #expect(days == Array(["2026-11-22", "2023-11-22", "2019-11-22"].prefix(limit)))
        #expect(end == ListedEntries.End(isCut: isCut))
    }

    @Test func yearsWithoutEntriesAreNotAskedFor() throws {
        let run = try Self.run()
        let yearDay = YearDay(try #require(Day("2026-11-22")))
        _ = try list(.yearDay(yearDay, .oldest), in: run)
        // A question for each year with entries, one for each day in them, and the last one.
        #expect(run.calls(.entryList).count < 14)
    }

    @Test(arguments: [(nil, 1), (3, 3), (5000, 1000)] as [(Int?, Int)])
    func randomSelectionIsOnePage(limit: Int?, asked: Int) throws {
        let run = try Self.run()
        #expect(try list(.random, limit: limit, in: run).end == ListedEntries.End())
        let calls = run.calls(.entryList)
        #expect(calls.count == 1)
        #expect(calls.first?["order"] == "random")
        #expect(calls.first?["limit"] == JSON.integer(Int64(asked)))
    }
}
