// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *Coming from Apple's SwiftData*.
struct ComingFromSwiftDataExamples: PrintingExample {
    let output = PrintedLines()

    @Model
    final class Habit {
        #Index<Habit>([\.name])
        @Attribute(.unique) var name: String
        var rhythm: Rhythm
        @Relationship(deleteRule: .cascade, inverse: \Completion.habit)
        var completions: [Completion] = []

        init(name: String, rhythm: Rhythm = .daily) {
            self.name = name
            self.rhythm = rhythm
        }
    }

    @Model
    final class Completion {
        var day: Date
        var habit: Habit?

        init(day: Date) {
            self.day = day
        }
    }

    enum Rhythm: String, Codable {
        case daily, weekly
    }

    enum HabitQueries {
        static func habits(withRhythm rhythm: Rhythm) -> FetchDescriptor<Habit> {
            FetchDescriptor(
                predicate: #Predicate { $0.rhythm == rhythm },
                sortBy: [SortDescriptor(\.name)]
            )
        }

        static func completions(since day: Date) -> FetchDescriptor<Completion> {
            FetchDescriptor(
                predicate: #Predicate { $0.day >= day && $0.habit != nil },
                sortBy: [SortDescriptor(\.day, order: .reverse)]
            )
        }
    }

    @ModelActor
    actor HabitImporter {
        func add(_ names: [String]) throws -> Int {
            for name in names {
                modelContext.insert(Habit(name: name))
            }
            try modelContext.save()
            return try modelContext.fetchCount(FetchDescriptor<Habit>())
        }
    }

    @Test func queriesCanBeExecuted() throws {
        let container = try ModelContainer(
            for: Habit.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        #expect(throws: Never.self) {
            try container.validate(HabitQueries.habits(withRhythm: .daily))
            try container.validate(HabitQueries.completions(since: .now))
        }
    }

    @Test func importersSaveToAFile() async throws {
        let folder = try TemporaryFolder()
        let url = folder.store
        let container = try ModelContainer(
            for: Habit.self,
            migrationPlan: nil,
            configurations: ModelConfiguration(url: url)
        )
        let count = try await HabitImporter(modelContainer: container).add(["Read", "Run"])
        #expect(count == 2)
        let again = try await HabitImporter(modelContainer: container).add(["Run", "Swim"])
        #expect(again == 3)
        let context = ModelContext(container)
        let habits = try context.fetch(HabitQueries.habits(withRhythm: .daily))
        #expect(habits.map(\.name) == ["Read", "Run", "Swim"])
        habits[0].completions.append(Completion(day: .now))
        do {
            try context.save()
        } catch let error as StoreError {
            print("not saved: \(error.message)")
        } catch {
            print("not saved: \(error)")
            context.rollback()
        }
        #expect(output.lines == [])
        #expect(try context.fetchCount(HabitQueries.completions(since: .distantPast)) == 1)
    }
}
