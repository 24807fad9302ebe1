// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
import Synchronization

/// The default store: an SQLite database in WAL mode with one writer and concurrent readers.
final class SQLiteStore: ContextStore {
    /// The version of the file format that this code reads and writes.
    ///
    /// In format 1 a trigger inserted new rows into the full-text index, and the other triggers
    /// did not check whether the index contains a row. Before format 3, the history had a row for
    /// each change. Before format 4, the full-text index did not divide scripts without spaces;
    /// before format 5, it had all rows, see `UnindexedRows`; before formats 6 and 7, its words had
    /// other rules, see `TextRules`.
    static let formatVersion = 8

    let identity: StoreIdentity
    private let layout: SchemaLayout
    let isReadOnly: Bool
    /// The indexes of the entities in this store.
    private let entities: Set<Int>
    private let path: String
    private let pool: ConnectionPool
    private let resources: ConnectionResources
    private let keys: KeyCounters
    /// The use of the file; nil after the store was closed.
    private let use: Mutex<SharedStoreFile.Use?>
    /// The files from which a store in a place that cannot be written is read; nil for others.
    private let unchanged: UnchangedStore?
    /// The identity of the store's file; nil for a store in memory.
    private let file: OpenedFile?
    /// Whether a read or a write has found damage, after which nothing is written that was not
    /// requested.
    private let isDamaged: Atomic<Bool>
    /// The damage because of which the store cannot be written; nil if none was found when it was
    /// opened.
    private let damage: StoreError?

    /// Opens the store of a configuration, and creates or migrates it if necessary.
    ///
    /// - Throws: `StoreError` if the file is not usable; `SwiftDataError` if its schema cannot be
    ///   migrated.
    init(
        _ givenConfiguration: ModelConfiguration,
        schema target: StoreSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws {
        // A symbolic link and its target are the same store: they share the lock, the log and the
        // other files of the store.
        var configuration = givenConfiguration
        if !configuration.isStoredInMemoryOnly {
            configuration.url = configuration.url.resolvingSymlinksInPath()
        }
        let (layout, entities) = (target.layout, target.entities)
        let path = configuration.url.path(percentEncoded: false)
        let isShared = !configuration.isStoredInMemoryOnly && configuration.migratedStore == nil
        let file = StoreFile(configuration.url)
        let isUnwritable = isShared && !configuration.allowsSave && !file.isWritable
        if isShared, !isUnwritable { try Self.createFolder(of: configuration.url) }
        let use =
            isUnwritable
            ? try SharedStoreFile.openUnwritable(configuration.url)
            : isShared ? try SharedStoreFile.open(configuration.url) : SharedStoreFile.unshared()
        // Another container of this process may be opening the same file.
        use.file.writing.lock()
        defer { use.file.writing.unlock() }
        // Nothing else writes the file while this process holds its lock. A file without a lock was
        // copied or moved there, or is on a read-only file system.
        let unchanged = isUnwritable ? try file.unchanged(mayBeOpen: use.openStores.mayExist) : nil
        self.unchanged = unchanged
        let key = StoreKey(configuration)
        try key.require(for: target.firstEncryptedColumn)
        var shape = target.shape
        if isShared {
            shape = try StoreMigration(
                configuration,
                plan: migrationPlan,
                target: target,
                key: key,
                openStores: use.openStores,
                unchanged: unchanged
            ).run()
        }
        let pool = try StoreError.translating(path: path) {
            try SQLiteConnectionFactory.open(
                configuration,
                layout: layout,
                file: use.file,
                unchanged: unchanged
            )
        }
        // Before the first write, and after the file was created or migrated.
        try use.file.lockMainFile(path)
        self.layout = layout
        self.entities = entities
        self.path = path
        self.pool = pool
        self.use = Mutex(use)
        self.file = configuration.isStoredInMemoryOnly ? nil : OpenedFile(path)
        self.isReadOnly = !configuration.allowsSave
        let metadata = try StoreError.translating(path: path) { [shape, isReadOnly] in
            try pool.write { db in
                if !isReadOnly {
                    try db.reportingProgress {
                        try DeletedContent.removeFiller(db)
                        try StoreMetadata.upgradeFormat(db, layout: layout, entities: entities)
                    }
                }
                let metadata = try StoreMetadata.prepare(
                    db,
                    layout: layout,
                    entities: entities,
                    shape: shape
                )
                let needsKey = target.firstEncryptedColumn != nil
                try key.prepare(db, needsKey: needsKey, isReadOnly: isReadOnly)
                return metadata
            }
        }
        if !isReadOnly {
            let tables = layout.tables.filter { entities.contains($0.entity.index) }
            // A store with a damaged index, or on a full disk, can be read nevertheless.
            try? pool.write { db in
                for table in tables { try FullTextMerging.disableAutomatic(in: table, db: db) }
            }
        }
        let files = Self.externalFiles(of: configuration, owner: metadata.identifier)
        identity = StoreIdentity(metadata.identifier)
        self.resources = ConnectionResources(
            layout: layout,
            store: metadata.identifier,
            files: files,
            path: path,
            cipher: key.cipher
        )
        self.keys = KeyCounters(
            use.file.keys,
            layout: layout,
            lastKeys: metadata.lastKeys,
            lastTransaction: metadata.lastTransaction
        )
        damage = metadata.damage.map { StoreError($0, path: path) }
        isDamaged = Atomic(damage != nil)
        // Another store may have written files before it saves their rows. In a damaged store, a
        // file may belong to a row that cannot be read.
        if let files, damage == nil, !isReadOnly, isShared, use.file.hasOneUser {
            try removeUnusedFiles(files, entities: entities)
        }
        completeIndexes()
        use.file.add(self)
    }

    /// Returns the external files of a store; nil for a store in memory.
    ///
    /// The working copy of a migration shares the files of the original store and must not remove
    /// any: the original store needs them if the migration fails.
    private static func externalFiles(
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
        // Without a log or an incomplete index, the file can also be read where it cannot be
        // written.
        completeIndexes()
        pool.close()
        use.withLock { $0 = nil }
    }

    /// Closes the store, because another store of this process migrates its file.
    func supersede() {
        pool.close(
            throwing: StoreError(
                .replaced,
                "\(path) was migrated by another container of this process; use that container"
            )
        )
    }

    func copy(to url: URL, progress: () throws -> Void) throws {
        try Self.createFolder(of: url)
        let path = url.path(percentEncoded: false)
        // Under another name until it is complete, so that no file looks like a store and is not.
        try StoreFile.withTemporary(in: url.deletingLastPathComponent()) { partial in
            try translating {
                let target = try SQLiteDatabase(partial.path)
                try pool.readSnapshot { writer in
                    completeIndexes(writer)
                } _: { db in
                    try db.backUp(
                        to: target,
                        pagesPerStep: Self.pagesPerCopyStep,
                        progress: progress
                    )
                }
                // Without a separate log.
                try target.execute("PRAGMA journal_mode = MEMORY")
                // Commits of the copy have the numbers of later commits of this store.
                try StoreMetadata.setNewIdentifier(in: target)
            }
            try partial.publish(as: path)
        }
    }

    func checkpoint() throws -> Bool {
        guard !isReadOnly, file != nil else { return true }
        return try translating {
            try pool.write { db in
                completeIndexes(db)
                return try db.checkpoint()
            }
        }
    }

    /// Copying these takes a fraction of a second.
    static var pagesPerCopyStep: Int32 { 1_024 }

    static func createFolder(of url: URL) throws {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StoreError(
                .inputOutput,
                "could not create the folder of \(url.path(percentEncoded: false)): "
                    + "\(FileFailure(error))"
            )
        }
    }

