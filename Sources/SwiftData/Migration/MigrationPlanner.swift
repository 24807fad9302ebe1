// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Determines the steps from the recorded schema of a store to a container's schema.
///
/// Planning does not access the store, so that a migration and its preview have the same steps.
struct MigrationPlanner {
    /// A change of the tables of a store from one version to another.
    struct Step {
        /// The stage of the migration plan; nil for a migration that no stage describes.
        let stage: MigrationRoute.Step?
        let mapping: SchemaMapping
        let to: StoreSchema
        let difference: SchemaDiff

        fileprivate init(_ stage: MigrationRoute.Step?, from shape: SchemaSnapshot, to: StoreSchema)
        {
            self.stage = stage
            self.to = to
            mapping = SchemaMapping(from: shape, to: to.shape)
            difference = SchemaDiff(
                mapping,
                isTrusted: stage?.isCustom ?? false,
                hasDefault: to.hasDefault
            )
        }

        /// Whether code runs before the change of the tables, which may remove values that cannot
        /// be converted.
        var preparesRows: Bool { stage?.willMigrate != nil }

        /// The version from which the step starts.
        var fromVersion: Schema.Version { stage?.from.version ?? mapping.old.version }
    }

    private let route: MigrationRoute?
    private let target: StoreSchema
    /// The path of the store, for errors.
    private let path: String

    /// Creates a planner for the migration of a store.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` if two versions of the plan have
    ///   identical schemas.
    init(_ plan: (any SchemaMigrationPlan.Type)?, to target: StoreSchema, path: String) throws {
        route = try plan.map { try MigrationRoute($0, without: target.otherEntities) }
        self.target = target
        self.path = path
    }

    /// The snapshot of a store after the migration.
    var shape: SchemaSnapshot { route?.version(hash: target.shape.hash)?.shape ?? target.shape }

    /// Returns the steps from the schema of a store, which `check(_:)` has yet to accept.
    ///
    /// - Throws: `SwiftDataError.unknownSchema`, `.backwardMigration` or
    ///   `.loadIssueModelContainer` if no steps lead to the schema of the container.
    func steps(from stored: StoredSchema) throws -> [Step] {
        guard let route else {
            guard stored.shape.version <= target.version else { throw backward(stored) }
            return [Step(nil, from: stored.shape, to: target)]
        }
        guard let start = route.version(hash: stored.hash) else {
            throw route.unknownSchemaError(stored, path: path)
        }
        guard let end = route.version(hash: target.shape.hash) else {
            throw SwiftDataError.loadIssue(
                "the container's schema \(target.label) is not in the migration plan"
            )
        }
        guard let stages = route.steps(from: start, to: end) else {
            throw start.version > end.version
                ? backward(stored) : route.noRouteError(from: start, to: end)
        }
        var shape = stored.shape
        return stages.map { stage in
            defer { shape = stage.to.shape }
            return Step(stage, from: shape, to: stage.to)
        }
    }

    /// Checks that the stage of a step has all code that the step requires.
    ///
    /// A stage with code that runs before is checked after that code, with
    /// `obstacleError(_:obstacles:)`.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` with the differences that do.
    func check(_ step: Step) throws {
        let obstacles = step.difference.obstacles
        guard !obstacles.isEmpty, !step.preparesRows else { return }
        throw obstacleError(step, obstacles: obstacles)
    }

    /// Returns the error for a step with obstacles.
    func obstacleError(_ step: Step, obstacles: [SchemaChange]) -> SwiftDataError {
        let old = step.mapping.old
        let condition =
            step.stage?.isCustom == true
            ? " even by its custom stage; a property of another type needs another name, to which "
                + "the stage copies the values, or willMigrate removes them:"
            : " without a custom stage:"
        return SwiftDataError.loadIssue(
            "\(path) has the schema \(old.version) (\(old.hash)), which cannot be "
                + "migrated to \(step.to.label)" + condition
                + SchemaDiff.list(obstacles)
                + "\nAll differences:" + step.difference.description
        )
    }

    /// Refuses to remove entities while another container of this process uses the file.
    ///
    /// - Throws: `StoreError` with the code `.locked`.
    func checkRemovals(from stored: StoredSchema, isOpen: Bool) throws {
        let kept = Set(target.shape.entities.flatMap(\.classNames))
        let removed = stored.shape.entities.flatMap(\.classNames).filter { !kept.contains($0) }
        guard isOpen, route == nil, !removed.isEmpty else { return }
        throw StoreError(
            .locked,
            "\(path) is in use by another container of this process, whose models "
                + "\(removed.joined(separator: ", ")) this container would remove; use the same "
                + "models in both or another file"
        )
    }

    /// Returns the error for a store of an older schema that was opened read-only.
    func readOnlyError(_ stored: StoredSchema) -> SwiftDataError {
        SwiftDataError.loadIssue(
            "\(path) has the schema \(stored.shape.version) and cannot be migrated to "
                + "\(target.version), because it was opened read-only"
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
}

extension StoreSchema {
    /// The names of the entities that the container keeps in other stores.
    fileprivate var otherEntities: Set<String> {
        Set(layout.tables.filter { !entities.contains($0.entity.index) }.map(\.name))
    }
}
