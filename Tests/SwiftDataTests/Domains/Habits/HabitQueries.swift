// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

extension Habit {
    /// The number of days or weeks in a row with a completion, up to a date.
    ///
    /// The period of the date itself counts, but does not end the streak while it is open.
    func streak(on date: Date, in calendar: Calendar) -> Int {
        let periods = completedPeriods(in: calendar)
        guard var period = start(of: date, in: calendar) else { return 0 }
        var length = periods.contains(period) ? 1 : 0
        while let previous = start(before: period, in: calendar), periods.contains(previous) {
            length += 1
            period = previous
        }
        return length
    }

    func longestStreak(in calendar: Calendar) -> Int {
        let periods = completedPeriods(in: calendar).sorted()
        var longest = 0
        var current = 0
        var last: Date?
        for period in periods {
            let isNext = last != nil && start(before: period, in: calendar) == last
            current = isNext ? current + 1 : 1
            longest = max(longest, current)
            last = period
        }
        return longest
    }

    private func completedPeriods(in calendar: Calendar) -> Set<Date> {
        Set(completions.compactMap { start(of: $0.day, in: calendar) })
    }

    private func start(of date: Date, in calendar: Calendar) -> Date? {
        calendar.dateInterval(of: cadence.component, for: date)?.start
    }

    private func start(before period: Date, in calendar: Calendar) -> Date? {
        calendar.date(byAdding: cadence.component, value: -1, to: period)
            .flatMap { start(of: $0, in: calendar) }
    }
}

extension FetchDescriptor where T == Habit {
    static var active: Self {
        FetchDescriptor(
            predicate: #Predicate { !$0.isArchived },
            sortBy: [SortDescriptor(\.created), SortDescriptor(\.title)]
        )
    }

    /// The habits without a completion on a day.
    static func open(on day: Date, cadences: [Cadence] = Cadence.allCases) -> Self {
        FetchDescriptor(
            predicate: #Predicate { habit in
                !habit.isArchived && cadences.contains(habit.cadence)
                    && !habit.completions.contains { $0.day == day }
            },
            sortBy: [SortDescriptor(\.title, comparator: .localizedStandard)]
        )
    }

    static func idle(since day: Date) -> Self {
        FetchDescriptor(
            predicate: #Predicate { $0.completions.filter { $0.day >= day }.isEmpty }
        )
    }
}

extension FetchDescriptor where T == Reminder {
    /// The reminders of a day of the week from a time on, earliest first.
    static func due(on weekday: Weekday, from time: TimeOfDay = TimeOfDay(hour: 0)) -> Self {
        let hour = time.hour
        let minute = time.minute
        return FetchDescriptor(
            predicate: #Predicate { reminder in
                reminder.weekdays.contains(weekday) && reminder.habit?.isArchived == false
                    && (reminder.time.hour > hour
                        || reminder.time.hour == hour && reminder.time.minute >= minute)
            },
            sortBy: [SortDescriptor(\.time.hour), SortDescriptor(\.time.minute)]
        )
    }
}

extension FetchDescriptor where T == Completion {
    static func latest(_ count: Int, mood: Mood? = nil) -> Self {
        var descriptor = FetchDescriptor<Completion>(
            sortBy: [SortDescriptor(\.day, order: .reverse)]
        )
        if let mood { descriptor.predicate = #Predicate { $0.mood == mood } }
        descriptor.fetchLimit = count
        return descriptor
    }
}
