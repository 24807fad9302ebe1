// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol

/// The numbers that an entry contributes to statistics.
struct EntryNumbers {
    private static let hourLength: Int64 = 3_600_000

    /// The number of words.
    let wordCount: Int
    /// The hour of the author's clock.
    let hour: Int
    /// The distance of the author's day from 1970-01-01; nil if it cannot be read.
    let day: Int?
    /// The names of the tags.
    let tags: [String]

    /// Computes the numbers of an entry.
    init(_ entry: EntryValues) {
        wordCount = WordCount.of(entry.text)
        let local = entry.createdAt.milliseconds + Int64(entry.offsetMinutes) * 60_000
        let day = 24 * Self.hourLength
        hour = Int((local % day + day) / Self.hourLength % 24)
        self.day = Day(entry.localDay)?.daysSince1970
        tags = entry.tags
    }
}

/// The sums of the numbers of entries.
struct StatisticsPart: Sendable, Equatable {
    /// The numbers of one day.
    struct DayNumbers: Sendable, Equatable {
        var entryCount = 0
        var wordCount = 0
    }

    private(set) var entryCount = 0
    private(set) var wordCount = 0
    private(set) var days: [Int: DayNumbers] = [:]
    private(set) var hours = Array(repeating: 0, count: 24)
    private(set) var tags: [String: Int] = [:]

    /// The number of values, which the memory is proportional to.
    var valueCount: Int { hours.count + days.count + tags.count }

    /// Adds an entry.
    mutating func add(_ entry: EntryNumbers) {
        entryCount += 1
        wordCount += entry.wordCount
        hours[entry.hour] += 1
        for tag in entry.tags { tags[tag, default: 0] += 1 }
        guard let day = entry.day else { return }
        days[day, default: DayNumbers()].entryCount += 1
        days[day, default: DayNumbers()].wordCount += entry.wordCount
    }
}
