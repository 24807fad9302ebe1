// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// The parts of dates, and their faults, on Saturday, 2026-11-21, at 10:15 in Berlin.
struct DatePhraseParserTests {
    private static let now = Timestamp("2026-11-21T10:15:00+01:00") ?? .epoch
    private let reader = DateReader(now: now)

    private func text(_ span: DateSpan) -> String {
        let bounds = [span.first, span.last].map { $0?.json.stringValue ?? "" }
        return bounds[0] == bounds[1] ? bounds[0] : bounds.joined(separator: "..")
    }

    private func fault(_ text: String) -> String? {
        #expect(throws: DateError.self) { try reader.span(text) }?.message
    }

    @Test(arguments: [
        ("mondays", "2026-11-16"), ("fri.", "2026-11-20"), ("sundays 9am", "2026-11-15T09:00"),
        ("yesterday afternoon", "2026-11-20T15:00"), ("midday", "2026-11-21T12:00"),
        ("this night", "2026-11-21T22:00"), ("next day", "2026-11-22"), ("last day", "2026-11-20"),
        ("this day", "2026-11-21"), ("previous week", "2026-11-09..2026-11-15"),
        ("Nov. the 20th", "2026-11-20"), ("november 2026 ", "2026-11-01..2026-11-30"),
        ("twelve days ago", "2026-11-09"), ("next 12 hours", "2026-11-21T10:15..2026-11-21T22:15"),
        ("past 3 days", "2026-11-19..2026-11-21"), ("2wks", "2026-11-07"),
        ("3 yrs ago", "2023-11-21"), ("5 hrs", "2026-11-21T05:15"), ("0 days ago", "2026-11-21"),
        ("18:30:15.5", "2026-11-21T18:30:15.500"),
        ("9:05:07 pm", "2026-11-21T21:05:07"), ("2026-W53", "2026-12-28..2027-01-03"),
        ("2026-w01-1", "2025-12-29"), ("20.11.0099", "0099-11-20"), ("1.12", "2025-12-01"),
        ("12:00 am", "2026-11-21T00:00"),
    ])
    func partsAreRead(text: String, expected: String) throws {
        let found = try self.text(reader.span(text))
            .replacing(":00+01:00", with: "").replacing("+01:00", with: "")
        #expect(found == expected)
    }

    /// A month of this year that is not over, or that of the year to which a word refers.
    @Test(arguments: [
        ("this november", "2026-11"), ("this december", "2026-12"), ("this january", "2026-01"),
        ("last november", "2025-11"), ("last december", "2025-12"), ("last october", "2026-10"),
        ("next november", "2027-11"), ("next december", "2026-12"), ("next january", "2027-01"),
        ("january", "2026-01"), ("november", "2026-11"), ("december", "2025-12"),
    ])
    func monthIsThatOfAYear(text: String, expected: String) throws {
        let month = try #require(Day(expected + "-01"))
        let span = try reader.span(text)
        #expect(span.first == .day(month))
        #expect(span.last == .day(month.endOfMonth))
    }

    @Test(arguments: [
        ("18:30 +0100", "+01:00"), ("18:30 +01:30", "+01:30"), ("18:30 -08", "-08:00"),
        ("18:30 +2359", "+23:59"), ("18:30 gmt", "Z"), ("6:30pm UTC", "Z"),
        ("18:30 -00:30", "-00:30"),
        ("18:30 +5", "+05:00"),
    ])
    func timeHasTheOffsetAfterIt(time: String, offset: String) throws {
        let instant = try reader.instant("yesterday " + time)
        #expect(instant.description == "2026-11-20T18:30:00" + offset)
    }

