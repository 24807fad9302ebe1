// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A day of the week.
package enum Weekday: Int, Sendable, CaseIterable {
    case monday
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday
}

extension Day {
    /// The day of the week.
    package var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let index = (daysSince1970 + 3) % 7
        return Weekday(rawValue: index < 0 ? index + 7 : index) ?? .monday
    }

    /// The number of days in the month.
    package var monthLength: Int { Self.length(ofMonth: month, in: year) }

    /// The first day of the month.
    package var startOfMonth: Day { adding(days: 1 - day) ?? self }

    /// The last day of the month.
    package var endOfMonth: Day { adding(days: monthLength - day) ?? self }

    /// Returns the day at a distance; nil outside of the years 1 to 9999.
    package func adding(days: Int) -> Day? {
        let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
        return overflow || sum.magnitude > 4_000_000 ? nil : Day(daysSince1970: sum)
    }

    /// Returns the same day of another month, or its last day if the month is shorter; nil outside
    /// of the years 1 to 9999.
    package func adding(months: Int) -> Day? {
        guard months.magnitude < 200_000 else { return nil }
        let index = year * 12 + month - 1 + months
        guard index >= 12, let first = Day(year: index / 12, month: index % 12 + 1, day: 1) else {
            return nil
        }
        return first.adding(days: min(day, first.monthLength) - 1)
    }

    /// Returns the last day before this one, or this one, that is the weekday.
    package func latest(_ weekday: Weekday) -> Day {
        adding(days: -((self.weekday.rawValue - weekday.rawValue + 7) % 7)) ?? self
    }

    /// Returns the first day of the week.
    package func startOfWeek(startingOn first: Weekday) -> Day { latest(first) }
}
