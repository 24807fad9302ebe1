// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The values of the fields of a template that depend on the date of the entry.
struct TemplateFields {
    /// The names of all fields, in the order of the help.
    static let names = [
        "date", "time", "weekday", "week", "month", "year", "yesterday", "tomorrow", "title",
        "text",
    ]

    private let date: Timestamp

    init(date: Timestamp) { self.date = date }

    /// Returns the value of a field; nil for one that is filled with the given text.
    func value(_ name: String) -> String? {
        let day = date.day
        switch name {
        case "date": return day.description
        case "time": return String(date.description.dropFirst(11).prefix(5))
        case "weekday":
            let word = "\(day.weekday)"
            return word.prefix(1).uppercased() + word.dropFirst()
        case "week": return Self.week(of: day)
        case "month": return String(day.description.prefix(7))
        case "year": return String(day.description.prefix(4))
        case "yesterday": return day.adding(days: -1)?.description ?? ""
        case "tomorrow": return day.adding(days: 1)?.description ?? ""
        default: return nil
        }
    }

    /// Returns the week of ISO 8601, such as `2026-W47`.
    private static func week(of day: Day) -> String {
        // By ISO 8601, a week belongs to the year of its Thursday.
        let thursday = day.latest(.monday).adding(days: 3) ?? day
        let first = Day(year: thursday.year, month: 1, day: 1) ?? day
        let week = (thursday.daysSince1970 - first.daysSince1970) / 7 + 1
        return thursday.description.prefix(4) + (week < 10 ? "-W0" : "-W") + "\(week)"
    }
}
