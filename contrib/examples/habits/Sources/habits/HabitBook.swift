// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// The habits of a store, and what a person does with them.
struct HabitBook {
    let context: ModelContext

    /// Opens a store, and migrates it if an earlier release wrote it.
    init(_ store: ModelConfiguration) throws {
        context = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: HabitsV3.self),
                migrationPlan: HabitsPlan.self,
                configurations: store
            )
        )
    }

    /// Saves a new habit, or adds tags to the one with this name.
    func add(_ name: String, tags names: [String]) throws {
        let habit = try find(name) ?? Habit(name: name)
        context.insert(habit)
        for name in names where !habit.tags.contains(where: { $0.name == name }) {
            let found = FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })
            habit.tags.append(try context.fetch(found).first ?? Tag(name: name))
        }
        try context.save()
    }

    /// Notes that a habit was kept on a day; a second check-in of the day changes nothing.
    func checkIn(_ name: String, on day: Day) throws {
        guard let habit = try find(name) else { throw UnknownHabit(name: name) }
        try context.append(CheckIn(day: day), to: \.checkIns, of: habit)
        try context.save()
    }

    /// Returns the habits in the order of their names, all or those with a tag.
    func habits(tag: String? = nil) throws -> [Habit] {
        var all = FetchDescriptor<Habit>(sortBy: [SortDescriptor(\.name)])
        if let tag {
            all.predicate = #Predicate { $0.tags.contains { $0.name == tag } }
        }
        return try context.fetch(all)
    }

    /// Returns the days on which a habit was kept, in their order.
    func days(of habit: Habit) throws -> [Day] {
        let id = habit.persistentModelID
        let own = FetchDescriptor<CheckIn>(
            predicate: #Predicate { $0.habit?.persistentModelID == id },
            sortBy: [SortDescriptor(\.dayNumber)]
        )
        return try context.fetch(own).map { Day(number: $0.dayNumber) }
    }

    /// Returns the chart of all habits, or of those with a tag.
    func chart(tag: String? = nil, today: Day) throws -> Chart {
        let rows = try habits(tag: tag).map { Chart.Row(name: $0.name, days: try days(of: $0)) }
        return Chart(rows: rows, today: today)
    }

    private func find(_ name: String) throws -> Habit? {
        try context.fetch(FetchDescriptor(predicate: #Predicate<Habit> { $0.name == name })).first
    }
}

/// The error of a check-in for a name that no habit has.
struct UnknownHabit: Error, CustomStringConvertible {
    let name: String

    var description: String { "no habit has the name \"\(name)\"; add it first: habits add" }
}
