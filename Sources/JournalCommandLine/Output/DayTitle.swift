// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The name of a day for people: `Friday, 20 November 2026`, preceded by `Today` or `Yesterday`.
package enum DayTitle {
    /// The names of the months, January first.
    package static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// Returns the name of a day.
    package static func text(of day: Day, today: Day) -> String {
        let name = "\(weekday(day.weekday)), \(day.day) \(months[day.month - 1]) \(day.year)"
        switch today.daysSince1970 - day.daysSince1970 {
        case 0: return "Today, " + name
        case 1: return "Yesterday, " + name
        default: return name
        }
    }

    /// Returns the name of a day of the week.
    package static func weekday(_ weekday: Weekday) -> String {
        switch weekday {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }
}
