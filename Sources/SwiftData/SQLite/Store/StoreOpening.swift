// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The phases in which a store is opened: resolved, locked, migrated, connected, prepared.
///
/// Each takes the values of the previous one, so that no step can be made too early.
enum StoreOpening {
    /// A store with a resolved location.
    struct Resolved {
        /// The configuration, with the symbolic links of its URL resolved.
        let configuration: ModelConfiguration
        let schema: StoreSchema
        let file: StoreFile
        /// Whether other stores of this process may use the file.
        let isShared: Bool
        /// Whether the store is only read because its place cannot be written.
        let isUnwritable: Bool

        init(_ configuration: ModelConfiguration, schema: StoreSchema) {
            // A symbolic link and its target are the same store: they share the lock, the log and
            // the other files of the store.
            var resolved = configuration
            if !resolved.isStoredInMemoryOnly {
                resolved.url = resolved.url.resolvingSymlinksInPath()
            }
            self.configuration = resolved
            self.schema = schema
            file = StoreFile(resolved.url)
            isShared = !resolved.isStoredInMemoryOnly && resolved.migratedStore == nil
            isUnwritable = isShared && !resolved.allowsSave && !file.isWritable
        }

        /// Acquires the lock of the file for this process, or for those that share it, and creates
        /// its folder if necessary.
        ///
        /// - Throws: `StoreError` if another process has the file open that does not share it, or
        ///   if the folder cannot be created.
        func beginUse() throws -> SharedStoreFile.Use {
            guard isShared else { return SharedStoreFile.unshared() }
            if isUnwritable { return try SharedStoreFile.openUnwritable(file.url) }
            try file.createFolder()
            guard case .amongProcesses(let limit) = configuration.sharing else {
                return try SharedStoreFile.open(file.url)
            }
            return try SharedStoreFile.share(file.url, waitingAtMost: limit)
        }
    }

    /// A store that this process has locked, while no other store of the process writes the file.
    struct Locked {
        let resolved: Resolved
        let use: SharedStoreFile.Use
        /// The files from which a store in a place that cannot be written is read; nil for others.
        let unchanged: UnchangedStore?
        let key: StoreKey

        /// - Throws: `StoreError` if the configuration lacks the key of the store, or if the files
        ///   cannot be copied.
        init(_ resolved: Resolved, use: SharedStoreFile.Use) throws {
            self.resolved = resolved
            self.use = use
            // Nothing else writes the file while this process holds its lock. A file without a lock
            // was copied or moved there, or is on a read-only file system.
            unchanged =
                resolved.isUnwritable
                ? try resolved.file.unchanged(mayBeOpen: use.openStores.mayExist) : nil
            let column = resolved.schema.firstEncryptedColumn
            let (allowsSave, unchanged) = (resolved.configuration.allowsSave, unchanged)
            key = try StoreKey(resolved.configuration)
                .forStore(with: column, isReadOnly: !allowsSave) {
                    try resolved.file.inspect(
                        allowsSave: allowsSave,
                        mayBeOpen: use.openStores.mayExist,
                        unchanged: unchanged
                    )?.keyCheck
                }
            try key.require(for: column)
        }

        /// Migrates the file to the schema if necessary.
        func migrated(by plan: (any SchemaMigrationPlan.Type)?) throws -> Migrated {
            guard resolved.isShared else {
                return Migrated(locked: self, shape: resolved.schema.shape)
            }
            let migration = StoreMigration(
                resolved.configuration,
                plan: plan,
                target: resolved.schema,
                key: key,
                openStores: use.openStores,
                unchanged: unchanged
            )
            return Migrated(locked: self, shape: try migration.run())
        }
    }

    /// A store with a file that has the schema, or does not exist yet.
    struct Migrated {
        let locked: Locked
        let shape: SchemaSnapshot

        /// Opens the connections, which creates the file if necessary, and locks the file.
        func connected() throws -> Connected {
            let resolved = locked.resolved
            let path = resolved.file.path
            let pool = try StoreError.translating(path: path) {
                try SQLiteConnectionFactory.open(
                    resolved.configuration,
                    layout: resolved.schema.layout,
                    file: locked.use.file,
                    unchanged: locked.unchanged
                )
            }
            // Before the first write, and after the file was created or migrated.
            try locked.use.file.lockMainFile(path)
            return Connected(migrated: self, pool: pool)
        }
    }

    /// A store with connections to a file that only processes that share it use.
    struct Connected {
        let migrated: Migrated
        let pool: ConnectionPool
        /// The identity of the store's file, or `nil` for a store in memory.
        let file: OpenedFile?
        let format: StoreFormat

        init(migrated: Migrated, pool: ConnectionPool) {
            self.migrated = migrated
            self.pool = pool
            let resolved = migrated.locked.resolved
            let schema = resolved.schema
            file =
                resolved.configuration.isStoredInMemoryOnly ? nil : OpenedFile(resolved.file.path)
            format = StoreFormat(layout: schema.layout, entities: schema.entities)
        }

        var locked: Locked { migrated.locked }
        var isReadOnly: Bool { !locked.resolved.configuration.allowsSave }
        private var path: String { locked.resolved.file.path }

        /// Creates the tables, and reads the state of the store.
        func prepared() throws -> Prepared {
            let state = try StoreError.translating(path: path) { try pool.write(prepareTables) }
            if !isReadOnly {
                // A store with a damaged index, or on a full disk, can be read nevertheless.
                try? pool.write(format.disableMerging)
            }
            return Prepared(connected: self, state: state)
        }

        private func prepareTables(in db: SQLiteDatabase) throws -> StoreState {
            if !isReadOnly {
                try db.reportingProgress { try DeletedContent.removeFiller(db) }
            }
            try format.create(migrated.shape, in: db)
            let state = try format.read(db)
            if !isReadOnly {
                let schema = locked.resolved.schema
                try PairTriggers.install(in: db, layout: schema.layout, entities: schema.entities)
            }
            let needsKey = locked.resolved.schema.firstEncryptedColumn != nil
            try locked.key.prepare(db, needsKey: needsKey, isReadOnly: isReadOnly)
            return state
        }
    }

    /// A store that can be read and written.
    struct Prepared {
        let connected: Connected
        let resources: ConnectionResources
        let keys: KeyCounters
        /// The damage that prevents writing to the store, or `nil` if none was found.
        let damage: StoreError?

        init(connected: Connected, state: StoreState) {
            self.connected = connected
            let locked = connected.locked
            let path = locked.resolved.file.path
            resources = ConnectionResources(
                layout: connected.format.layout,
                store: state.identifier,
                files: Self.externalFiles(
                    of: locked.resolved.configuration,
                    owner: state.identifier
                ),
                path: path,
                cipher: locked.key.cipher,
                hasUnindexedRows: state.hasUnindexedRows
            )
            keys = KeyCounters(
                locked.use.file.keys,
                layout: connected.format.layout,
                lastKeys: state.lastKeys,
                lastTransaction: state.lastTransaction
            )
            damage = state.damage.map { StoreError($0, path: path) }
        }

        /// Returns the external files of a store, or `nil` for a store in memory.
        ///
        /// The working copy of a migration shares the files of the original store and must not
        /// remove any: the original store needs them if the migration fails.
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
    }
}
