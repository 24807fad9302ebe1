// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@MainActor
struct HabitTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let calendar: Calendar
    /// A Monday.
    private let today: Date

    init() throws {
        container = try ModelContainer(
            for: Habit.self,
            Completion.self,
            Reminder.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = container.mainContext
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        self.calendar = calendar
        let components = DateComponents(year: 2025, month: 3, day: 31)
        today = try #require(calendar.date(from: components))
    }

    private func day(_ offset: Int) throws -> Date {
        try #require(calendar.date(byAdding: .day, value: offset, to: today))
    }

    @discardableResult
    private func habit(
        _ title: String,
        _ cadence: Cadence = .daily,
        doneOn days: [Int] = []
    ) throws -> Habit {
        let habit = Habit(title, cadence: cadence, created: try day(-60))
        context.insert(habit)
        habit.completions = try days.map { Completion(day: try day($0)) }
        return habit
    }

    // The night before the Monday has 23 hours.
    @Test(arguments: [
        (Cadence.daily, [], 0, 0), (.daily, [0], 1, 1), (.daily, [-1], 1, 1), (.daily, [-2], 0, 1),
        (.daily, [0, -1, -2], 3, 3), (.daily, [-1, -2, -4, -5, -6, -7], 2, 4),
        (.weekly, [0, -1], 2, 2), (.weekly, [-1, -2, -8, -15], 3, 3), (.weekly, [-8], 0, 1),
    ])
    func streaksCountPeriodsInARow(
        cadence: Cadence,
        days: [Int],
        current: Int,
        longest: Int
    ) throws {
        let habit = try habit("Read", cadence, doneOn: days)
        #expect(habit.streak(on: today, in: calendar) == current)
        #expect(habit.longestStreak(in: calendar) == longest)
        try context.save()
        #expect(habit.streak(on: today, in: calendar) == current)
    }

    @Test func openHabitsHaveNoCompletionOfTheDay() throws {
        try habit("Read 10", doneOn: [0])
        try habit("Read 2", doneOn: [-1])
        try habit("run", .weekly, doneOn: [-9])
        try habit("Paint", doneOn: []).isArchived = true
        #expect(try context.fetch(.open(on: today)).map(\.title) == ["Read 2", "run"])
        let yesterday = try day(-1)
        let open = try context.fetch(.open(on: yesterday, cadences: [.daily]))
        #expect(open.map(\.title) == ["Read 10"])
        let idle = try context.fetch(.idle(since: try day(-5)))
        #expect(Set(idle.map(\.title)) == ["run", "Paint"])
    }

    @Test func boardTogglesCompletions() throws {
        try habit("Read", doneOn: [-1, -2])
        let board = HabitBoard(context: context, today: today, calendar: calendar)
        try board.add("Run", cadence: .weekly)
        #expect(board.rows.map(\.title) == ["Read", "Run"])
        #expect(board.rows.map(\.streak) == [2, 0])

        board.toggle(board.rows[0])
        #expect(board.rows.map(\.streak) == [3, 0] && board.rows.map(\.isDone) == [true, false])
        try context.save()
        board.toggle(board.rows[0])
        #expect(board.rows.map(\.isDone) == [false, false])
        #expect(try context.fetchCount(FetchDescriptor<Completion>()) == 2)

        board.today = try day(1)
        #expect(board.rows.map(\.streak) == [0, 0])
        board.archive(board.rows[0])
        #expect(board.rows.map(\.title) == ["Run"])
    }

    @Test func logCompletesADayOnce() async throws {
        let read = try habit("Read", doneOn: [-1])
        try context.save()
        let log = HabitLog(modelContainer: container)
        #expect(try await log.complete("Read", on: today, mood: .calm) == 2)
        #expect(try await log.complete("Read", on: today, mood: .proud) == 2)
        #expect(try await log.complete("Sing", on: today, mood: .tired) == nil)
        #expect(try context.fetch(.latest(5)).map(\.mood) == [.proud, nil])
        #expect(try context.fetch(.latest(5, mood: .proud)).map(\.day) == [today])
        #expect(try context.fetchCount(.latest(1)) == 1)
        #expect(read.streak(on: today, in: calendar) == 2)
    }

    @Test func remindersAreDueByWeekdayAndTime() throws {
        let read = try habit("Read")
        read.reminders = [
            Reminder(at: TimeOfDay(hour: 21, minute: 30)),
            Reminder(at: TimeOfDay(hour: 7, minute: 5), on: [.monday, .friday]),
            Reminder(at: TimeOfDay(hour: 7), on: [.monday]),
        ]
        try context.save()
        let monday = try context.fetch(.due(on: .monday))
        #expect(monday.map(\.time.hour) == [7, 7, 21] && monday.map(\.time.minute) == [0, 5, 30])
        let later = TimeOfDay(hour: 7, minute: 5)
        #expect(try context.fetchCount(.due(on: .monday, from: later)) == 2)
        #expect(try context.fetch(.due(on: .tuesday)).map(\.time.hour) == [21])
        read.isArchived = true
        #expect(try context.fetch(.due(on: .monday)).isEmpty)
        context.delete(read)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Reminder>()) == 0)
    }

    @Test func previewHasSamples() throws {
        let preview = try ModelContainer.habitPreview.get()
        let habits = try preview.mainContext.fetch(.active)
        #expect(habits.map(\.title) == ["Read", "Run"])
        #expect(
            try preview.mainContext.fetch(.due(on: .sunday)).map(\.habit?.title) == ["Run", "Read"]
        )
        #expect(try context.fetchCount(.active) == 0)
    }
}
