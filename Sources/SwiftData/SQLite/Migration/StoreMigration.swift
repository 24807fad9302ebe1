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
    private var path: String { configuration.url.path(percentEncoded: false) }

    init(
        _ configuration: ModelConfiguration,
        plan: (any SchemaMigrationPlan.Type)?,
        target: StoreSchema,
        key: StoreKey,
        openStores: OpenStores
    ) {
        self.configuration = configuration
        self.plan = plan
        self.target = target
        self.key = key
        self.openStores = openStores
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
        let route = try plan.map { try MigrationRoute($0, without: otherEntities) }
        let shape = route?.version(hash: target.shape.hash)?.shape ?? target.shape
        guard
            let stored = try file.inspect(
                allowsSave: configuration.allowsSave,
                mayBeOpen: openStores.mayExist
            ),
            stored.hash != shape.hash
        else { return shape }
        try key.require(for: stored.shape.firstEncryptedColumn)
        try key.check(against: stored.keyCheck)
        try checkRemovals(from: stored)
        let steps = try route.map { try planned($0, from: stored) } ?? inferred(from: stored)
        guard configuration.allowsSave else {
            throw SwiftDataError.loadIssue(
                "\(path) has the schema \(stored.shape.version) and cannot be migrated to "
                    + "\(target.version), because it was opened read-only"
            )
        }
        try replace(by: steps)
        return shape
    }

    /// The names of the entities that the container keeps in other stores.
    private var otherEntities: Set<String> {
        Set(
            target.layout.tables.filter { !target.entities.contains($0.entity.index) }.map(\.name)
        )
    }

    // MARK: Planning

    private typealias MigrationStep = (
        step: MigrationRoute.Step?, mapping: SchemaMapping, to: StoreSchema
    )

    private func planned(
        _ route: MigrationRoute,
        from stored: StoredSchema
    ) throws -> [MigrationStep] {
        guard let start = route.version(of: stored) else {
            throw route.unknownSchemaError(stored, path: path)
        }
        guard let end = route.version(hash: target.shape.hash) else {
            throw SwiftDataError.loadIssue(
                "the container's schema \(target.label) is not in the migration plan"
            )
        }
        var shape = stored.shape
        var conversion: [MigrationStep] = []
        if stored.hash != start.shape.hash {
            // Structs of this version were stored as JSON.
            let mapping = SchemaMapping(from: shape, to: start.shape)
            try check(mapping, to: start, isTrusted: false)
            conversion = [(nil, mapping, start)]
            shape = start.shape
            if start.version == end.version { return conversion }
        }
        guard start.version < end.version else { throw backward(stored) }
        return conversion
            + (try route.steps(from: start, to: end).map { step in
                let mapping = SchemaMapping(from: shape, to: step.to.shape)
                try check(mapping, to: step.to, isTrusted: step.isCustom)
                shape = step.to.shape
                return (step, mapping, step.to)
            })
    }

    /// Refuses to remove entities while another container of this process uses the file.
    private func checkRemovals(from stored: StoredSchema) throws {
        let kept = Set(target.shape.entities.flatMap(\.classNames))
        let removed = stored.shape.entities.flatMap(\.classNames).filter { !kept.contains($0) }
        guard openStores.exist, plan == nil, !removed.isEmpty else { return }
        throw StoreError(
            .locked,
            "\(path) is in use by another container of this process, whose models "
                + "\(removed.joined(separator: ", ")) this container would remove; use the same "
                + "models in both or another file"
        )
    }

    private func inferred(from stored: StoredSchema) throws -> [MigrationStep] {
        guard stored.shape.version <= target.version else { throw backward(stored) }
        let mapping = SchemaMapping(from: stored.shape, to: target.shape)
        try check(mapping, to: target, isTrusted: false)
        return [(nil, mapping, target)]
    }

    private func check(_ mapping: SchemaMapping, to version: StoreSchema, isTrusted: Bool) throws {
        let difference = SchemaDiff(
            mapping,
            isTrusted: isTrusted,
            hasDefault: version.hasDefault
        )
        guard !difference.obstacles.isEmpty else { return }
        throw SwiftDataError.loadIssue(
            "\(path) has the schema \(mapping.old.version) (\(mapping.old.hash)), which cannot be "
                + "migrated to \(version.label) without a custom stage:"
                + SchemaDiff.list(difference.obstacles)
                + "\nAll differences:" + difference.description
        )
    }

    private func backward(_ stored: StoredSchema) -> SwiftDataError {
        let mapping = SchemaMapping(from: stored.shape, to: target.shape)
        let difference = SchemaDiff(mapping, hasDefault: target.hasDefault)
        return SwiftDataError(
            .backwardMigration,
            "\(path) has the schema \(stored.shape.version) (\(stored.hash)), which is newer "
                + "than the container's schema \(target.label):" + difference.description
        )
    }

    // MARK: Execution

    private func replace(by steps: [MigrationStep]) throws {
        let files = ExternalFiles(beside: configuration.url)
        do {
            try file.copy()
            for (step, mapping, version) in steps {
                if let step, let willMigrate = step.willMigrate {
                    try run(willMigrate, on: step.from)
                }
                let migration = TableMigration(
                    mapping: mapping,
                    layout: version.layout,
                    entities: version.entities,
                    files: files,
                    cipher: key.cipher
                )
                try key.require(for: version.firstEncryptedColumn)
                try file.working.write { db in
                    try migration.run(in: db)
                    // The free pages of the file contain what is encrypted from now on.
                    if migration.encryptsStoredValues { try db.execute("VACUUM") }
                }
                if let step, let didMigrate = step.didMigrate { try run(didMigrate, on: step.to) }
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
