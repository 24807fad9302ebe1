// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import SwiftData

/// The data of a screen with the habits of a day.
@Observable @MainActor
final class HabitBoard {
    struct Row: Identifiable, Equatable {
        var id: PersistentIdentifier
        var title: String
        var streak: Int
        var isDone: Bool
    }

    private(set) var rows: [Row] = []
    var today: Date { didSet { refresh() } }

    private let context: ModelContext
    private let calendar: Calendar

    init(context: ModelContext, today: Date, calendar: Calendar) {
        self.context = context
        self.today = calendar.startOfDay(for: today)
        self.calendar = calendar
        refresh()
    }

    /// Adds a habit, and saves it before its row has its identifier, which the save changes.
    func add(_ title: String, cadence: Cadence = .daily) throws {
        context.insert(Habit(title, cadence: cadence, created: today))
        try context.save()
        refresh()
    }

    /// Completes a habit today, or takes its completion back.
    func toggle(_ row: Row) {
        guard let habit = context.model(for: row.id) as? Habit else { return }
        if let completion = habit.completions.first(where: { $0.day == today }) {
            context.delete(completion)
        } else {
            habit.completions.append(Completion(day: today))
        }
        refresh()
    }

    func archive(_ row: Row) {
        let habit: Habit? = context.registeredModel(for: row.id)
        habit?.isArchived = true
        refresh()
    }

    private func refresh() {
        let habits = (try? context.fetch(.active)) ?? []
        rows = habits.map { habit in
            Row(
                id: habit.id,
                title: habit.title,
                streak: habit.streak(on: today, in: calendar),
                isDone: habit.completions.contains { $0.day == today }
            )
        }
    }
}

/// Completes habits for other programs, such as a widget.
@ModelActor
actor HabitLog {
    func complete(_ title: String, on day: Date, mood: Mood) throws -> Int? {
        let titled = FetchDescriptor<Habit>(predicate: #Predicate { $0.title == title })
        guard let habit = try modelContext.fetch(titled).first else { return nil }
        let completion = Completion(day: day, mood: mood)
        completion.habit = habit
        modelContext.insert(completion)
        try modelContext.save()
        return habit.completions.count
    }
}

extension ModelContainer {
    /// A container in memory with sample habits.
    @MainActor static let habitPreview = Result { try makeHabitPreview() }

    @MainActor private static func makeHabitPreview() throws -> ModelContainer {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(
            for: Habit.self,
            migrationPlan: HabitMigrationPlan.self,
            configurations: memory
        )
        for habit in Habit.samples { container.mainContext.insert(habit) }
        try container.mainContext.save()
        return container
    }
}

extension Habit {
    static var samples: [Habit] {
        let reading = Habit("Read")
        reading.motivation = "Ten pages are enough"
        reading.reminders = [Reminder(at: TimeOfDay(hour: 21, minute: 30))]
        let running = Habit("Run", cadence: .weekly)
        running.reminders = [Reminder(at: TimeOfDay(hour: 7), on: [.saturday, .sunday])]
        return [reading, running]
    }
}
