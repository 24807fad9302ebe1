// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The numbers about entries that are passed one after the other.
///
/// Its size depends on the numbers of tags and of days in the reply, not on the number of entries.
struct StatisticsCounts {
    private let listed: ClosedRange<Int>
    private let today: Int
    private var entryCount = 0
    private var wordCount = 0
    private var days = DaySet()
    private var entriesByDay: [Int]
    private var wordsByDay: [Int]
    private var hours = Array(repeating: 0, count: 24)
    private var weekdays = Array(repeating: 0, count: 7)
    private var tags: [String: Int] = [:]

    /// Creates numbers that are zero.
    ///
    /// Days are distances from 1970-01-01.
    ///
    /// - Parameters:
    ///   - listed: The days that the reply lists.
    ///   - today: The present day.
    init(listing listed: ClosedRange<Int>, today: Int) {
        self.listed = listed
        self.today = today
        entriesByDay = Array(repeating: 0, count: listed.count)
        wordsByDay = entriesByDay
    }

    /// Adds an entry at the day and hour of its author.
    mutating func add(_ entry: EntryNumbers) {
        entryCount += 1
        wordCount += entry.wordCount
        hours[entry.hour] += 1
        for tag in entry.tags { tags[tag, default: 0] += 1 }
        guard let day = entry.day else { return }
        add(StatisticsPart.DayNumbers(entryCount: 1, wordCount: entry.wordCount), on: day)
    }

    /// Adds the entries of a part.
    mutating func add(_ part: StatisticsPart) {
        entryCount += part.entryCount
        wordCount += part.wordCount
        for (hour, count) in part.hours.enumerated() { hours[hour] += count }
        tags.merge(part.tags, uniquingKeysWith: +)
        for (day, numbers) in part.days { add(numbers, on: day) }
    }

    private mutating func add(_ numbers: StatisticsPart.DayNumbers, on day: Int) {
        days.insert(day)
        if let weekday = Day(daysSince1970: day)?.weekday {
            weekdays[weekday.rawValue] += numbers.entryCount
        }
        guard listed.contains(day) else { return }
        entriesByDay[day - listed.lowerBound] += numbers.entryCount
        wordsByDay[day - listed.lowerBound] += numbers.wordCount
    }

    /// Returns the reply; the current streak ends with the present day, or with the last listed one
    /// if that is earlier.
    func reply(at cursor: Cursor) -> EntryStatistics.Reply {
        let bounds = days.bounds
        return EntryStatistics.Reply(
            entryCount: entryCount,
            wordCount: wordCount,
            dayCount: days.count,
            first: bounds.flatMap { Day(daysSince1970: $0.lowerBound) },
            last: bounds.flatMap { Day(daysSince1970: $0.upperBound) },
            longestStreak: days.longestStreak.flatMap(Self.streak),
            currentStreak: days.streak(endingAt: min(today, listed.upperBound))
                .flatMap(Self.streak),
            days: listedDays,
            hours: hours,
            weekdays: weekdays,
            tags: frequentTags,
            cursor: cursor
        )
    }

    private var listedDays: [EntryStatistics.DayCount] {
        entriesByDay.indices.compactMap { index in
            guard entriesByDay[index] > 0,
                let day = Day(daysSince1970: listed.lowerBound + index)
            else { return nil }
            return EntryStatistics.DayCount(
                day: day,
                entryCount: entriesByDay[index],
                wordCount: wordsByDay[index]
            )
        }
    }

    private var frequentTags: [EntryStatistics.TagCount] {
        tags.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .prefix(EntryStatistics.maximumTagCount)
            .map { EntryStatistics.TagCount(name: $0.key, entryCount: $0.value) }
    }

    private static func streak(_ days: ClosedRange<Int>) -> EntryStatistics.Streak? {
        guard let from = Day(daysSince1970: days.lowerBound),
            let to = Day(daysSince1970: days.upperBound)
        else { return nil }
        return EntryStatistics.Streak(from: from, to: to)
    }
}
