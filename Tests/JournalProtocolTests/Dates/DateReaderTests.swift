// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// The forms of dates, read on Saturday, 2026-11-21, at 10:15 in Berlin.
struct DateReaderTests {
    private static let now = Timestamp("2026-11-21T10:15:00+01:00") ?? .epoch
    private let reader = DateReader(now: now)
    private let british = DateReader(now: now, conventions: DateConventions(locale: "en_GB.UTF-8"))
    private let american = DateReader(now: now, conventions: DateConventions(locale: "en_US"))

    private func text(_ span: DateSpan) -> String {
        let bounds = [span.first, span.last].map { $0?.json.stringValue ?? "" }
        return bounds[0] == bounds[1] ? bounds[0] : bounds.joined(separator: "..")
    }

    /// Days and spans of days.
    private static let spans = [
        ("today", "2026-11-21"), ("Today", "2026-11-21"), (" YESTERDAY ", "2026-11-20"),
        ("tomorrow", "2026-11-22"), ("the day before yesterday", "2026-11-19"),
        ("day after tomorrow", "2026-11-23"), ("0d", "2026-11-21"), ("3d", "2026-11-18"),
        ("30d", "2026-10-22"), ("2w", "2026-11-07"), ("2 weeks ago", "2026-11-07"),
        ("2 days ago", "2026-11-19"), ("two days ago", "2026-11-19"), ("a week ago", "2026-11-14"),
        ("a fortnight ago", "2026-11-07"), ("1mo", "2026-10-21"), ("9 months ago", "2026-02-21"),
        ("1y", "2025-11-21"), ("1 year 2 months ago", "2025-09-21"),
        ("1 year and 2 days ago", "2025-11-19"), ("in 2 days", "2026-11-23"),
        ("in a month", "2026-12-21"), ("friday", "2026-11-20"), ("fri", "2026-11-20"),
        ("on Friday", "2026-11-20"), ("saturday", "2026-11-21"), ("sunday", "2026-11-15"),
        ("last friday", "2026-11-20"), ("last saturday", "2026-11-14"),
        ("this monday", "2026-11-16"), ("next monday", "2026-11-23"),
        ("next saturday", "2026-11-28"), ("2026-11-20", "2026-11-20"),
        ("2026-11-9", "2026-11-09"), ("2026/11/20", "2026-11-20"), ("2026.11.20", "2026-11-20"),
        ("20261120", "2026-11-20"), ("20.11.2026", "2026-11-20"), ("20.11.", "2026-11-20"),
        ("9.1", "2026-01-09"), ("22.11.", "2025-11-22"), ("20.11.26", "2026-11-20"),
        ("20.11.99", "1999-11-20"), ("29.2.", "2024-02-29"), ("11/20/2026", "2026-11-20"),
        ("20/11/2026", "2026-11-20"), ("11/11/2026", "2026-11-11"), ("11/20", "2026-11-20"),
        ("20-11-2026", "2026-11-20"), ("Nov 20", "2026-11-20"), ("November 20th", "2026-11-20"),
        ("20 Nov", "2026-11-20"), ("20 nov.", "2026-11-20"), ("20 nov. 2026", "2026-11-20"),
        ("20. November", "2026-11-20"),
        ("20th of November 2026", "2026-11-20"), ("Nov 20, 2026", "2026-11-20"),
        ("nov. 20 2026", "2026-11-20"), ("20-Nov-2026", "2026-11-20"), ("Dec 24", "2025-12-24"),
        ("Sept 3", "2026-09-03"), ("the 20th", "2026-11-20"), ("the 30th", "2026-10-30"),
        ("Fri Nov 20", "2026-11-20"), ("Friday, 20 November 2026", "2026-11-20"),
        ("2026-W47-5", "2026-11-20"), ("2026-11", "2026-11-01..2026-11-30"),
        ("2026-02", "2026-02-01..2026-02-28"), ("11/2026", "2026-11-01..2026-11-30"),
        ("2026", "2026-01-01..2026-12-31"), ("November", "2026-11-01..2026-11-30"),
        ("december", "2025-12-01..2025-12-31"), ("Nov 2026", "2026-11-01..2026-11-30"),
        ("2026-W47", "2026-11-16..2026-11-22"), ("this week", "2026-11-16..2026-11-22"),
        ("last week", "2026-11-09..2026-11-15"), ("next week", "2026-11-23..2026-11-29"),
        ("this month", "2026-11-01..2026-11-30"), ("last month", "2026-10-01..2026-10-31"),
        ("last year", "2025-01-01..2025-12-31"), ("last november", "2025-11-01..2025-11-30"),
        ("last weekend", "2026-11-14..2026-11-15"), ("last 3 days", "2026-11-19..2026-11-21"),
        ("past week", "2026-11-15..2026-11-21"), ("next 2 days", "2026-11-21..2026-11-22"),
        ("last 2 months", "2026-09-22..2026-11-21"), ("friday last week", "2026-11-13"),
        ("last week friday", "2026-11-13"), ("monday next week", "2026-11-23"),
    ]

