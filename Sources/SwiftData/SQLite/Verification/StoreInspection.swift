// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Determines the effect of opening a store file, without a change to the file.
///
/// The caller must hold the lock of the store, if it has one.
struct StoreInspection {
    private let configuration: ModelConfiguration
    private let plan: (any SchemaMigrationPlan.Type)?
    private let target: StoreSchema
    private let key: StoreKey
    private let file: StoreFile
    private let openStores: OpenStores
    /// The folder for a copy of the store, if one is needed.
    private let temporaryFolder: URL
    private var path: String { configuration.url.path(percentEncoded: false) }

    init(
        _ configuration: ModelConfiguration,
        plan: (any SchemaMigrationPlan.Type)?,
        target: StoreSchema,
        openStores: OpenStores,
        temporaryFolder: URL = FileManager.default.temporaryDirectory
    ) {
        self.configuration = configuration
        self.plan = plan
        self.target = target
        self.openStores = openStores
        self.temporaryFolder = temporaryFolder
        key = StoreKey(configuration).forPreview(with: target.firstEncryptedColumn)
        let file = StoreFile(configuration.url)
        self.file = file.isInBackup ? file.backup : file
    }

    /// Returns the preview of a migration; errors of the store are part of it.
    ///
    /// - Throws: `StoreError` if a temporary copy of the store cannot be written.
    func preview() throws -> MigrationPreview {
        let planner: MigrationPlanner
        do {
            try key.require(for: target.firstEncryptedColumn)
            planner = try MigrationPlanner(plan, to: target, path: path)
            guard try file.isWritten(mayBeOpen: openStores.mayExist) else { return created() }
        } catch {
            return rejected(error)
        }
        let store = try file.unchanged(
            mayBeOpen: openStores.mayExist,
            temporaryFolder: temporaryFolder
        )
        do {
            return try store.read { db in
                // One state of the store, while other connections write.
                try db.transaction(.deferred) {
                    guard let stored = try file.schema(in: db) else { return created() }
                    return try preview(of: stored, in: db, planner: planner)
                }
            }
        } catch {
            return rejected(error)
        }
    }

    private func created() -> MigrationPreview {
        guard configuration.allowsSave else {
            return rejected(
                StoreError(
                    .inputOutput,
                    "there is no store at \(path), and a container that is opened read-only "
                        + "cannot create one"
                )
            )
        }
        return MigrationPreview(of: configuration.url, outcome: .created, to: target.version)
    }

    private func rejected(
        _ error: any Error,
        from version: Schema.Version? = nil,
        after stages: [MigrationPreview.Stage] = []
    ) -> MigrationPreview {
        MigrationPreview(
            of: configuration.url,
            outcome: .rejected,
            from: version,
            to: target.version,
            stages: stages,
            error: error
        )
    }

    // MARK: Existing stores

    private func preview(
        of stored: StoredSchema,
        in db: SQLiteDatabase,
        planner: MigrationPlanner
    ) throws -> MigrationPreview {
        let version = stored.shape.version
        var (stages, steps): ([MigrationPreview.Stage], [MigrationPlanner.Step]) = ([], [])
        do {
            try key.check(against: stored.keyCheck)
            guard stored.hash != planner.shape.hash else {
                return accepted(.unchanged, from: version)
            }
            try key.require(for: stored.shape.firstEncryptedColumn)
            try planner.checkRemovals(from: stored, isOpen: openStores.exist)
            steps = try planner.steps(from: stored)
        } catch {
            return rejected(error, from: version)
        }
        let objects = try SchemaObjects(of: db)
        let tables = try tables(of: steps, from: objects)
        var rows = try MigratedRows(db, objects: objects)
        stages = try zip(steps, tables).map {
            try stage($0, plan: $1.plan, objects: objects, in: db)
        }
        for (position, step) in steps.enumerated() {
            do { try planner.check(step) } catch {
                return rejected(error, from: version, after: Array(stages[...position]))
            }
        }
        guard configuration.allowsSave else {
            return rejected(planner.readOnlyError(stored), from: version, after: stages)
        }
        for (position, step) in steps.enumerated() {
            do {
                try key.require(for: step.to.firstEncryptedColumn)
                let (migration, plan) = tables[position]
                try StoreError.translating(path: path) {
                    try rows.apply(step, migration: migration, plan: plan)
                }
            } catch {
                return rejected(error, from: version, after: Array(stages[...position]))
            }
        }
        return accepted(.migrated, from: version, after: stages)
    }

    private func accepted(
        _ outcome: MigrationPreview.Outcome,
        from version: Schema.Version?,
        after stages: [MigrationPreview.Stage] = []
    ) -> MigrationPreview {
        MigrationPreview(
            of: configuration.url,
            outcome: outcome,
            from: version,
            to: target.version,
            stages: stages
        )
    }

    /// Returns the changes of the tables in each step; the first step finds `objects`.
    private func tables(
        of steps: [MigrationPlanner.Step],
        from objects: SchemaObjects
    ) throws -> [(migration: TableMigration, plan: TableMigration.Plan)] {
        let files = ExternalFiles(beside: file.url)
        var current = objects
        return try steps.map { step in
            let migration = TableMigration(step, files: files, key: key)
            let plan = try migration.plan(from: current)
            current = plan.target
            return (migration, plan)
        }
    }

    private func stage(
        _ step: MigrationPlanner.Step,
        plan: TableMigration.Plan,
        objects: SchemaObjects,
        in db: SQLiteDatabase
    ) throws -> MigrationPreview.Stage {
        MigrationPreview.Stage(
            fromVersion: step.fromVersion,
            toVersion: step.to.version,
            isCustom: step.stage?.isCustom ?? false,
            changes: step.difference.changes,
            tables: try plan.changes.map { name, effect in
                MigrationPreview.TableChange(
                    name: name,
                    effect: effect,
                    rowCount: objects.table(named: name) == nil
                        ? 0 : Int(try db.integer("SELECT count(*) FROM \(identifier: name)") ?? 0)
                )
            }
        )
    }
}

extension TableMigration.Plan {
    /// The tables that are created, rewritten or removed, sorted by name.
    fileprivate var changes: [(name: String, effect: MigrationPreview.TableChange.Effect)] {
        let written = rebuilt.map { name in
            let effect: MigrationPreview.TableChange.Effect =
                current.table(named: name) == nil ? .created : .rewritten
            return (name: name, effect: effect)
        }
        let removed = current.objects.filter { $0.isTable && target.table(named: $0.name) == nil }
            .map { (name: $0.name, effect: MigrationPreview.TableChange.Effect.removed) }
        return (written + removed).sorted { $0.name < $1.name }
    }
}
