// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

struct HabitMigrationTests {
    private let folder: TemporaryFolder
    private let start = Date(timeIntervalSinceReferenceDate: 86_400)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func openCurrent() throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Habit.self,
                migrationPlan: HabitMigrationPlan.self,
                configurations: ModelConfiguration(url: folder.store)
            )
        )
    }

    @Test func storeOfTheFirstVersionIsMigratedToTheThird() throws {
        try folder.using(HabitSchemaV1.self) { context in
            let days = [start, start + 86_400]
            context.insert(HabitSchemaV1.Habit(name: "Read", created: start, loggedDays: days))
            let more = [start + 86_400, start + 172_800]
            context.insert(
                HabitSchemaV1.Habit(name: "Read", created: start + 1, loggedDays: more)
            )
            context.insert(HabitSchemaV1.Habit(name: "Run", created: start + 2))
            try context.save()
        }
        let context = try openCurrent()
        let habits = try context.fetch(.active)
        #expect(habits.map(\.title) == ["Read", "Run"])
        #expect(habits.map(\.created) == [start, start + 2])
        #expect(habits.map(\.cadence) == [.daily, .daily])
        #expect(habits.map(\.importedDays) == [[], []])
        let days = habits[0].completions.map(\.day).sorted()
        #expect(days == [start, start + 86_400, start + 172_800])
        #expect(habits[1].completions.isEmpty)
    }

    @Test func storeOfTheSecondVersionKeepsItsValues() throws {
        try folder.using(HabitSchemaV1.self) { context in
            context.insert(HabitSchemaV1.Habit(name: "Read", created: start))
            try context.save()
        }
        try folder.using(HabitSchemaV2.self, plan: HabitMigrationPlan.self) { context in
            let read = try #require(try context.fetch(FetchDescriptor<HabitSchemaV2.Habit>()).first)
            #expect(read.cadence == .daily)
            read.cadence = .weekly
            read.motivation = "To sleep better"
            read.loggedDays = [start]
            try context.save()
        }
        let context = try openCurrent()
        let read = try #require(try context.fetch(FetchDescriptor<Habit>()).first)
        #expect(read.title == "Read" && read.cadence == .weekly && !read.isArchived)
        #expect(read.motivation == "To sleep better")
        #expect(read.completions.map(\.day) == [start])
        #expect(read.reminders ?? [] == [])
    }

    @Test func reopenedStoreIsNotMigratedAgain() throws {
        try folder.using(HabitSchemaV1.self) { context in
            context.insert(HabitSchemaV1.Habit(name: "Read", created: start, loggedDays: [start]))
            try context.save()
        }
        func completeTwice() throws {
            let context = try openCurrent()
            let read = try #require(try context.fetch(FetchDescriptor<Habit>()).first)
            read.completions.append(Completion(day: start + 86_400, mood: .proud))
            read.reminders?.append(Reminder(at: TimeOfDay(hour: 6), on: [.monday]))
            try context.save()
        }
        try completeTwice()

        let context = try openCurrent()
        let read = try #require(try context.fetch(FetchDescriptor<Habit>()).first)
        #expect(read.completions.map(\.mood) == [nil, .proud])
        #expect(read.reminders?.first?.weekdays == [.monday])
        context.insert(Habit("Read", cadence: .weekly, created: start))
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Habit>()).map(\.cadence) == [.weekly])
    }

    @Test func storeOfALaterVersionIsRefused() throws {
        let context = try openCurrent()
        context.insert(Habit("Read"))
        try context.save()
        #expect(throws: SwiftDataError.backwardMigration) {
            try folder.open(HabitSchemaV2.self, plan: HabitMigrationPlan.self)
        }
    }
}
