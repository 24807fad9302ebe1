// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Migrates a store file to the schema of a container before the store is opened.
///
/// The migration works on a copy, which replaces the store once it is complete and synchronized to
/// disk. A failure before that, including termination of the process, leaves the store unchanged.
/// After a successful migration the old store is kept next to the new one as a backup.
struct StoreMigration {
    private let configuration: ModelConfiguration
    private let plan: (any SchemaMigrationPlan.Type)?
    private let target: StoreSchema
    private let key: StoreKey
    private let file: StoreFile
    /// The other stores of this process that may have the file open.
    private let openStores: OpenStores
    /// The files from which a store in a place that cannot be written is read; nil for others.
    private let unchanged: UnchangedStore?
    private var path: String { configuration.url.path(percentEncoded: false) }

    init(
        _ configuration: ModelConfiguration,
        plan: (any SchemaMigrationPlan.Type)?,
        target: StoreSchema,
        key: StoreKey,
        openStores: OpenStores,
        unchanged: UnchangedStore? = nil
    ) {
        self.configuration = configuration
        self.plan = plan
        self.target = target
        self.key = key
        self.openStores = openStores
        self.unchanged = unchanged
        file = StoreFile(configuration.url)
    }

    /// Migrates the store if necessary and returns its schema snapshot.
    ///
    /// If there is no store, the result is the snapshot for a new store.
    ///
    /// - Throws: `StoreError` if the file is not a usable store; `SwiftDataError` if its schema
    ///   cannot be migrated, with the differences; any error from the code of a custom stage.
    func run() throws -> SchemaSnapshot {
        if configuration.allowsSave { try file.recover() }
        let planner = try MigrationPlanner(plan, to: target, path: path)
        let shape = planner.shape
        guard
            let stored = try file.inspect(
                allowsSave: configuration.allowsSave,
                mayBeOpen: openStores.mayExist,
                unchanged: unchanged
            ),
            stored.hash != shape.hash
        else { return shape }
        try key.require(for: stored.shape.firstEncryptedColumn)
        try key.check(against: stored.keyCheck)
        try planner.checkRemovals(from: stored, isOpen: openStores.exist)
        let steps = try planner.steps(from: stored)
        for step in steps { try planner.check(step) }
        guard configuration.allowsSave else { throw planner.readOnlyError(stored) }
        try replace(by: steps, planner: planner)
        return shape
    }

    // MARK: Execution

    private func replace(by steps: [MigrationPlanner.Step], planner: MigrationPlanner) throws {
        let files = ExternalFiles(beside: configuration.url)
        try openStores.isolate()
        do {
            try file.copy()
            for step in steps {
                if let stage = step.stage, let willMigrate = stage.willMigrate {
                    try run(willMigrate, on: stage.from)
                }
                let migration = TableMigration(step, files: files, key: key)
                try key.require(for: step.to.firstEncryptedColumn)
                try file.working.write { db in
                    let obstacles = try ObstructedRows(step.mapping, in: db)
                        .obstacles(step.difference)
                    guard obstacles.isEmpty else {
                        throw planner.obstacleError(step, obstacles: obstacles)
                    }
                    try migration.run(in: db)
                    // The free pages of the file contain what is encrypted from now on.
                    if migration.encryptsStoredValues { try db.execute("VACUUM") }
                }
                if let didMigrate = step.stage?.didMigrate { try run(didMigrate, on: step.to) }
            }
            // Not before: if the migration fails, they continue to use the unchanged file.
            openStores.close()
            try file.replaceByCopy()
        } catch {
            file.working.remove()
            throw error
        }
    }

    /// Runs the custom code of a stage with a context on the working copy.
    private func run(
        _ body: (ModelContext) throws -> Void,
        on version: StoreSchema
    ) throws {
        var configuration = ModelConfiguration(configuration.name, url: file.working.url)
        configuration.migratedStore = self.configuration.url
        configuration.encryptionKey = self.configuration.encryptionKey
        configuration.deviceKey = self.configuration.deviceKey
        configuration.keyRecord = self.configuration.keyRecord
        let container = try ModelContainer(
            for: Schema(version.models, version: version.version),
            configurations: [configuration]
        )
        do {
            try body(ModelContext(container))
        } catch {
            try? container.close()
            throw error
        }
        try container.close()
    }
}
