// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol

/// The numbers about entries that are passed one after the other.
///
/// Its size depends on the number of tags and of days in the reply, but not on that of the entries.
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

    private static let hourLength: Int64 = 3_600_000

    /// Creates numbers that are zero.
    ///
    /// Days are distances from 1970-01-01.
    ///
    /// - Parameters:
    ///   - listed: The days whose own numbers are in the reply.
    ///   - today: The present day.
    init(listing listed: ClosedRange<Int>, today: Int) {
        self.listed = listed
        self.today = today
        entriesByDay = Array(repeating: 0, count: listed.count)
        wordsByDay = entriesByDay
    }

    /// Adds an entry at the day and hour of its author.
    mutating func add(_ entry: Entry) {
        let words = WordCount.of(entry.text)
        entryCount += 1
        wordCount += words
        let local = entry.createdAt.milliseconds + Int64(entry.offsetMinutes) * 60_000
        let hour = (local % (24 * Self.hourLength) + 24 * Self.hourLength) / Self.hourLength % 24
        hours[Int(hour)] += 1
        for tag in entry.tags { tags[tag.readableName, default: 0] += 1 }
        guard let day = Day(entry.localDay) else { return }
        weekdays[day.weekday.rawValue] += 1
        let number = day.daysSince1970
        days.insert(number)
        guard listed.contains(number) else { return }
        entriesByDay[number - listed.lowerBound] += 1
        wordsByDay[number - listed.lowerBound] += words
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
