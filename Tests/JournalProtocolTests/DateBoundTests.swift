// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// Bounds of a time span, and the filters that have them.
struct DateBoundTests {
    @Test(arguments: [
        "2026-11-21", "2026-11-21T10:15:00+01:00", "2026-11-21T10:15:00.250Z", "0001-01-01",
        "9999-12-31",
    ])
    func dayOrInstantComesBack(text: String) throws {
        #expect(try DateBound(json: .string(text)).json == .string(text))
    }

    @Test(arguments: ["", "today", "2026-11", "2026-02-30", "2026-11-21T10:15Z", "2026-11-21 "])
    func otherTextsAreNoBounds(text: String) {
        let error = #expect(throws: InvalidParams.self) { try DateBound(json: .string(text)) }
        #expect(error?.kind == .dateInvalid)
        #expect(error?.problem.hasSuffix("got \"\(text)\"") == true)
        let day = #expect(throws: InvalidParams.self) { try Day(json: .string(text)) }
        #expect(day?.kind == .dateInvalid)
        let instant = #expect(throws: InvalidParams.self) { try Timestamp(json: .string(text)) }
        #expect(instant?.kind == .dateInvalid)
    }

    @Test func filterWithoutConditionsIsEmpty() throws {
        #expect(Filter().isEmpty)
        #expect(Filter(trashed: false).isEmpty)
        let day = try #require(Day("2026-11-21"))
        for filter in [
            Filter(notebook: "a"), Filter(tags: ["a"]), Filter(since: .day(day)),
            Filter(until: .day(day)), Filter(starred: false), Filter(trashed: true),
        ] {
            #expect(!filter.isEmpty, "\(filter.json)")
            #expect(try Filter(json: filter.json) == filter)
        }
    }

    @Test func filterHasAsManyTagsAsAnEntry() throws {
        let names = (0...Limits.tags).map { JSON.string("\($0)") }
        #expect(try Filter(json: ["tags": .array(names.dropLast())]).tags.count == Limits.tags)
        let error = #expect(throws: InvalidParams.self) {
            try Filter(json: ["tags": .array(names)])
        }
        #expect(error?.description == "params.tags: expected at most 64 names, got 65")
    }

    @Test func streakHasItsDays() throws {
        let (first, last) = (try #require(Day("2026-02-27")), try #require(Day("2026-03-01")))
        let streak = EntryStatistics.Streak(from: first, to: last)
        #expect(streak.dayCount == 3)
        #expect(streak.json["days"] == 3)
        #expect(EntryStatistics.Streak(from: last, to: last).dayCount == 1)
    }
}
