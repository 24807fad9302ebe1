// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// The arithmetic of days, and the conventions of places.
struct DayCalendarTests {
    private static func day(_ text: String) throws -> Day { try #require(Day(text)) }

    @Test(
        arguments: [
            ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
            ("2026-03-31", -1, "2026-02-28"), ("2026-11-21", 12, "2027-11-21"),
            ("2024-02-29", 12, "2025-02-28"), ("2026-01-15", -1, "2025-12-15"),
            ("2026-12-15", 1, "2027-01-15"), ("2026-11-21", 0, "2026-11-21"),
            ("9999-12-31", 1, nil), ("0001-01-01", -1, nil), ("2026-11-21", 200_000, nil),
            ("2026-11-21", -200_000, nil), ("2026-11-21", .min, nil), ("2026-11-21", .max, nil),
        ] as [(String, Int, String?)]
    )
    func monthsAreAdded(text: String, months: Int, expected: String?) throws {
        #expect(try Self.day(text).adding(months: months)?.description == expected)
    }

    @Test(
        arguments: [
            ("2026-11-21", 0, "2026-11-21"), ("2026-12-31", 1, "2027-01-01"),
            ("2024-02-28", 1, "2024-02-29"), ("2026-03-01", -1, "2026-02-28"),
            ("0001-01-01", -1, nil), ("9999-12-31", 1, nil), ("2026-11-21", .max, nil),
            ("1970-01-01", .min, nil), ("2026-11-21", 5_000_000, nil),
        ] as [(String, Int, String?)]
    )
    func daysAreAdded(text: String, days: Int, expected: String?) throws {
        #expect(try Self.day(text).adding(days: days)?.description == expected)
    }

    @Test(arguments: Weekday.allCases) func latestWeekdayIsWithinAWeek(weekday: Weekday) throws {
        for text in ["2026-11-21", "2024-02-29", "1969-12-31", "0001-01-09", "9999-12-31"] {
            let day = try Self.day(text)
            let latest = day.latest(weekday)
            #expect(latest.weekday == weekday)
            #expect((0...6).contains(day.daysSince1970 - latest.daysSince1970))
            #expect(day.startOfWeek(startingOn: weekday) == latest)
        }
    }

    @Test func firstDaysHaveNoEarlierWeek() throws {
        let first = try Self.day("0001-01-01")
        #expect(first.latest(.sunday) == first)
        #expect(first.weekday == .monday)
        #expect(first.startOfMonth == first)
        #expect(try Self.day("9999-12-31").endOfMonth == Self.day("9999-12-31"))
    }

    @Test(arguments: [
        ("2026-02-10", 28), ("2024-02-10", 29), ("1900-02-10", 28), ("2000-02-10", 29),
        ("2026-04-10", 30), ("2026-12-10", 31),
    ])
    func monthHasItsLength(text: String, length: Int) throws {
        let day = try Self.day(text)
        #expect(day.monthLength == length)
        #expect(day.endOfMonth.day == length)
        #expect(day.startOfMonth.day == 1)
        #expect(day.startOfMonth.month == day.month)
    }

    @Test(
        arguments: [
            ("de_DE.UTF-8", .dayMonth, .monday), ("en_US.UTF-8", .monthDay, .sunday),
            ("en_GB", .dayMonth, .monday), ("ja_JP.UTF-8", nil, .sunday),
            ("ar_EG", .dayMonth, .saturday),
            ("en_ZA", nil, .sunday), ("pt_BR.UTF-8@x", .dayMonth, .sunday),
            ("zh-Hant-TW", nil, .sunday),
            ("C", nil, .monday), ("", nil, .monday), ("POSIX", nil, .monday), ("de", nil, .monday),
            ("en_us", .monthDay, .sunday), (".UTF-8", nil, .monday),
        ] as [(String, DateConventions.NumberOrder?, Weekday)]
    )
    func localeHasConventions(
        locale: String,
        order: DateConventions.NumberOrder?,
        firstWeekday: Weekday
    ) {
        let conventions = DateConventions(locale: locale)
        #expect(conventions.order == order)
        #expect(conventions.firstWeekday == firstWeekday)
    }

    @Test(
        arguments: [
            ([:], nil), (["LANG": "a"], "LANG"), (["LANG": "a", "LC_TIME": "b"], "LC_TIME"),
            (["LC_ALL": "c", "LC_TIME": "b", "LANG": "a"], "LC_ALL"),
            (["LC_ALL": "", "LANG": "a"], "LANG"),
        ] as [([String: String], String?)]
    )
    func localeIsThatOfTheFirstVariable(variables: [String: String], name: String?) {
        #expect(DateConventions.localeVariable(in: Environment(variables)) == name)
    }

    @Test(arguments: [
        (0, 0, 0, 0, true), (23, 59, 59, 999, true), (24, 0, 0, 0, false), (-1, 0, 0, 0, false),
        (0, 60, 0, 0, false), (0, 0, 60, 0, false), (0, 0, 0, 1000, false), (0, 0, 0, -1, false),
    ])
    func timeOfDayHasItsParts(
        hour: Int,
        minute: Int,
        second: Int,
        millisecond: Int,
        isValid: Bool
    ) {
        let time = ClockTime(hour: hour, minute: minute, second: second, millisecond: millisecond)
        #expect((time != nil) == isValid)
        let expected = Int64(((hour * 60 + minute) * 60 + second) * 1000 + millisecond)
        #expect(time?.millisecondsOfDay == (isValid ? expected : nil))
        #expect(ClockTime.noon == ClockTime(hour: 12))
    }

    @Test(arguments: [0, 60, -330, 1439, -1439]) func clockWithAnOffsetIsItsOwnInverse(
        minutes: Int
    ) throws {
        let zone = FixedOffset(minutes: minutes)
        let day = try Self.day("2026-11-21")
        let instant = try #require(zone.timestamp(day: day, time: .noon))
        #expect(instant.day == day)
        #expect(instant.offsetMinutes == minutes)
        #expect(zone.timestamp(milliseconds: instant.milliseconds) == instant)
        #expect(FixedOffset(minutes: 1440).timestamp(day: day, time: .noon) == nil)
    }
}
