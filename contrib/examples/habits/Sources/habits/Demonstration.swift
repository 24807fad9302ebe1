// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// A store of the first release, and what this release does with it.
struct Demonstration {
    private let url: URL
    private let today = Day(number: 9_462)

    /// Returns what the commands `migration` and `list` print for the store, in a folder that is
    /// removed afterwards.
    static func lines() throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try Demonstration(url: folder.appending(path: "habits.store")).lines()
    }

    private func lines() throws -> [String] {
        try writeFirstRelease()
        let report = try MigrationReport(of: url).lines()
        let book = try HabitBook(ModelConfiguration(url: url))
        return report + [""] + (try book.chart(today: today).lines())
    }

    /// Writes three habits with a month of check-ins, as the first release did.
    private func writeFirstRelease() throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: HabitsV1.self),
            configurations: ModelConfiguration(url: url)
        )
        let context = ModelContext(container)
        for (name, labels, isKept) in Self.habits {
            let habit = HabitsV1.Habit(name: name, labels: labels)
            context.insert(habit)
            habit.checkIns = (0..<40).filter(isKept).map { HabitsV1.CheckIn(day: today - $0) }
        }
        try context.save()
    }

    /// The name and the labels of each habit, and whether it was kept some days ago.
    private static let habits: [(String, String, @Sendable (Int) -> Bool)] = [
        ("read", "evening, mind", { $0 % 9 != 5 }),
        ("run", "Morning, health", { $0 % 3 == 1 }),
        ("water", "health", { $0 < 12 || $0 == 20 }),
    ]
}
