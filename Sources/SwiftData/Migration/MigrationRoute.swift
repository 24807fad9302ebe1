// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The versions of a migration plan and the stages between them.
struct MigrationRoute {
    /// A migration stage between two resolved versions.
    struct Step {
        let from: StoreSchema
        let to: StoreSchema
        var willMigrate: (@Sendable (ModelContext) throws -> Void)?
        var didMigrate: (@Sendable (ModelContext) throws -> Void)?

        var isCustom: Bool { willMigrate != nil || didMigrate != nil }
    }

    private let versions: [StoreSchema]
    private let stages: [MigrationStage]

    /// Creates a route from a migration plan.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` if two versions have identical schemas.
    init(_ plan: any SchemaMigrationPlan.Type, without others: Set<String>) throws {
        versions = try plan.schemas.map { try StoreSchema($0, without: others) }
            .sorted { $0.version < $1.version }
        stages = plan.stages
        var labels: [String: Schema.Version] = [:]
        for version in versions {
            let hash = version.wholeShape.hash
            guard let known = labels.updateValue(version.version, forKey: hash) else { continue }
            throw SwiftDataError.loadIssue(
                "Duplicate version checksums across stages detected: schemas \(known) and "
                    + "\(version.version) are identical (\(hash))"
            )
        }
    }

    /// Returns the newest version with a schema hash; nil if the plan contains none.
    ///
    /// Versions that differ only in entities of other stores have the same hash in this store; the
    /// newest requires the fewest steps.
    func version(hash: String) -> StoreSchema? { versions.last { $0.shape.hash == hash } }

    /// Returns the steps between two versions.
    ///
    /// A version without a stage is followed by a lightweight migration to the next version.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` if the stages do not lead to `end`.
    func steps(from start: StoreSchema, to end: StoreSchema) throws -> [Step] {
        var steps: [Step] = []
        var current = start
        while current.version != end.version {
            let next = try step(from: current)
            guard current.version < next.to.version, next.to.version <= end.version else {
                throw SwiftDataError.loadIssue(
                    "the migration stage from \(current.version) to \(next.to.version) "
                        + "does not lead to \(end.version)"
                )
            }
            steps.append(next)
            current = next.to
        }
        return steps
    }

    private func step(from current: StoreSchema) throws -> Step {
        for stage in stages where stage.from.versionIdentifier == current.version {
            guard let to = versions.first(where: { $0.version == stage.to.versionIdentifier })
            else {
                throw SwiftDataError.loadIssue(
                    "a migration stage ends at version \(stage.to.versionIdentifier), "
                        + "which is not among the plan's schemas"
                )
            }
            switch stage {
            case .lightweight: return Step(from: current, to: to)
            case .custom(_, _, let willMigrate, let didMigrate):
                return Step(
                    from: current,
                    to: to,
                    willMigrate: willMigrate,
                    didMigrate: didMigrate
                )
            }
        }
        guard let next = versions.first(where: { $0.version > current.version }) else {
            throw SwiftDataError.loadIssue(
                "no migration stage starts at version \(current.version)"
            )
        }
        return Step(from: current, to: next)
    }

    // MARK: Errors

    /// Returns the error for a store with a schema that is not part of the plan.
    func unknownSchemaError(_ stored: StoredSchema, path: String) -> SwiftDataError {
        let isNewer = versions.allSatisfy { $0.version < stored.shape.version }
        let known = versions.map { "\n  " + $0.label }.joined()
        var text =
            "\(path) has the schema \(stored.shape.version) (\(stored.hash)), "
            + "which is not in the migration plan; the plan has\(known)"
        if let (nearest, difference) = nearest(to: stored.shape) {
            text +=
                "\nDifferences from the store's schema to the most similar, \(nearest.version):"
                + difference.description
        }
        return SwiftDataError(isNewer ? .backwardMigration : .unknownSchema, text)
    }

    private func nearest(to shape: SchemaSnapshot) -> (StoreSchema, SchemaDiff)? {
        versions.map { version in
            let mapping = SchemaMapping(from: shape, to: version.shape)
            return (version, SchemaDiff(mapping, hasDefault: version.hasDefault))
        }
        .min { $0.1.changes.count < $1.1.changes.count }
    }
}

extension MigrationStage {
    var from: any VersionedSchema.Type {
        switch self {
        case .lightweight(let from, _), .custom(let from, _, _, _): from
        }
    }

    var to: any VersionedSchema.Type {
        switch self {
        case .lightweight(_, let to), .custom(_, let to, _, _): to
        }
    }
}
