// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import GRDB
import Synchronization

/// The default store: one SQLite file, one writer, readers over its write-ahead log.
final class SQLiteStore: ContextStore {
    /// The version of the tables this code makes and understands.
    ///
    /// In format 1 a trigger put new rows into the full-text index, and the others didn't look
    /// whether a row is there.
    static let formatVersion = 2

    let identifier: String
    private let layout: SchemaLayout
    let isReadOnly: Bool
    /// The indexes of those whose rows are in this store.
    private let entities: Set<Int>
    private let path: String
    private let database: any DatabaseWriter
    private let resources: ConnectionResources
    private let keys: KeyCounters
    private let lock: StoreLock?
    /// Nil for a store in memory.
    private let file: OpenedFile?

    /// Opens the store of a configuration, making or migrating it as needed.
    ///
    /// - Throws: `StoreError` when the file can't be used, `SwiftDataError` when its schema can't.
    init(
        _ givenConfiguration: ModelConfiguration,
        schema target: StoreSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws {
        // A link and what it points to are one store: with one lock, and one name for what is
        // beside it.
        var configuration = givenConfiguration
        if !configuration.isStoredInMemoryOnly {
            configuration.url = configuration.url.resolvingSymlinksInPath()
        }
        let (layout, entities) = (target.layout, target.entities)
        let path = configuration.url.path(percentEncoded: false)
        var shape = target.shape
        var lock: StoreLock?
        if !configuration.isStoredInMemoryOnly, configuration.migratedStore == nil {
            try Self.makeFolder(of: configuration.url)
            lock = try StoreLock(for: configuration.url)
            shape = try StoreMigration(configuration, plan: migrationPlan, target: target).run()
        }
        let database = try StoreError.translating(path: path) {
            try SQLiteConnectionFactory.open(configuration)
        }
        self.layout = layout
        self.entities = entities
        self.path = path
        self.database = database
        self.lock = lock
        self.file = configuration.isStoredInMemoryOnly ? nil : OpenedFile(path)
        self.isReadOnly = !configuration.allowsSave
        let metadata = try StoreError.translating(path: path) { [shape, isReadOnly] in
            try database.writeWithoutTransaction { db in
                if !isReadOnly {
                    try StoreMetadata.modernize(db, layout: layout, entities: entities)
                }
                return try StoreMetadata.prepare(
                    db,
                    layout: layout,
                    entities: entities,
                    shape: shape
                )
            }
        }
        let files = Self.files(of: configuration, owner: metadata.identifier)
        self.identifier = metadata.identifier
        self.resources = ConnectionResources(
            layout: layout,
            store: metadata.identifier,
            files: files,
            path: path
        )
        self.keys = KeyCounters(metadata.lastKeys, lastTransaction: metadata.lastTransaction)
        if let files, !isReadOnly, configuration.migratedStore == nil {
            try collectFiles(files, entities: entities)
        }
    }

    /// The copy that a migration works on shares the files of the store and must not remove any: as
    /// long as the migration can fail, the store needs them.
    private static func files(
        of configuration: ModelConfiguration,
        owner: String
    ) -> ExternalFiles? {
        guard !configuration.isStoredInMemoryOnly else { return nil }
        guard let store = configuration.migratedStore else {
            return ExternalFiles(beside: configuration.url, of: owner)
        }
        return ExternalFiles(beside: store, of: owner, keepsAll: true)
    }

    func close() throws {
        // The last connection to go empties the log into the store, which a reader may not do.
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        try StoreError.translating(path: path) { try database.close() }
        lock?.release()
    }

    func copy(to url: URL) throws {
        try Self.makeFolder(of: url)
        let path = url.path(percentEncoded: false)
        try StoreError.translating(path: path) {
            let target = try DatabaseQueue(path: path)
            try database.backup(to: target)
            try target.close()
        }
    }

    private static func makeFolder(of url: URL) throws {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StoreError(
                .inputOutput,
                "the folder of \(url.path(percentEncoded: false)) can't be made: \(error)"
            )
        }
    }

    func nextKey(for entity: EntityDescription) -> Int64 { keys.next(for: entity.index) }

    func write<R>(_ body: (any StoreTransaction) throws -> R) throws -> R {
        guard !isReadOnly else {
            throw StoreError(.readOnly, "\(path) was opened for reading only")
        }
        let transaction = SQLiteTransaction(resources, keys: keys)
        do {
            let result = try StoreError.translating(path: path) {
                try database.writeWithoutTransaction { db in
                    var result: R?
                    try db.inTransaction(.immediate) {
                        result = try transaction.run(in: db, body)
                        return .commit
                    }
                    // Before the next writer's turn, so that it goes on counting from here.
                    transaction.finish(committed: true)
                    return result
                }
            }
            guard let result else { throw StoreError(.failed, "the transaction had no result") }
            // What was committed into a file that nobody can open again is not saved.
            try file?.requireInPlace()
            return result
        } catch {
            transaction.finish(committed: false)
            throw error
        }
    }

    func erase() throws {
        try write { transaction in
            for table in layout.tables where entities.contains(table.entity.index) {
                let query = FetchQuery(table.entity)
                let keys = try transaction.read { try $0.keys(query, over: nil) }
                try transaction.delete(keys: keys, from: table.entity)
            }
            try transaction.deleteHistory(through: .max, author: nil)
        }
    }

    func read<R>(
        until interruption: ReadInterruption?,
        _ body: (any StoreReading) throws -> R
    ) throws -> R {
        try withConnection { connection in
            guard let interruption else { return try body(connection) }
            return try interruption.ending(in: connection.db) { try body(connection) }
        }
    }

    private func withConnection<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
        try StoreError.translating(path: path) {
            try database.unsafeRead { db in try body(SQLiteConnection(db, resources)) }
        }
    }

    private func collectFiles(_ files: ExternalFiles, entities: Set<Int>) throws {
        let external = layout.tables.filter { table in
            entities.contains(table.entity.index)
                && table.columns.contains(where: \.policy.isExternal)
        }
        files.collect(keeping: try withConnection { try $0.externalNames(in: external) })
    }
}
