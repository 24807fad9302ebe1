// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct CalendarGridTests {
    private static func day(_ text: String) throws -> Day { try #require(Day(text)) }

    private static func grid(
        _ counts: [(String, Int)] = [],
        from first: String,
        to last: String,
        firstWeekday: Weekday = .monday,
        weekLimit: Int = .max
    ) throws -> CalendarGrid {
        CalendarGrid(
            try counts.map {
                EntryStatistics.DayCount(day: try day($0), entryCount: $1, wordCount: $1)
            },
            from: try day(first),
            to: try day(last),
            firstWeekday: firstWeekday,
            weekLimit: weekLimit
        )
    }

    /// 2026-11-01 is a Sunday.
    @Test(arguments: [(Weekday.monday, "2026-10-26", 6), (.sunday, "2026-11-01", 5)])
    func weeksBeginOnTheirFirstDay(weekday: Weekday, first: String, count: Int) throws {
        let grid = try Self.grid(from: "2026-11-01", to: "2026-11-30", firstWeekday: weekday)
        #expect(grid.weeks.first == (try Self.day(first)))
        #expect(grid.weeks.count == count)
        #expect(grid.weekdays.first == weekday)
        #expect(Set(grid.weekdays).count == 7)
    }

    @Test func daysOutsideOfTheCalendarAreEmpty() throws {
        let grid = try Self.grid(from: "2026-11-01", to: "2026-11-30")
        #expect(grid.day(week: 0, row: 5) == nil)
        #expect(grid.day(week: 0, row: 6) == (try Self.day("2026-11-01")))
        #expect(grid.day(week: 5, row: 0) == (try Self.day("2026-11-30")))
        #expect(grid.day(week: 5, row: 1) == nil)
    }

    @Test func narrowCalendarHasTheLatestWeeks() throws {
        let grid = try Self.grid(from: "2026-01-01", to: "2026-11-30", weekLimit: 2)
        #expect(grid.weeks == [try Self.day("2026-11-23"), try Self.day("2026-11-30")])
    }

    @Test func levelsAreFractionsOfTheFullestDay() throws {
        let counts = [("2026-11-02", 1), ("2026-11-03", 10), ("2026-11-04", 20)]
        let grid = try Self.grid(counts, from: "2026-11-01", to: "2026-11-30")
        let levels = try ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04"].map {
            grid.level(try Self.day($0))
        }
        #expect(levels == [0, 1, 2, 4])
    }

    @Test func levelOfFewEntriesIsTheirNumber() throws {
        let counts = [("2026-11-02", 1), ("2026-11-03", 3)]
        let grid = try Self.grid(counts, from: "2026-11-01", to: "2026-11-30")
        #expect(grid.level(try Self.day("2026-11-02")) == 1)
        #expect(grid.level(try Self.day("2026-11-03")) == 3)
    }

    @Test func monthsAreAboveTheWeekOfTheirFirstDay() throws {
        let grid = try Self.grid(from: "2026-10-15", to: "2026-12-05")
        #expect(grid.months.map(\.name) == ["Nov", "Dec"])
        #expect(grid.months.map(\.week) == [2, 7])
    }

    @Test(arguments: [
        ([], ""), ([0, 0], "▁▁"), ([0, 1, 1000], "▁▂█"), ([7, 7], "██"), ([1, 2, 4, 8], "▂▃▅█"),
    ])
    func barsShowSmallNumbersAsMoreThanNone(numbers: [Int], expected: String) {
        #expect(Sparkline.text(numbers) == expected)
    }
}
