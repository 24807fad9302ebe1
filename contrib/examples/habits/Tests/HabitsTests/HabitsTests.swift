// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import habits

struct HabitsTests {
    private let book: HabitBook
    private let today = Day(number: 9_000)

    init() throws {
        book = try HabitBook(ModelConfiguration(isStoredInMemoryOnly: true))
    }

    @Test func aSecondCheckInOfADayChangesNothing() throws {
        try book.add("run", tags: [])
        for day in [today, today - 1, today] { try book.checkIn("run", on: day) }
        let run = try #require(try book.habits().first)
        #expect(try book.days(of: run) == [today - 1, today])
    }

    @Test func aCheckInNeedsAHabit() {
        #expect(throws: UnknownHabit.self) { try book.checkIn("swim", on: today) }
    }

    @Test func habitsShareTags() throws {
        try book.add("run", tags: ["health", "morning"])
        try book.add("water", tags: ["health"])
        try book.add("water", tags: ["health"])
        #expect(try book.habits(tag: "health").map(\.name) == ["run", "water"])
        #expect(try book.habits(tag: "morning").map(\.name) == ["run"])
        #expect(try book.context.fetchCount(FetchDescriptor<HabitsV3.Tag>()) == 2)
    }

    @Test(arguments: [
        ([], 0, 0), ([0], 1, 1), ([2, 1, 0], 3, 3), ([3, 2, 1], 3, 3), ([3, 2], 0, 2),
        ([9, 8, 7, 5, 1, 0], 2, 3),
    ])
    func streaksEndTodayOrYesterday(daysAgo: [Int], current: Int, longest: Int) {
        let streaks = Streaks(of: daysAgo.map { today - $0 }, today: today)
        #expect((streaks.current, streaks.longest) == (current, longest))
    }

    @Test(arguments: [("2001-01-01", 0), ("2000-12-31", -1), ("2026-11-28", 9_462)])
    func daysAreWrittenAsDates(text: String, number: Int) {
        #expect(Day(text) == Day(number: number))
        #expect(Day(number: number).text == text)
    }

    @Test(arguments: ["", "2026", "2026-13-01", "tomorrow"])
    func otherTextsAreNoDays(text: String) {
        #expect(Day(text) == nil)
    }

    @Test func theDayIsThatOfTheTimeZone() throws {
        let evening = try Date("2026-11-28T23:30:00Z", strategy: .iso8601)
        let berlin = try #require(TimeZone(secondsFromGMT: 3_600))
        #expect(Day(of: evening, in: .gmt).text == "2026-11-28")
        #expect(Day(of: evening, in: berlin).text == "2026-11-29")
    }

    @Test func thePictureHasASquareForEachDay() throws {
        try book.add("tea & cake", tags: [])
        try book.checkIn("tea & cake", on: today)
        let svg = try book.chart(today: today).svg()
        #expect(svg.split(separator: "<rect").count == Chart.dayCount + 1)
        #expect(svg.split(separator: "#2da44e").count == 2)
        #expect(svg.contains("tea &amp; cake"))
    }
}
