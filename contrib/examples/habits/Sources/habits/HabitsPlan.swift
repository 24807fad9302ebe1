// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// The way of a store from the release that wrote it to this one.
enum HabitsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [HabitsV1.self, HabitsV2.self, HabitsV3.self]
    }

    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: HabitsV1.self,
                toVersion: HabitsV2.self,
                willMigrate: nil,
                didMigrate: divideLabels
            ),
            .lightweight(fromVersion: HabitsV2.self, toVersion: HabitsV3.self),
        ]
    }

    @Sendable private static func divideLabels(_ context: ModelContext) throws {
        var tags: [String: HabitsV2.Tag] = [:]
        for habit in try context.fetch(FetchDescriptor<HabitsV2.Habit>()) {
            for name in tagNames(in: habit.labels) {
                let tag = tags[name] ?? HabitsV2.Tag(name: name)
                tags[name] = tag
                habit.tags.append(tag)
            }
        }
        try context.save()
    }

    /// Returns the different words between commas, in lower case.
    static func tagNames(in labels: String) -> [String] {
        let words = labels.lowercased().split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        return Set(words).subtracting([""]).sorted()
    }
}
