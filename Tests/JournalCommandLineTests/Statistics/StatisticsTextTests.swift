// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

/// Statistics as a picture of characters, as fields and as SVG.
struct StatisticsTextTests {
    private static let first = "2026-10-05"
    private static let last = "2026-11-21"

    private static func day(_ text: String) throws -> Day { try #require(Day(text)) }

    private static func reply(entries: Int = 3) throws -> EntryStatistics.Reply {
        guard entries > 0 else {
            let cursor = Cursor(epoch: "e", revision: 1)
            return EntryStatistics.Reply(entryCount: 0, wordCount: 0, dayCount: 0, cursor: cursor)
        }
        var hours = Array(repeating: 0, count: 24)
        (hours[8], hours[22]) = (1, 2)
        var weekdays = Array(repeating: 0, count: 7)
        (weekdays[Weekday.friday.rawValue], weekdays[Weekday.monday.rawValue]) = (2, 1)
        let streak = EntryStatistics.Streak(from: try day("2026-11-20"), to: try day("2026-11-21"))
        return EntryStatistics.Reply(
            entryCount: entries,
            wordCount: 42,
            dayCount: 2,
            first: try day("2026-10-12"),
            last: try day("2026-11-21"),
            longestStreak: streak,
            currentStreak: streak,
            days: [
                .init(day: try day("2026-10-12"), entryCount: 1, wordCount: 10),
                .init(day: try day("2026-11-20"), entryCount: 2, wordCount: 32),
            ],
            hours: hours,
            weekdays: weekdays,
            tags: [.init(name: "home", entryCount: 4), .init(name: "größe", entryCount: 1)],
            cursor: Cursor(epoch: "e", revision: 1)
        )
    }

    private static func lines(
        _ reply: EntryStatistics.Reply,
        width: Int = 80,
        isInteractive: Bool = true,
        hasEnded: Bool = false
    ) throws -> [String] {
        StatisticsText(
            reply,
            from: try day(first),
            to: try day(last),
            firstWeekday: .monday,
            hasEnded: hasEnded,
            terminal: Terminal(isInteractive: isInteractive, hasColor: false, width: width)
        ).lines
    }

    @Test func numbersAreBeforeTheCalendar() throws {
        let lines = try Self.lines(Self.reply())
        #expect(
            lines.prefix(6) == [
                "3 entries on 2 days", "42 words, 14 in an entry",
                "from 2026-10-12 to 2026-11-21", "streak: 2 days from 2026-11-20",
                "longest streak: 2 days from 2026-11-20", "",
            ]
        )
    }

    @Test func tableIsBelowTheCalendar() throws {
        let lines = try Self.lines(Self.reply())
        let table = try #require(lines.lastIndex(of: "")).advanced(by: 1)
        #expect(
            lines[table...].map { $0.split(separator: " ").joined(separator: " ") } == [
                "months ▅█ 2026-10 to 2026-11",
                "hours ▁▁▁▁▁▁▁▁▅▁▁▁▁▁▁▁▁▁▁▁▁▁█▁ 0 to 23, most at 22",
                "weekdays ▅▁▁▁█▁▁ Mo Tu We Th Fr Sa Su", "tags #home 4 ████████████████████████",
                "#größe 1 ██████",
            ]
        )
    }

    @Test(arguments: [20, 40, 59, 60, 80, 200]) func linesFitTheTerminal(width: Int) throws {
        let lines = try Self.lines(Self.reply(), width: width)
        #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
        #expect(lines.contains { $0.contains("most at 22") } == (width >= 60))
    }

    @Test func journalWithoutEntriesHasNoCalendar() throws {
        #expect(
            try Self.lines(Self.reply(entries: 0)) == [
                "0 entries on 0 days", "0 words, 0 in an entry", "streak: none",
            ]
        )
        #expect(
            try Self.lines(Self.reply(entries: 0), isInteractive: false) == [
                "entries\t0", "words\t0", "days\t0",
            ]
        )
    }

    @Test func calendarThatHasEndedHasNoStreak() throws {
        let lines = try Self.lines(Self.reply(), hasEnded: true)
        #expect(!lines.contains { $0.hasPrefix("streak:") })
        #expect(lines.contains("longest streak: 2 days from 2026-11-20"))
    }

    @Test func pipeGetsAFieldForEachNumber() throws {
        let lines = try Self.lines(Self.reply(), isInteractive: false)
        #expect(
            lines == [
                "entries\t3", "words\t42", "days\t2", "first\t2026-10-12", "last\t2026-11-21",
                "streak\t2\t2026-11-20\t2026-11-21", "longest-streak\t2\t2026-11-20\t2026-11-21",
                "day\t2026-10-12\t1\t10", "day\t2026-11-20\t2\t32", "hour\t8\t1", "hour\t22\t2",
                "weekday\tMonday\t1", "weekday\tFriday\t2", "tag\thome\t4", "tag\tgröße\t1",
            ]
        )
    }

    private static func heatmap(
        _ counts: [(String, Int)],
        from first: String = "2026-11-01",
        to last: String = "2026-11-30",
        width: Int = 80
    ) throws -> [String] {
        Heatmap(
            try counts.map { .init(day: try day($0), entryCount: $1, wordCount: $1) },
            from: try day(first),
            to: try day(last),
            firstWeekday: .monday,
            terminal: Terminal(isInteractive: true, hasColor: false, width: width)
        ).lines
    }

    @Test func calendarHasAColumnForEachWeek() throws {
        let lines = try Self.heatmap([("2026-11-01", 4), ("2026-11-02", 1), ("2026-11-30", 2)])
        #expect(lines.count == 10)
        #expect(lines.first == "    Nov")
        #expect(lines[1].hasPrefix("Mon   ░░"))
        #expect(lines[7].hasPrefix("Sun ██"))
        #expect(lines.last == "    none ·░▒▓█ many")
    }

    @Test(arguments: [(200, 2), (80, 1), (30, 1)])
    func weeksOfAYearFitTheTerminal(width: Int, columns: Int) throws {
        let lines = try Self.heatmap(
            [("2026-11-30", 1)],
            from: "2025-12-01",
            to: "2026-11-30",
            width: width
        )
        #expect(lines.allSatisfy { $0.displayWidth <= width })
        #expect(lines[1].filter { $0 == "░" }.count == columns)
        #expect(lines[0].contains("Nov") || lines[0].contains("Oct"))
    }

    @Test func pictureIsADocumentOfItsOwn() throws {
        let picture = StatisticsPicture(
            try Self.reply(),
            from: try Self.day(Self.first),
            to: try Self.day(Self.last),
            firstWeekday: .monday
        ).text
        #expect(picture.hasPrefix("<?xml"))
        #expect(picture.hasSuffix("</svg>\n"))
        #expect(picture.contains("3 entries, 42 words, 2026-10-05 to 2026-11-21"))
        #expect(picture.contains("<title>2026-10-12: 1 entry</title>"))
        #expect(picture.contains("<title>2026-11-20: 2 entries</title>"))
        #expect(picture.contains("<title>2026-11-21: 0 entries</title>"))
        #expect(!picture.contains("2026-11-22:"), "days after the calendar")
        #expect(picture.contains("<title>22: 2</title>"))
        #expect(picture.contains("<title>Fr: 2</title>"))
        let opened = picture.split(separator: "<rect").count
        #expect(opened == 2 + 48 + 24 + 7, "background, days, hours, weekdays")
    }
}
