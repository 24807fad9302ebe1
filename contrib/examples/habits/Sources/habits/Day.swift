// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A day of the calendar, without a time and a time zone.
struct Day: Hashable, Comparable, Sendable {
    /// The number of days since 1 January 2001.
    let number: Int

    init(number: Int) { self.number = number }

    /// Parses a date such as 2026-11-28; nil if the text is none.
    init?(_ text: String) {
        guard let date = try? Date(text, strategy: Self.format) else { return nil }
        number = Int((date.timeIntervalSinceReferenceDate / 86_400).rounded(.down))
    }

    /// The day that the clock on the wall shows at a time.
    init(of date: Date, in timeZone: TimeZone = .current) {
        let local = date.timeIntervalSinceReferenceDate + Double(timeZone.secondsFromGMT(for: date))
        number = Int((local / 86_400).rounded(.down))
    }

    /// The day in the form 2026-11-28.
    var text: String {
        Date(timeIntervalSinceReferenceDate: Double(number) * 86_400).formatted(Self.format)
    }

    private static let format = Date.ISO8601FormatStyle().year().month().day()

    static func < (a: Day, b: Day) -> Bool { a.number < b.number }
    static func - (day: Day, count: Int) -> Day { Day(number: day.number - count) }
}
