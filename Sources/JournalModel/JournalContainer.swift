// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// Opens the store of a journal.
package enum JournalContainer {
    /// Opens or makes the store in a file.
    ///
    /// - Throws: `StoreError` when the file cannot be used, `SwiftDataError` when it holds something
    ///   that this version cannot read.
    package static func open(_ url: URL) throws -> ModelContainer {
        try make(ModelConfiguration("journal", url: url))
    }

    /// Makes a store that vanishes with the container.
    package static func inMemory() throws -> ModelContainer {
        try make(ModelConfiguration("journal", isStoredInMemoryOnly: true))
    }

    /// Sees to it that a notebook of a name is there.
    ///
    /// - Throws: `StoreError` when the store can't be written.
    package static func ensureNotebook(_ name: String, in container: ModelContainer) throws {
        let context = ModelContext(container)
        guard try NameLookup.notebook(name, in: context) == nil else { return }
        let revision = Int(try container.historyBounds().last + 1)
        let name = try Name(name, .notebook)
        context.insert(Notebook(uuid: UUID(), name: name, revision: revision))
        try context.save()
    }

    private static func make(_ configuration: ModelConfiguration) throws -> ModelContainer {
        var configuration = configuration
        // A name that is taken is the caller's mistake, never a reason to change what is there.
        configuration.uniqueCollision = .reject
        return try ModelContainer(
            for: Schema(versionedSchema: JournalSchemaV1.self),
            migrationPlan: JournalMigrationPlan.self,
            configurations: configuration
        )
    }
}
