// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A day in the proleptic Gregorian calendar, written as `2026-11-21`.
package struct Day: Sendable, Hashable, Comparable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Creates a day; nil for an invalid date or a year outside 1 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(ofMonth: month, in: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Parses `yyyy-mm-dd`.
    package init?(_ text: String) {
        var digits = DateParser(text)
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2),
            digits.skip("-"), let day = digits.number(2), digits.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Creates the day at a signed distance in days from 1970-01-01.
    ///
    /// The arithmetic is from Howard Hinnant, "chrono-compatible low-level date algorithms": years
    /// start in March, so that the leap day is the last day of its year.
    package init?(daysSince1970 count: Int) {
        let shifted = count + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1
        )
    }

    /// The signed distance in days from 1970-01-01.
    package var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    package static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Day: CustomStringConvertible {
    package var description: String {
        DateWriter.text(capacity: Self.textLength) { $0.append(self) }
    }

    private static var textLength: Int { 10 }
}

extension Day: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let text = try String(json: json)
        guard let day = Day(text) else {
            throw InvalidParams(
                "expected a day such as \"2026-11-21\", got \"\(text)\"",
                kind: .dateInvalid
            )
        }
        self = day
    }

    package var json: JSON { .string(description) }

    package func appendText(to bytes: inout [UInt8]) {
        DateWriter.append(to: &bytes, capacity: Self.textLength) { $0.append(self) }
    }
}
