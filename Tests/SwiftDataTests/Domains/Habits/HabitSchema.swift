// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

typealias Habit = HabitSchemaV3.Habit
typealias Completion = HabitSchemaV3.Completion
typealias Reminder = HabitSchemaV3.Reminder

enum Cadence: String, Codable, CaseIterable {
    case daily, weekly

    var component: Calendar.Component { self == .daily ? .day : .weekOfYear }
}

enum Mood: Int, Codable {
    case tired = -1
    case calm, proud
}

/// A day of the week, numbered as in `Calendar`.
enum Weekday: Int, Codable, CaseIterable {
    case sunday = 1
    case monday, tuesday, wednesday, thursday, friday, saturday
}

struct TimeOfDay: Codable, Hashable {
    var hour: Int
    var minute = 0
}

enum HabitSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Habit.self] }

    @Model
    final class Habit {
        var name: String
        var created: Date
        var loggedDays: [Date] = []

        init(name: String, created: Date, loggedDays: [Date] = []) {
            self.name = name
            self.created = created
            self.loggedDays = loggedDays
        }
    }
}

enum HabitSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Habit.self] }

    @Model
    final class Habit {
        @Attribute(originalName: "name") var title: String
        var created: Date
        var loggedDays: [Date] = []
        var cadence = Cadence.daily
        var motivation: String?

        init(title: String, created: Date, cadence: Cadence = .daily) {
            self.title = title
            self.created = created
            self.cadence = cadence
        }
    }
}

enum HabitSchemaV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Habit.self, Completion.self, Reminder.self]
    }

    @Model
    final class Habit {
        @Attribute(.unique, originalName: "name") var title: String
        var created: Date
        @Attribute(originalName: "loggedDays") fileprivate(set) var importedDays: [Date] = []
        var cadence = Cadence.daily
        var motivation: String?
        var isArchived = false
        @Relationship(deleteRule: .cascade, inverse: \Completion.habit)
        var completions: [Completion] = []
        @Relationship(deleteRule: .cascade, inverse: \Reminder.habit)
        var reminders: [Reminder]? = []

        init(_ title: String, cadence: Cadence = .daily, created: Date = .now) {
            self.title = title
            self.cadence = cadence
            self.created = created
        }
    }

    @Model
    final class Completion {
        #Unique<Completion>([\.habit, \.day])
        #Index<Completion>([\.day])

        private(set) var id = UUID()
        var day: Date
        var mood: Mood?
        var habit: Habit?

        init(day: Date, mood: Mood? = nil) {
            self.day = day
            self.mood = mood
        }
    }

    @Model
    final class Reminder {
        var weekdays: Set<Weekday>
        var time: TimeOfDay
        var habit: Habit?

        init(at time: TimeOfDay, on weekdays: Set<Weekday> = Set(Weekday.allCases)) {
            self.time = time
            self.weekdays = weekdays
        }
    }
}

enum HabitMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [HabitSchemaV1.self, HabitSchemaV2.self, HabitSchemaV3.self]
    }

    static var stages: [MigrationStage] { [addCadence, addCompletions] }

    static let addCadence = MigrationStage.lightweight(
        fromVersion: HabitSchemaV1.self,
        toVersion: HabitSchemaV2.self
    )

    /// Merges habits of the same title before titles are unique, and makes models of their days.
    static let addCompletions = MigrationStage.custom(
        fromVersion: HabitSchemaV2.self,
        toVersion: HabitSchemaV3.self,
        willMigrate: { context in
            let oldest = FetchDescriptor<HabitSchemaV2.Habit>(sortBy: [SortDescriptor(\.created)])
            var kept: [String: HabitSchemaV2.Habit] = [:]
            for habit in try context.fetch(oldest) {
                if let first = kept[habit.title] {
                    first.loggedDays += habit.loggedDays
                    context.delete(habit)
                } else {
                    kept[habit.title] = habit
                }
            }
            try context.save()
        },
        didMigrate: { context in
            for habit in try context.fetch(FetchDescriptor<HabitSchemaV3.Habit>()) {
                habit.completions = Set(habit.importedDays).sorted().map { Completion(day: $0) }
                habit.importedDays = []
            }
            try context.save()
        }
    )
}