    @Test(arguments: spans)
    func daysAndSpansAreRead(text: String, expected: String) throws {
        #expect(try self.text(reader.range(text)) == expected)
    }

    @Test(arguments: [
        ("last-week", "2026-11-09..2026-11-15"), ("last-year", "2025-01-01..2025-12-31"),
        ("last-3-days", "2026-11-19..2026-11-21"), ("2-days-ago", "2026-11-19"),
        ("1-month-ago", "2026-10-21"), ("the-day-before-yesterday", "2026-11-19"),
        ("nov-20", "2026-11-20"), ("nov-20-2025", "2025-11-20"), ("friday-last-week", "2026-11-13"),
        ("friday-2026-11-20", "2026-11-20"), ("last-week..today", "2026-11-09..2026-11-21"),
        ("yesterday..2026-11-21", "2026-11-20..2026-11-21"),
        ("from-monday-to-friday", "2026-11-16..2026-11-20"),
        ("last-week..2026-11-20", "2026-11-09..2026-11-20"),
    ])
    func wordsCanBeJoinedByHyphens(text: String, expected: String) throws {
        #expect(try self.text(reader.range(text)) == expected)
    }

    @Test(arguments: [
        ("friday-9am", "2026-11-20T09:00:00+01:00"),
        ("last-friday-18:30", "2026-11-20T18:30:00+01:00"),
        ("yesterday-at-noon", "2026-11-20T12:00:00+01:00"),
        ("30-min-ago", "2026-11-21T09:45:00+01:00"),
        ("yesterday 18:30 -0500", "2026-11-20T18:30:00-05:00"),
    ])
    func timeCanBeJoinedToADay(text: String, expected: String) throws {
        #expect(try reader.instant(text).description == expected)
    }