    func nextKey(for entity: EntityDescription) -> Int64 { keys.next(for: entity.index) }

    func write<R>(
        for client: StoreClient,
        _ body: (any StoreTransaction) throws -> R
    ) throws -> R {
        guard !isReadOnly else {
            throw StoreError(
                .readOnly,
                unchanged == nil
                    ? "\(path) was opened read-only"
                    : "\(path) or its folder cannot be written, so the store was opened read-only;"
                        + " make both writable and open it again"
            )
        }
        if let damage { throw damage }
        let transaction = SQLiteTransaction(
            resources,
            keys: keys,
            defersIndexing: client.defersIndexing && file != nil
                && !isDamaged.load(ordering: .relaxed)
        )
        let result: R
        do {
            result = try translating {
                try pool.write { db in
                    let result = try db.transaction { try transaction.run(in: db, body) }
                    // Before the next write, which continues with the numbers of this one.
                    transaction.finish(committed: true)
                    return result
                }
            }
        } catch {
            transaction.finish(committed: false)
            throw error
        }
        // A commit to a file that was removed or replaced is lost when the store closes.
        try file?.requireInPlace()
        return result
    }

    func erase() throws {
        try write(for: StoreClient()) { transaction in
            for table in layout.tables where entities.contains(table.entity.index) {
                let query = FetchQuery(table.entity)
                let keys = try transaction.read { try $0.keys(query, over: nil) }
                try transaction.delete(keys: keys, from: table.entity)
            }
            try transaction.deleteHistory(through: .max, author: nil)
        }
    }

    func eraseDeletedContent(_ step: ErasureStep, isFirst: Bool) throws -> Bool {
        try translating {
            try pool.write { db in
                let content = DeletedContent(db: db, layout: layout, entities: entities)
                if isFirst { completeIndexes(db) }
                switch step {
                case .mergeIndexes: return try content.mergeIndexes(isFirst: isFirst)
                case .overwriteRows: return try content.overwriteRows()
                case .rewriteFile:
                    try content.rewriteFile()
                    return true
                case .emptyLog: return try content.emptyLog()
                case .removeBackup:
                    guard file != nil else { return true }
                    let backup = StoreFile(URL(filePath: path)).backup
                    backup.remove()
                    ExternalFiles(beside: backup.url).removeAll()
                    return true
                }
            }
        }
    }

