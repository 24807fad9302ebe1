// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The effects of a deletion that are not among the pending changes of the context.
///
/// Another context may have saved rows since that refer to the deleted ones. The store deletes
/// them, or clears their references, by its foreign key constraints, and removes pairs of join
/// tables. Relationships without an inverse are not included: no commit lists them.
struct UnlistedReferrers {
    /// The models of the rows that the store deletes.
    private(set) var deleted: [any PersistentModel] = []
    /// The models with references that the store clears, by relationship.
    private(set) var cleared: [(property: PropertyDescription, models: [any PersistentModel])] = []
    /// The pairs that refer to rows that the save deletes, by join table index.
    private(set) var links: [Int: [PendingRows.Pair]] = [:]

    private let graph: ObjectGraph
    /// The keys of `deleted` by entity index.
    private var deletedKeys: [Int: Set<Int64>] = [:]

    init(_ graph: ObjectGraph) { self.graph = graph }

    /// Finds the rows in the open transaction of a save, before it deletes or updates rows with
    /// models.
    ///
    /// - Parameter deleted: The keys of rows that the save deletes, by entity index.
    /// - Throws: `StoreError` if the store cannot be read.
    /// - Complexity: One query for each relationship of the deleted rows, and for each level of
    ///   rows that a deletion cascades to and that are not pending.
    mutating func find(ofDeleted deleted: [Int: [Int64]]) throws {
        var level = deleted
        while !level.isEmpty {
            var next: [Int: [Int64]] = [:]
            for (index, keys) in level.sorted(by: { $0.key < $1.key }) {
                try find(of: graph.stores.schema.entities[index], keys: keys.sorted(), next: &next)
            }
            level = next
        }
        let keys = deletedKeys
        cleared = cleared.map { property, models in
            let remaining = models.filter { model in
                let entity = model._$model.entity?.index ?? -1
                return keys[entity]?.contains(model._$model.key) != true
            }
            return (property, remaining)
        }
    }

    /// Finds the rows that refer to deleted rows of an entity.
    ///
    /// Adds the rows to `next` if the deletion cascades to them.
    private mutating func find(
        of entity: EntityDescription,
        keys: [Int64],
        next: inout [Int: [Int64]]
    ) throws {
        for index in entity.relationshipIndexes {
            let property = entity.properties[index]
            guard let inverse = property.inverseProperty, let destination = property.destination
            else { continue }
            switch graph.stores.layout[entity].places[index] {
            case .joinTable(let table, let isLeft)?:
                links[table, default: []] += try related(to: keys, by: property, in: entity).map {
                    isLeft
                        ? PendingRows.Pair(left: $0.owner, right: $0.target)
                        : PendingRows.Pair(left: $0.target, right: $0.owner)
                }
            case .inverseColumn?:
                let column = graph.stores.layout[destination].columns(of: inverse.index).first
                guard let action = column?.references?.onDelete, action != "NO ACTION" else {
                    continue
                }
                let pending = graph.changes.pending.deletedRows
                    .keys(ofEntity: destination.index)
                let unlisted = try related(to: keys, by: property, in: entity).map(\.target)
                    .filter { !pending.contains($0) }
                    .filter { !isPending($0, by: inverse, in: destination) }
                guard !unlisted.isEmpty else { continue }
                let models = try models(of: unlisted, in: destination)
                if action == "CASCADE" {
                    deleted += models
                    deletedKeys[destination.index, default: []].formUnion(unlisted)
                    next[destination.index, default: []] += unlisted
                } else {
                    cleared.append((inverse, models))
                }
            case .ownColumn?, nil: break
            }
        }
    }

    private func related(
        to keys: [Int64],
        by property: PropertyDescription,
        in entity: EntityDescription
    ) throws -> [RelatedKeys] {
        try graph.stores.read(entity) {
            try $0.related(to: keys, by: property, of: entity, over: nil)
        }
    }

    /// Returns whether the pending changes delete the model of a row, or change its reference.
    private func isPending(
        _ key: Int64,
        by reference: PropertyDescription,
        in entity: EntityDescription
    ) -> Bool {
        if deletedKeys[entity.index]?.contains(key) == true { return true }
        guard let state = graph.objects.object(entity, key: key)?._$model else { return false }
        return state.lifecycle != .stored || state.changes.contains(reference.index)
    }

    private func models(
        of keys: [Int64],
        in entity: EntityDescription
    ) throws -> [any PersistentModel] {
        var query = FetchQuery(entity)
        query.scope = .keys(keys)
        return try graph.fetcher.savedModels(query)
    }
}

extension SaveOperation {
    /// The models to which the deletion cascades and that the delete rules have not found.
    var cascaded: [Change] {
        (unlistedReferrers?.deleted ?? []).compactMap { model in
            model._$model.entity.map { (model, $0) }
        }
    }

    /// The changes that are not pending ones, for the objects of the context.
    var unlistedChanges: ContextChanges {
        var changes = ContextChanges()
        for model in (unlistedReferrers?.deleted ?? []) + missing {
            guard let entity = model._$model.entity else { continue }
            changes.rows[entity.index, default: .init()].deleted.append(model._$model.key)
        }
        for model in unlistedReferrers?.cleared.flatMap(\.models) ?? [] {
            guard let entity = model._$model.entity else { continue }
            changes.rows[entity.index, default: .init()].updated.append(model._$model.key)
        }
        return changes
    }
}
