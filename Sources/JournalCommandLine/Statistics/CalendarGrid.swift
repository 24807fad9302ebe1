// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The days of some weeks, one column for each week, with the number of entries of each day.
struct CalendarGrid {
    /// The number of levels that days with entries have.
    static let levelCount = 4

    /// The first days of the weeks.
    let weeks: [Day]
    /// The days of the week, in the order of the rows.
    let weekdays: [Weekday]
    private let first: Day
    private let last: Day
    private let counts: [Day: Int]
    private let highest: Int

    /// Creates the weeks that contain the days from `first` to `last`; they are at most
    /// `weekLimit`, the latest ones.
    init(
        _ days: [EntryStatistics.DayCount],
        from first: Day,
        to last: Day,
        firstWeekday: Weekday,
        weekLimit: Int = .max
    ) {
        let end = last.startOfWeek(startingOn: firstWeekday)
        var weeks: [Day] = []
        var week: Day? = end
        while let start = week, weeks.count < weekLimit,
            start >= first.startOfWeek(startingOn: firstWeekday)
        {
            weeks.append(start)
            week = start.adding(days: -7)
        }
        self.weeks = weeks.reversed()
        self.first = first
        self.last = last
        weekdays = (0..<7).compactMap { Weekday(rawValue: (firstWeekday.rawValue + $0) % 7) }
        counts = Dictionary(days.map { ($0.day, $0.entryCount) }) { $0 + $1 }
        highest = days.map(\.entryCount).max() ?? 0
    }

    /// Returns the day in a row and a column, or nil if it is outside of the calendar.
    func day(week: Int, row: Int) -> Day? {
        guard let day = weeks[week].adding(days: row), day >= first, day <= last else {
            return nil
        }
        return day
    }

    /// Returns the number of entries of a day.
    func count(_ day: Day) -> Int { counts[day] ?? 0 }

    /// Returns the level of a day: 0 without entries, and otherwise from 1 for few of them.
    func level(_ day: Day) -> Int {
        let count = count(day)
        guard count > 0 else { return 0 }
        guard highest > Self.levelCount else { return count }
        return min(Self.levelCount, (count * Self.levelCount + highest - 1) / highest)
    }

    /// The columns in which a month begins, with its name.
    var months: [(week: Int, name: String)] {
        var result: [(week: Int, name: String)] = []
        for week in weeks.indices {
            guard
                let day = (0..<7).compactMap({ day(week: week, row: $0) }).first(where: {
                    $0.day == 1
                })
            else { continue }
            result.append((week, String(DayTitle.months[day.month - 1].prefix(3))))
        }
        return result
    }
}
