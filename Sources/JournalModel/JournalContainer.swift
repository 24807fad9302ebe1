// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// A namespace for opening the store of a journal.
package enum JournalContainer {
    /// Opens the store in a file, creating it if necessary.
    ///
    /// A store in a place that cannot be written, or one that is too damaged for writing, is opened
    /// read-only.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - willMigrate: Called with the new version before the store is migrated to it, which may
    ///     take long.
    /// - Returns: The open store.
    /// - Throws: `StoreError` if the file cannot be used, `SwiftDataError` if this version cannot
    ///   read its content.
    package static func open(
        _ url: URL,
        willMigrate: @escaping @Sendable (Schema.Version) -> Void = { _ in }
    ) throws -> ModelContainer {
        let observer = JournalMigrationPlan.Observer(willMigrate)
        return try JournalMigrationPlan.$observer.withValue(observer) {
            guard ModelConfiguration.canWriteStore(at: url) else { return try openToRead(url) }
            do {
                return try make(ModelConfiguration("journal", url: url))
            } catch let error as StoreError where error.code == .damaged {
                guard let container = try? openToRead(url) else { throw error }
                return container
            }
        }
    }

    /// Opens an encrypted store; a plain one is encrypted.
    ///
    /// If a migration was interrupted at its end, the plain file that it left in the folder of the
    /// store is removed.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - key: The key of the store.
    /// - Returns: The open store.
    /// - Throws: `StoreError` if the file cannot be used or has another key, `SwiftDataError` if
    ///   this version cannot read its content.
    package static func open(_ url: URL, encryptedWith key: JournalKey) throws -> ModelContainer {
        func open(allowsSave: Bool) throws -> ModelContainer {
            let configuration = configuration(url, key, allowsSave: allowsSave)
            return try make(configuration, schema: .encryptedJournal, plan: nil)
        }
        guard ModelConfiguration.canWriteStore(at: url) else { return try open(allowsSave: false) }
        do {
            let container = try open(allowsSave: true)
            try ModelConfiguration(url: url).removePlainMigrationBackup()
            return container
        } catch let error as StoreError where error.code == .damaged {
            guard let container = try? open(allowsSave: false) else { throw error }
            return container
        }
    }

    /// Returns whether a store is encrypted.
    package static func isEncrypted(_ container: ModelContainer) -> Bool {
        let text = container.schema.entity(for: Entry.self)?.attributes.first { $0.name == "text" }
        return text?.options.contains(.encrypt) == true
    }

    /// Returns whether the store of a container was opened read-only.
    package static func isReadOnly(_ container: ModelContainer) -> Bool {
        container.configurations.contains { !$0.allowsSave }
    }

    private static func openToRead(_ url: URL) throws -> ModelContainer {
        try make(ModelConfiguration("journal", url: url, allowsSave: false))
    }

    /// Creates an in-memory store that is deleted together with the container.
    package static func inMemory() throws -> ModelContainer {
        try make(ModelConfiguration("journal", isStoredInMemoryOnly: true))
    }

    /// Creates a notebook unless one with this name exists.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - uuid: The identity of a new notebook.
    ///   - container: The journal.
    /// - Throws: `StoreError` if the store cannot be written.
    package static func ensureNotebook(
        _ name: String,
        as uuid: UUID = .random(),
        in container: ModelContainer
    ) throws {
        let context = ModelContext(container)
        guard try NameLookup.notebook(name, in: context) == nil else { return }
        let revision = Int(try container.historyBounds().last + 1)
        let name = try Name(name, .notebook)
        context.insert(Notebook(uuid: uuid, name: name, revision: revision))
        try context.save()
    }

    /// The configuration of a store with a key.
    static func configuration(
        _ url: URL,
        _ key: JournalKey,
        allowsSave: Bool = true
    ) -> ModelConfiguration {
        var configuration = ModelConfiguration("journal", url: url, allowsSave: allowsSave)
        configuration.encryptionKey = key.key
        configuration.keyRecord = key.envelope
        return configuration
    }

    /// Opens a store of a schema.
    static func make(
        _ configuration: ModelConfiguration,
        schema: Schema = .journal,
        plan: (any SchemaMigrationPlan.Type)? = JournalMigrationPlan.self
    ) throws -> ModelContainer {
        var configuration = configuration
        // A duplicate name is an error of the caller and must never update the existing notebook.
        configuration.uniqueCollision = .reject
        // Requests of other programs come to the daemon.
        configuration.sharing = .exclusive
        return try ModelContainer(
            for: schema,
            migrationPlan: plan,
            configurations: configuration
        )
    }
}