    func read<R>(
        for client: StoreClient,
        _ body: (any StoreReading) throws -> R
    ) throws -> R {
        try translating {
            do {
                return try pool.read { db in
                    try interruptible(db, client: client) {
                        let indexes: SQLiteConnection.Indexes = isReadOnly ? .accepted : .checked
                        return try body(
                            SQLiteConnection(
                                db,
                                resources: resources,
                                indexes: indexes,
                                readsAhead: pool.hasReaders
                            )
                        )
                    }
                }
            } catch is IncompleteIndexError {
                return try readIndexed(for: client, body)
            }
        }
    }

    func readSnapshot<R>(
        for client: StoreClient,
        isSearched: Bool,
        _ body: (any StoreReading) throws -> R
    ) throws -> R {
        try translating {
            do {
                return try pool.read { db in
                    try interruptible(db, client: client) {
                        // The connection of a store in memory is locked during the read, so nothing
                        // is committed.
                        try db.snapshot {
                            if isSearched, !isReadOnly, try !hasCompleteIndexes(db) {
                                throw IncompleteIndexError()
                            }
                            let indexes: SQLiteConnection.Indexes =
                                isSearched ? .accepted : .notUsed
                            return try body(
                                SQLiteConnection(db, resources: resources, indexes: indexes)
                            )
                        }
                    }
                }
            } catch is IncompleteIndexError {
                return try readIndexed(for: client, body)
            }
        }
    }

    /// Calls `body` with a session that reads one commit with all rows in its indexes.
    private func readIndexed<R>(
        for client: StoreClient,
        _ body: (any StoreReading) throws -> R
    ) throws -> R {
        do {
            return try pool.readSnapshot { writer in
                guard completeIndexes(writer) else { throw IncompleteIndexError() }
            } _: { db in
                try interruptible(db, client: client) {
                    try body(SQLiteConnection(db, resources: resources, indexes: .accepted))
                }
            }
        } catch is IncompleteIndexError {
            // The rows are added in memory only.
            return try pool.write { db in
                try db.rollingBack {
                    try interruptible(db, client: client) {
                        try SQLiteTransaction(resources, keys: keys).read(in: db, body)
                    }
                }
            }
        }
    }

    /// Runs `body`, translates its errors, and records whether the database is damaged.
    private func translating<R>(_ body: () throws -> R) throws -> R {
        try StoreError.translating(path: path) {
            do {
                return try body()
            } catch let error as SQLiteError where error.kind == .damaged {
                isDamaged.store(true, ordering: .relaxed)
                throw error
            }
        }
    }

    private func interruptible<R>(
        _ db: SQLiteDatabase,
        client: StoreClient,
        _ body: () throws -> R
    ) throws -> R {
        guard let interruption = client.interruption else { return try body() }
        return try db.interrupting(by: interruption, body)
    }

    /// Whether the full-text indexes contain all rows of the commit that a connection reads.
    private func hasCompleteIndexes(_ db: SQLiteDatabase) throws -> Bool {
        try indexedTables.allSatisfy { try UnindexedRows(of: $0, in: db)?.bound() == nil }
    }

    private var indexedTables: [TableSQL] {
        resources.tables.filter { $0.texts != nil && entities.contains($0.table.entity.index) }
    }

    private func completeIndexes() {
        guard canCompleteIndexes else { return }
        _ = try? pool.write { completeIndexes($0) }
    }

    /// Whether something may be written to the file that nothing requested.
    private var canCompleteIndexes: Bool {
        // A copy can be written.
        (!isReadOnly || unchanged?.access == .readWrite) && !isDamaged.load(ordering: .relaxed)
    }

    /// Adds the rows that commits left to others to the full-text indexes.
    ///
    /// - Returns: Whether the indexes contain all rows. They may not if the store is damaged, or if
    ///   there is no space.
    @discardableResult
    private func completeIndexes(_ db: SQLiteDatabase) -> Bool {
        guard canCompleteIndexes else { return false }
        do {
            try translating {
                guard try !hasCompleteIndexes(db) else { return }
                let transaction = SQLiteTransaction(resources, keys: keys)
                try db.transaction {
                    try transaction.run(in: db) { _ in
                        for table in indexedTables {
                            try transaction.completeIndex(of: table.table.entity.index)
                        }
                    }
                }
            }
            return true
        } catch {
            return false
        }
    }

    private func withConnection<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
        try translating {
            try pool.read { db in try body(SQLiteConnection(db, resources: resources)) }
        }
    }

    /// Removes external files that a crash left without a row.
    private func removeUnusedFiles(_ files: ExternalFiles, entities: Set<Int>) throws {
        let external = layout.tables.filter { table in
            entities.contains(table.entity.index)
                && table.columns.contains(where: \.policy.isExternal)
        }
        files.removeUnused(keeping: try withConnection { try $0.externalNames(in: external) })
    }
}
