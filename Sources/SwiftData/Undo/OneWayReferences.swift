// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Finds the references to deleted models by relationships without an inverse.
///
/// No delete rule applies to them: the store clears them when it deletes the rows.
struct OneWayReferences {
    private let graph: ObjectGraph

    init(_ graph: ObjectGraph) { self.graph = graph }

    /// Returns the saved references to models of an entity.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    /// - Complexity: O(*n*) for the *n* rows of an entity with such a to-many relationship,
    ///   otherwise O(*k*) for *k* references.
    func references(
        to models: [any PersistentModel],
        in entity: EntityDescription
    ) throws -> [OneWayReference] {
        let models = Dictionary(models.map { ($0._$model.key, $0) }) { first, _ in first }
        var found: [OneWayReference] = []
        for owner in graph.stores.schema.entities {
            for index in owner.relationshipIndexes {
                let property = owner.properties[index]
                guard property.destination === entity, property.inverse == nil else { continue }
                found += try references(to: models, by: property, of: owner)
            }
        }
        return found
    }

    private func references(
        to models: [Int64: any PersistentModel],
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> [OneWayReference] {
        guard let filter = filter(property, of: entity, to: Array(models.keys)) else { return [] }
        var query = FetchQuery(entity)
        query.filter = filter
        let owners = try graph.stores.uninterrupted { try graph.fetcher.savedModels(query) }
        guard property.isToMany else {
            return owners.compactMap { owner in
                guard !owner._$model.changes.contains(property.index),
                    let target = property.reference?.targetKey(owner).flatMap({ models[$0] })
                else { return nil }
                return OneWayReference(owner: owner, property: property, target: target)
            }
        }
        let byKey = Dictionary(owners.map { ($0._$model.key, $0) }) { first, _ in first }
        let pairs = try graph.stores.read(entity) { reader in
            try reader.related(to: Array(byKey.keys), by: property, of: entity, over: nil)
        }
        return pairs.compactMap { pair in
            guard let owner = byKey[pair.owner], let target = models[pair.target] else {
                return nil
            }
            return OneWayReference(owner: owner, property: property, target: target)
        }
    }

    /// Returns the condition that a row refers to one of the models.
    private func filter(
        _ property: PropertyDescription,
        of entity: EntityDescription,
        to keys: [Int64]
    ) -> QueryExpression? {
        let row = QueryPath(QueryVariable(id: 0, entity: entity))
        let values = keys.map { _ColumnValue.integer($0) }
        guard property.isToMany else {
            return row.appending(property).map { .isOneOf(.key($0), values) }
        }
        guard let destination = property.destination else { return nil }
        let target = QueryVariable(id: 1, entity: destination)
        return .exists(
            QueryRelation(
                source: row,
                index: property.index,
                variable: target,
                test: .isOneOf(.key(QueryPath(target)), values)
            )
        )
    }
}
