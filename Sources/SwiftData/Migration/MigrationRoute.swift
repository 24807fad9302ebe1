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

    /// A step to the version with an index.
    private struct Edge {
        let destination: Int
        let step: Step
    }

    /// The versions, oldest first.
    private let versions: [StoreSchema]
    /// The steps that start at each version.
    private let edges: [[Edge]]

    /// Creates a route from a migration plan.
    ///
    /// A version without a stage to a later one is followed by a lightweight migration to the next.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` if two versions have identical schemas.
    init(_ plan: any SchemaMigrationPlan.Type, without others: Set<String>) throws {
        let versions = try plan.versions.map { try StoreSchema($0, without: others) }
        var labels: [String: Schema.Version] = [:]
        for version in versions {
            let hash = version.wholeShape.hash
            guard let known = labels.updateValue(version.version, forKey: hash) else { continue }
            throw SwiftDataError.loadIssue(
                "Duplicate version checksums across stages detected: schemas \(known) and "
                    + "\(version.version) are identical (\(hash))"
            )
        }
        self.versions = versions
        edges = Self.edges(between: versions, stages: plan.stages)
    }

    private static func edges(
        between versions: [StoreSchema],
        stages: [MigrationStage]
    ) -> [[Edge]] {
        func index(of type: any VersionedSchema.Type) -> Int? {
            versions.firstIndex { $0.version == type.versionIdentifier }
        }
        var edges: [[Edge]] = versions.map { _ in [] }
        for stage in stages {
            guard let start = index(of: stage.from), let end = index(of: stage.to) else { continue }
            var step = Step(from: versions[start], to: versions[end])
            if case .custom(_, _, let willMigrate, let didMigrate) = stage {
                (step.willMigrate, step.didMigrate) = (willMigrate, didMigrate)
            }
            edges[start].append(Edge(destination: end, step: step))
        }
        for (start, version) in versions.enumerated()
        where edges[start].allSatisfy({ $0.destination <= start }) {
            let next = versions.firstIndex { $0.version > version.version }
            guard let next else { continue }
            edges[start].append(
                Edge(destination: next, step: Step(from: version, to: versions[next]))
            )
        }
        return edges
    }

    /// Returns the newest version with a schema hash; nil if the plan contains none.
    ///
    /// Versions that differ only in entities of other stores have the same hash in this store; the
    /// newest requires the fewest steps.
    func version(hash: String) -> StoreSchema? { versions.last { $0.shape.hash == hash } }

    /// Returns the fewest steps between two versions, to a later or an earlier one; nil if no
    /// stages lead there.
    func steps(from start: StoreSchema, to end: StoreSchema) -> [Step]? {
        guard let first = index(of: start), let last = index(of: end) else { return nil }
        // The steps to each version that was reached, breadth first.
        var reached = [first: [Step]()]
        var queue = [first]
        var position = 0
        while position < queue.count, reached[last] == nil {
            let current = queue[position]
            position += 1
            for edge in edges[current] where reached[edge.destination] == nil {
                reached[edge.destination] = (reached[current] ?? []) + [edge.step]
                queue.append(edge.destination)
            }
        }
        return reached[last]
    }

    private func index(of version: StoreSchema) -> Int? {
        versions.firstIndex { $0.version == version.version }
    }

    // MARK: Errors

    /// Returns the error for stages that do not lead from a version to another.
    func noRouteError(from start: StoreSchema, to end: StoreSchema) -> SwiftDataError {
        let reached = versions.filter { steps(from: start, to: $0)?.isEmpty == false }
        let list = reached.map { "\($0.version)" }.joined(separator: ", ")
        return SwiftDataError.loadIssue(
            "the migration stages from \(start.version) do not lead to \(end.version), "
                + (reached.isEmpty ? "but end there" : "only to \(list)")
                + "; add a stage to \(end.version)"
        )
    }

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

extension SchemaMigrationPlan {
    /// The versions of the plan, oldest first: those that it lists and those that its stages name.
    static var versions: [any VersionedSchema.Type] {
        var versions = schemas
        for version in stages.flatMap({ [$0.from, $0.to] })
        where !versions.contains(where: { $0.versionIdentifier == version.versionIdentifier }) {
            versions.append(version)
        }
        return versions.sorted { $0.versionIdentifier < $1.versionIdentifier }
    }
}