    /// Times, with or without a day, relative or absolute.
    private static let instants = [
        ("now", "2026-11-21T10:15:00+01:00"), ("30m", "2026-11-21T09:45:00+01:00"),
        ("30 min ago", "2026-11-21T09:45:00+01:00"), ("2h", "2026-11-21T08:15:00+01:00"),
        ("1h30m", "2026-11-21T08:45:00+01:00"),
        ("1 hour, 30 minutes ago", "2026-11-21T08:45:00+01:00"),
        ("an hour ago", "2026-11-21T09:15:00+01:00"),
        ("half an hour ago", "2026-11-21T09:45:00+01:00"),
        ("in 2 hours", "2026-11-21T12:15:00+01:00"), ("1d 2h ago", "2026-11-20T08:15:00+01:00"),
        ("90s", "2026-11-21T10:13:30+01:00"), ("18:30", "2026-11-21T18:30:00+01:00"),
        ("9am", "2026-11-21T09:00:00+01:00"), ("9 am", "2026-11-21T09:00:00+01:00"),
        ("9 a.m.", "2026-11-21T09:00:00+01:00"), ("9:30pm", "2026-11-21T21:30:00+01:00"),
        ("9.30 PM", "2026-11-21T21:30:00+01:00"), ("12am", "2026-11-21T00:00:00+01:00"),
        ("12:15 pm", "2026-11-21T12:15:00+01:00"), ("noon", "2026-11-21T12:00:00+01:00"),
        ("midnight", "2026-11-21T00:00:00+01:00"), ("yesterday 9am", "2026-11-20T09:00:00+01:00"),
        ("yesterday at noon", "2026-11-20T12:00:00+01:00"),
        ("9am yesterday", "2026-11-20T09:00:00+01:00"), ("last night", "2026-11-20T22:00:00+01:00"),
        ("this morning", "2026-11-21T09:00:00+01:00"),
        ("yesterday evening", "2026-11-20T19:00:00+01:00"),
        ("tonight", "2026-11-21T19:00:00+01:00"),
        ("friday 9am", "2026-11-20T09:00:00+01:00"), ("saturday 9am", "2026-11-21T09:00:00+01:00"),
        ("saturday 11am", "2026-11-14T11:00:00+01:00"),
        ("last friday at 18:30", "2026-11-20T18:30:00+01:00"),
        ("2 days ago 18:30", "2026-11-19T18:30:00+01:00"),
        ("2026-11-20 18:30", "2026-11-20T18:30:00+01:00"),
        ("2026-11-20T18:30", "2026-11-20T18:30:00+01:00"),
        ("2026-11-9 01:15", "2026-11-09T01:15:00+01:00"),
        ("2026-11-20 18:30:15", "2026-11-20T18:30:15+01:00"),
        ("2026-11-20 18:30:15.25", "2026-11-20T18:30:15.250+01:00"),
        ("2026-11-20T18:30Z", "2026-11-20T18:30:00Z"),
        ("2026-11-20T18:30:15-05:00", "2026-11-20T18:30:15-05:00"),
        ("2026-11-20 18:30 +0530", "2026-11-20T18:30:00+05:30"),
        ("20.11.2026 18:30", "2026-11-20T18:30:00+01:00"),
        ("20.11. 18:30", "2026-11-20T18:30:00+01:00"), ("20 Nov 9:05", "2026-11-20T09:05:00+01:00"),
        ("Nov 20 9pm", "2026-11-20T21:00:00+01:00"),
        ("Nov 20, 2026, 9:05 pm", "2026-11-20T21:05:00+01:00"),
        ("Fri Nov 20 18:30:15 UTC 2026", "2026-11-20T18:30:15Z"),
        ("Thu Nov 20 18:30:15 2025 +0100", "2025-11-20T18:30:15+01:00"),
        ("Fri, 20 Nov 2026 18:30:15 -0800", "2026-11-20T18:30:15-08:00"),
        ("@1764000000", "2025-11-24T17:00:00+01:00"), ("yesterday", "2026-11-20T12:00:00+01:00"),
        ("just now", "2026-11-21T10:15:00+01:00"), ("friday 9", "2026-11-20T09:00:00+01:00"),
        ("friday at 9", "2026-11-20T09:00:00+01:00"), ("friday at 13", "2026-11-20T13:00:00+01:00"),
        ("saturday 11", "2026-11-14T11:00:00+01:00"), ("Nov 21 at 9", "2026-11-21T09:00:00+01:00"),
        ("Nov 20 at 9, 2025", "2025-11-20T09:00:00+01:00"),
        ("20.11. at 18", "2026-11-20T18:00:00+01:00"), ("at 9", "2026-11-21T09:00:00+01:00"),
        ("yesterday at 9 o'clock", "2026-11-20T09:00:00+01:00"),
        ("2026-11-20 18", "2026-11-20T18:00:00+01:00"),
        ("20.11.2026 8", "2026-11-20T08:00:00+01:00"),
        ("yesterday 0", "2026-11-20T00:00:00+01:00"), ("18.30", "2026-11-21T18:30:00+01:00"),
        ("18.00", "2026-11-21T18:00:00+01:00"), ("20 nov 18.30", "2026-11-20T18:30:00+01:00"),
        ("20.11. 18.30", "2026-11-20T18:30:00+01:00"), ("at 9.10", "2026-11-21T09:10:00+01:00"),
        ("yesterday 9.10", "2026-11-20T09:10:00+01:00"),
        ("friday last week 9am", "2026-11-13T09:00:00+01:00"),
    ]

