// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// A day of the year, such as 22 November, in every year.
package struct YearDay: Sendable, Equatable {
    private let month: Int
    private let day: Int
    /// Whether 29 February belongs to 28 February, because the year that was asked for lacks it.
    private let includesLeapDay: Bool

    /// Creates the day of the year of a day.
    ///
    /// 28 February of a year without a 29th includes those of other years; 29 February is only a
    /// day of leap years.
    package init(_ day: Day) {
        month = day.month
        self.day = day.day
        includesLeapDay = (day.month, day.day) == (2, 28) && day.monthLength == 28
    }

    /// Returns the span of days in a year; nil if the year lacks the day.
    package func days(in year: Int) -> ClosedRange<Day>? {
        guard let first = Day(year: year, month: month, day: day) else { return nil }
        guard includesLeapDay, first.monthLength == 29 else { return first...first }
        return first...first.endOfMonth
    }
}