    @Test(arguments: [
        ("20.11.123", "a year has four digits"), ("20.11.0000", "years are 1 to 9999"),
        ("0000-01-01", "years are 1 to 9999"), ("the 32nd", "no month has a day 32"),
        ("the 0th", "no month has a day 0"), ("31.2.", "the last day of 2026-02 is 28"),
        ("31.2.2024", "the last day of 2024-02 is 29"), ("32/13/2026", "there is no month 32"),
        ("13/2026", "there is no month 13"), ("2026-W00", "2026 has no week 0"),
        ("2025-W53", "2025 has no week 53"), ("2026-W47-8", "the days of a week are 1 to 7"),
        ("2026-W47-0", "the days of a week are 1 to 7"), ("0pm", "the hour of a time with pm is"),
        ("9.5am", "a minute or second has two digits"), ("23:59:60", "times are 00:00 to 23:59:59"),
        ("yesterday 9:00 +24:00", "offsets from UTC are less than 24 hours"),
        ("yesterday 9:00 +0160", "offsets from UTC are less than 24 hours"),
        ("yesterday 9:00 +x", "unexpected \"+\""), ("9:00 +0100", "an offset from UTC"),
        ("yesterday 9:00 +0100 +0200", "an offset from UTC"), ("@x", "unexpected \"@\""),
        ("@999999999999999", "years are 1 to 9999"), ("monday tuesday", "it has two weekdays"),
        ("now 9am", "it has two times"), ("half a day", "unexpected \"half\""),
        ("in", "is not a duration"), ("in tomorrow", "\"tomorrow\" is not a duration"),
        ("in 09 things", "\"09\" is not a duration"), ("in ?", "\"?\" is not a duration"),
        ("last 0 days", "the span is empty"), ("this ?", "a word is missing after this"),
        ("next fryday", "unexpected \"fryday\""), ("0012", "\"0012\" is neither a date"),
        ("10000001 days ago", "years are 1 to 9999"), ("2026/x", "unexpected \"/\""),
        ("last 9999 years", "years are 1 to 9999"),
    ])
    func faultIsNamed(text: String, expected: String) {
        let message = fault(text)
        #expect(message?.hasPrefix("invalid date \"\(text)\": ") == true)
        #expect(message?.contains(expected) == true, "\(message ?? "")")
    }

    /// Each day of two years, in the forms in which people write a whole date.
    @Test func everyDayIsReadInEachForm() throws {
        let months = [
            "Jan", "Feb", "mar", "Apr", "May", "june", "Jul", "Aug", "Sept", "Oct", "Nov",
        ]
        var day = try #require(Day("2023-12-31"))
        for _ in 0..<731 {
            let (year, month, number) = (day.year, day.month, day.day)
            let name = (months + ["December"])[month - 1]
            for form in [
                "\(year)/\(month)/\(number)", "\(number).\(month).\(year)",
                "\(name) \(number), \(year)", "\(number)th of \(name) \(year)",
                "\(number)-\(name)-\(year)", "\(day)".replacing("-", with: ""),
            ] {
                let span = try reader.span(form)
                #expect(span.first == .day(day) && span.last == .day(day), "\(form)")
            }
            day = try #require(day.adding(days: 1))
        }
    }

    /// Each week of a year with 53 weeks starts on the Monday after the week before it.
    @Test func weeksFollowEachOther() throws {
        var monday = try #require(Day("2019-12-30"))
        for week in 1...53 {
            let name = "2020-W" + (week < 10 ? "0" : "") + "\(week)"
            let span = try reader.span(name)
            #expect(span.first == .day(monday), "\(name)")
            for number in 1...7 {
                #expect(try reader.span("\(name)-\(number)").last == .day(monday))
                monday = try #require(monday.adding(days: 1))
            }
        }
        #expect(monday == Day("2021-01-04"))
    }

    /// Any sequence of words and numbers is a date or an error, and spans are in order.
    @Test func anySequenceOfPartsIsReadOrRejected() throws {
        let parts = [
            "last", "next", "this", "week", "friday", "mon", "nov", "20", "2026", "-", ".", "/",
            ":", "18", "30", "am", "pm", "at", "the", "of", "ago", "in", "days", "2", "months",
            "a", "half", "hour", "years", "@", "+", "0100", "..", " to ", " ", " ", " ", ",",
            "w", "47", "999999999999999", "10000000", "night", "noon", "and", "o'clock", "th",
            "9999", "0001", "12", "31", "tomorrow", "0", "z", "é", "t", "?",
        ]
        var generator = SplitMix(state: 11)
        var accepted = 0
        for _ in 0..<1_000 {
            let count = Int.random(in: 1...7, using: &generator)
            let text = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }
                .joined()
            guard let span = try? reader.range(text) else { continue }
            accepted += 1
            guard case .day(let first)? = span.first, case .day(let last)? = span.last else {
                continue
            }
            #expect(first <= last, "\(text)")
        }
        #expect(accepted > 20)
    }
}