    @Test(arguments: instants)
    func timesAreRead(text: String, expected: String) throws {
        #expect(try reader.instant(text).description == expected)
    }

    @Test(arguments: [
        ("2026-11-01..today", "2026-11-01..2026-11-21"), ("2026-11-01..", "2026-11-01.."),
        ("..yesterday", "..2026-11-20"), ("2026-09..2026-10", "2026-09-01..2026-10-31"),
        ("20.11...22.11.2026", "2026-11-20..2026-11-22"),
        ("monday to friday", "2026-11-16..2026-11-20"),
        ("from Nov 1 to Nov 3", "2026-11-01..2026-11-03"),
        ("9am..noon", "2026-11-21T09:00:00+01:00..2026-11-21T12:00:00+01:00"),
        ("last 2 hours", "2026-11-21T08:15:00+01:00..2026-11-21T10:15:00+01:00"),
        ("today..today", "2026-11-21"),
    ])
    func rangesAreRead(text: String, expected: String) throws {
        #expect(try self.text(reader.range(text)) == expected)
    }

    /// The numbers could also be years or days of the month.
    @Test(arguments: [
        ("20 nov 18", "neither a date"), ("20.11. 18", "neither a date"),
        ("the 20th 9", "neither a date"), ("friday 27", "neither a date"),
        ("friday at 24", "neither a date"), ("32.30", "there is no month 30"),
        ("last week 9", "no time of day"), ("9am at 10", "neither a date"),
    ])
    func numberThatMayBeNoHourIsRefused(text: String, fault: String) {
        let error = #expect(throws: DateError.self) { try reader.instant(text) }
        #expect(error?.message.contains(fault) == true, "\(error?.message ?? "")")
    }

    @Test func numberAfterAWeekdayIsAmbiguousIfTheDayFits() {
        let error = #expect(throws: DateError.self) { try reader.instant("friday 13") }
        #expect(error?.message == "ambiguous date \"friday 13\"")
        #expect(error?.advice == "Write 2026-11-13 or 2026-11-20 13:00")
    }

    @Test func orderOfDayAndMonthIsThatOfTheLocale() throws {
        #expect(try text(british.span("9/11/2026")) == "2026-11-09")
        #expect(try text(american.span("9/11/2026")) == "2026-09-11")
        #expect(try text(american.span("20/11/2026")) == "2026-11-20")
        #expect(try text(american.span("9.11.2026")) == "2026-11-09")
        let error = #expect(throws: DateError.self) { try reader.span("9/11/2026") }
        #expect(error?.message == "ambiguous date \"9/11/2026\"")
        #expect(error?.advice == "Write 2026-09-11 or 2026-11-09")
    }

    @Test func weekStartsOnTheFirstWeekdayOfTheLocale() throws {
        #expect(try text(american.span("this week")) == "2026-11-15..2026-11-21")
        #expect(try text(american.span("last week")) == "2026-11-08..2026-11-14")
        #expect(DateConventions(locale: "ar_EG.UTF-8").firstWeekday == .saturday)
        #expect(DateConventions(locale: "C.UTF-8") == DateConventions())
        let variables = Environment(["LANG": "de_DE.UTF-8", "LC_TIME": "en_US.UTF-8", "LC_ALL": ""])
        #expect(DateConventions(environment: variables).order == .monthDay)
    }

