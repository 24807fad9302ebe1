// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
import Synchronization

/// The default store: an SQLite database in WAL mode with one writer and concurrent readers.
///
/// `StoreOpening` has the phases in which it is opened.
final class SQLiteStore: ContextStore, OpenStore {
    let identity: StoreIdentity
    let isReadOnly: Bool
    /// The indexes of the entities in this store.
    let entities: Set<Int>
    let pool: ConnectionPool
    let resources: ConnectionResources
    let keys: KeyCounters
    /// The use of the file, or `nil` after the store was closed.
    private let use: Mutex<SharedStoreFile.Use?>
    /// The files from which a store in a place that cannot be written is read; nil for others.
    let unchanged: UnchangedStore?
    /// The identity of the store's file, or `nil` for a store in memory.
    let file: OpenedFile?
    let damage: StoreDamage
    /// The commits of other processes that share the store; nil for others.
    private let sharedCommits: Mutex<SharedCommits?>
    var remoteCommits: (any RemoteCommits)? { sharedCommits.withLock { $0 } }
    var layout: SchemaLayout { resources.layout }
    var path: String { resources.path }

    /// Opens the store of a configuration, and creates or migrates it if necessary.
    ///
    /// - Throws: `StoreError` if the file is not usable; `SwiftDataError` if its schema cannot be
    ///   migrated.
    convenience init(
        _ configuration: ModelConfiguration,
        schema: StoreSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws {
        let resolved = StoreOpening.Resolved(configuration, schema: schema)
        let use = try resolved.beginUse()
        // Another container of this process may be opening the same file.
        use.file.writing.lock()
        defer { use.file.writing.unlock() }
        try use.file.beginOpening(resolved.file.path)
        defer { use.file.endOpening() }
        let prepared = try StoreOpening.Locked(resolved, use: use)
            .migrated(by: migrationPlan)
            .connected()
            .prepared()
        self.init(prepared)
        // Another store may have written files before it saves their rows. In a damaged store, a
        // file may belong to a row that cannot be read.
        if resolved.isShared, use.file.hasOneStore, damage.whenOpened == nil {
            try removeUnusedFiles()
        }
        completeIndexes()
        use.file.add(self)
        if let processes = use.file.processes { try follow(processes) }
    }

    /// Begins to follow the commits of other processes, during a turn of this one.
    private func follow(_ processes: StoreProcesses) throws {
        let bounds = try read(for: StoreClient()) { try $0.historyBounds() }
        let commits = SharedCommits(
            processes,
            after: bounds,
            changes: processes.turns.changesAfter
        ) { [weak self] body in
            guard let self else { throw StoreError(.failed, "the store is closed") }
            return try read(for: StoreClient(), body)
        }
        sharedCommits.withLock { $0 = commits }
    }

    private init(_ prepared: StoreOpening.Prepared) {
        let connected = prepared.connected
        identity = StoreIdentity(prepared.resources.store)
        isReadOnly = connected.isReadOnly
        entities = connected.format.entities
        pool = connected.pool
        resources = prepared.resources
        keys = prepared.keys
        use = Mutex(connected.locked.use)
        unchanged = connected.locked.unchanged
        file = connected.file
        damage = StoreDamage(prepared.damage)
        sharedCommits = Mutex(nil)
    }

    /// Removes external files that a crash left without a row.
    private func removeUnusedFiles() throws {
        guard let files = resources.files, !isReadOnly else { return }
        let external = layout.tables.filter { table in
            entities.contains(table.entity.index)
                && table.columns.contains(where: \.policy.isExternal)
        }
        let names = try translating {
            try pool.read { db in
                try SQLiteConnection(db, resources: resources).externalNames(in: external)
            }
        }
        files.removeUnused(keeping: names)
    }

    func nextKey(for entity: EntityDescription) -> Int64 { keys.next(for: entity.index) }

    func close() throws {
        // Without a log or an incomplete index, the file can also be read where it cannot be
        // written.
        completeIndexes()
        sharedCommits.withLock { $0 }?.close()
        pool.close()
        use.withLock { $0 = nil }
    }

    func supersede() {
        pool.close(
            throwing: StoreError(
                .replaced,
                "\(path) was migrated by another container of this process; use that container"
            )
        )
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

    // MARK: Writing

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
        if let error = damage.whenOpened { throw error }
        let transaction = SQLiteTransaction(
            resources,
            keys: keys,
            // Another process would not know what is left to it.
            defersIndexing: client.defersIndexing && file != nil && !keys.isShared
                && !damage.isFound
        )
        let result: R
        do {
            result = try translating {
                try pool.write { db in
                    let result = try db.transaction { try transaction.run(in: db, body) }
                    // Before the next write, which continues with the numbers of this one.
                    transaction.finish(committed: true)
                    if keys.isShared, let transactions = transaction.recordedTransactions {
                        sharedCommits.withLock { $0 }?.note(transactions)
                    }
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
            // Nothing remains to be captured.
            try transaction.setCaptureCursor(nil)
            try transaction.removeAllSyncRecords()
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

    // MARK: Reading

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
                            SQLiteConnection(db, resources: resources, indexes: indexes)
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

    private func interruptible<R>(
        _ db: SQLiteDatabase,
        client: StoreClient,
        _ body: () throws -> R
    ) throws -> R {
        guard let interruption = client.interruption else { return try body() }
        return try db.interrupting(by: interruption, body)
    }

    /// Runs `body`, translates its errors, and records whether the database is damaged.
    func translating<R>(_ body: () throws -> R) throws -> R {
        try StoreError.translating(path: path) {
            do {
                return try body()
            } catch let error as SQLiteError where error.kind == .damaged {
                damage.found()
                throw error
            }
        }
    }
}

extension ModelConfiguration: StoreFactory {
    func openStore(
        for schema: StoreSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> any ContextStore {
        try SQLiteStore(self, schema: schema, migrationPlan: migrationPlan)
    }
}

/// The damage that was found in a store.
final class StoreDamage: Sendable {
    /// The damage that prevents writing to the store, or `nil` if none was found when it was
    /// opened.
    let whenOpened: StoreError?
    private let wasFound: Atomic<Bool>

    init(_ error: StoreError?) {
        whenOpened = error
        wasFound = Atomic(error != nil)
    }

    /// Whether a read or a write has found damage; from then on, the store writes only on request.
    var isFound: Bool { wasFound.load(ordering: .relaxed) }

    /// Records that a read or a write has found damage.
    func found() { wasFound.store(true, ordering: .relaxed) }
}
