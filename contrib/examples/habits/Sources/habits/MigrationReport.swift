// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// The changes that a migration would make to a store, which stays as it is.
struct MigrationReport {
    private let preview: MigrationPreview
    /// The tags with the number of their habits, after a migration of a copy.
    private let tags: [String]

    init(of store: URL) throws {
        preview = try ModelContainer.migrationPreview(
            for: Schema(versionedSchema: HabitsV3.self),
            migrationPlan: HabitsPlan.self,
            url: store
        )
        guard preview.outcome == .migrated else {
            tags = []
            return
        }
        let rehearsal = try MigrationRehearsal(of: HabitsPlan.self, onCopyOf: store)
        tags = try rehearsal.migrate(to: HabitsV3.self) { context in
            try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
                .map { "\($0.name) (\($0.habits.count))" }
        }
    }

    func lines() -> [String] {
        guard preview.error == nil, preview.outcome == .migrated else {
            return ["\(preview)"]
        }
        return preview.stages.map { "\($0)" } + ["tags: " + tags.joined(separator: ", ")]
    }
}