    @Test(arguments: [
        ("2026-02-30", "the last day of 2026-02 is 28"), ("2026-13-01", "there is no month 13"),
        ("25:00", "times are 00:00 to 23:59:59"), ("10:60", "times are"),
        ("13pm", "the hour of a time with pm is 1 to 12"), ("10", "\"10\" is neither a date"),
        ("last fryday", "unexpected \"fryday\""), ("tomorrow?", "unexpected \"?\""),
        ("-1d", "unexpected \"-\""), ("today yesterday", "two dates"), ("9am 10am", "two times"),
        ("2026-11 9am", "no time of day"), ("thursday 2026-11-20", "weekday and the date differ"),
        ("1:2:3", "two digits"), ("9999y", "years are 1 to 9999"), ("99999999d", "years are"),
        ("2026-W60", "2026 has no week 60"), ("today..2026-11-01", "ends before it starts"),
        ("9am", "time without a duration"), ("last", "a word is missing after last"),
        ("last-fryday", "unexpected \"fryday\""), ("today-7", "unexpected \"-\""),
    ])
    func faultIsNamed(text: String, fault: String) {
        let error = #expect(throws: DateError.self) { try reader.range(text) }
        #expect(error?.message.hasPrefix("invalid date \"\(text)\": ") == true)
        #expect(error?.message.contains(fault) == true, "\(error?.message ?? "")")
        #expect(error?.advice.isEmpty == false)
    }

    @Test(arguments: ["", " ", "d", "w", "??", "12345678901234567", "..", "in", "ago", "half", "@"])
    func otherTextsAreRejectedWithExamples(text: String) {
        #expect(throws: DateError.self) { try reader.range(text) }
        #expect(throws: DateError.self) { try reader.instant(text) }
    }

    @Test(arguments: [
        "0001-01-01", "9999-12-31", "0001-01-01T12:00:00Z", "0001-01-01 18:30",
    ])
    func instantAtAnEndOfTheCalendarNamesTheRange(text: String) throws {
        let error = #expect(throws: DateError.self) { try reader.instant(text) }
        #expect(
            error?.message == "invalid date \"\(text)\": "
                + "times are from 0001-01-02 00:00 to 9999-12-31 00:00, both in UTC"
        )
        #expect(Timestamp("0001-01-02T00:00:00Z") != nil)
        #expect(Timestamp("9999-12-31T00:00:00Z") != nil)
    }

    @Test func daysAtTheEndsOfTheCalendarAreSpans() throws {
        for day in ["0001-01-01", "9999-12-31"] {
            #expect(try text(reader.span(day)) == day)
        }
    }

    @Test func spanIsNoInstant() {
        let error = #expect(throws: DateError.self) { try reader.instant("last week") }
        #expect(error?.message == "invalid date \"last week\": it is a span of time")
    }

    @Test(arguments: ["2026-11-01..today", "..today", "monday to friday"])
    func rangeIsNeitherInstantNorSpan(text: String) {
        let error = #expect(throws: DateError.self) { try reader.instant(text) }
        #expect(error?.message == "invalid date \"\(text)\": it is a range")
        #expect(error?.advice == "Ranges are for --on and, in a search, on:")
        let other = #expect(throws: DateError.self) { try reader.span(text) }
        #expect(other == error)
    }

    @Test func calendarAgreesWithItself() throws {
        var day = try #require(Day("2023-12-25"))
        for distance in 0..<800 {
            #expect(day.weekday.rawValue == distance % 7)
            #expect(day.startOfMonth.day == 1)
            let next = try #require(day.adding(days: 1))
            #expect((day.endOfMonth == day) == (next.day == 1))
            day = next
        }
        #expect(Day("2024-01-31")?.adding(months: 1)?.description == "2024-02-29")
        #expect(Day("0001-01-31")?.adding(months: -1) == nil)
    }
}
