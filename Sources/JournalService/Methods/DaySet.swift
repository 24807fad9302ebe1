// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A set of days, as one bit for each day of the calendar, so that its size has a bound.
struct DaySet {
    private static let wordLength = 64
    /// The distance of the first day of the calendar from 1970-01-01.
    private static let first = Day(year: 1, month: 1, day: 1)?.daysSince1970 ?? 0
    private static let last = Day(year: 9999, month: 12, day: 31)?.daysSince1970 ?? 0

    private var words = [UInt64](repeating: 0, count: (last - first) / wordLength + 1)

    /// The number of days.
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Adds the day at a distance from 1970-01-01.
    mutating func insert(_ day: Int) {
        let index = day - Self.first
        words[index / Self.wordLength] |= 1 << UInt64(index % Self.wordLength)
    }

    /// Returns whether the set contains the day at a distance from 1970-01-01.
    func contains(_ day: Int) -> Bool {
        guard day >= Self.first, day <= Self.last else { return false }
        let index = day - Self.first
        return words[index / Self.wordLength] >> UInt64(index % Self.wordLength) & 1 == 1
    }

    /// The first and the last day; nil if the set is empty.
    var bounds: ClosedRange<Int>? {
        guard let low = words.firstIndex(where: { $0 != 0 }),
            let high = words.lastIndex(where: { $0 != 0 })
        else { return nil }
        let first = low * Self.wordLength + words[low].trailingZeroBitCount
        let last = (high + 1) * Self.wordLength - 1 - words[high].leadingZeroBitCount
        return Self.first + first...Self.first + last
    }

    /// The longest sequence of successive days, the latest if there are several.
    ///
    /// - Complexity: O(*n*) for *n* days from the first to the last one.
    var longestStreak: ClosedRange<Int>? {
        guard let bounds else { return nil }
        var longest: ClosedRange<Int>?
        var start: Int?
        for day in bounds.lowerBound...bounds.upperBound + 1 {
            if contains(day) {
                start = start ?? day
            } else if let first = start {
                if day - first >= longest?.count ?? 0 { longest = first...day - 1 }
                start = nil
            }
        }
        return longest
    }

    /// Returns the sequence of successive days that ends at a day or the day before it.
    func streak(endingAt day: Int) -> ClosedRange<Int>? {
        let last = contains(day) ? day : day - 1
        guard contains(last) else { return nil }
        var first = last
        while contains(first - 1) { first -= 1 }
        return first...last
    }
}
