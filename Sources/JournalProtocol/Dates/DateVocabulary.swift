// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The words of dates.
enum DateVocabulary {
    /// A unit of time.
    enum Unit: Equatable {
        case milliseconds(Int64)
        case days(Int)
        case months(Int)
    }

    static func month(_ word: String) -> Int? {
        name(word, in: months, minimum: 3).map { $0 + 1 } ?? (word == "sept" ? 9 : nil)
    }

    static func weekday(_ word: String) -> Weekday? {
        if let index = weekdays.firstIndex(where: { $0 + "s" == word }) {
            return Weekday(rawValue: index)
        }
        return name(word, in: weekdays, minimum: 3).flatMap { Weekday(rawValue: $0) }
    }

    static func unit(_ word: String) -> Unit? {
        switch word {
        case "s", "sec", "secs", "second", "seconds": .milliseconds(1000)
        case "m", "min", "mins", "minute", "minutes": .milliseconds(60_000)
        case "h", "hr", "hrs", "hour", "hours": .milliseconds(3_600_000)
        case "d", "day", "days": .days(1)
        case "w", "wk", "wks", "week", "weeks": .days(7)
        case "fortnight", "fortnights": .days(14)
        case "mo", "mos", "month", "months": .months(1)
        case "y", "yr", "yrs", "year", "years": .months(12)
        default: nil
        }
    }

    /// Returns the number that a word such as `two` or `a` stands for.
    static func number(_ word: String) -> Int? {
        word == "a" || word == "an" ? 1 : numbers.firstIndex(of: word).map { $0 + 1 }
    }

    /// Returns the time of a word such as `noon` or `evening`.
    static func clock(_ word: String) -> ClockTime? {
        switch word {
        case "noon", "midday": .noon
        case "midnight": .midnight
        case "morning": .morning
        case "afternoon": .afternoon
        case "evening": .evening
        case "night": .night
        default: nil
        }
    }

    static func isOrdinal(_ word: String) -> Bool { ["st", "nd", "rd", "th"].contains(word) }

    private static func name(_ word: String, in names: [String], minimum: Int) -> Int? {
        word.count < minimum ? nil : names.firstIndex { $0.hasPrefix(word) }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    private static let numbers = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ]
}
