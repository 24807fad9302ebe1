// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changes that a save writes, for the history and for other contexts.
struct SaveRecord {
    private(set) var history = HistoryEntry()
    var changes = ContextChanges()
    /// The foreign keys with an inverse relationship, by entity index; nil until they are needed.
    private var foreignKeys: [[PropertyDescription]?]

    init(author: String?, entityCount: Int) {
        history.author = author
        foreignKeys = Array(repeating: nil, count: entityCount)
    }

    /// Records a new row.
    mutating func insert(_ model: any PersistentModel, of entity: EntityDescription) {
        changes.rows[entity.index, default: .init()].inserted.append(model._$model.key)
        history.append(.insert, in: entity, of: model)
    }

    /// Records that a row or a relationship of a model changed.
    mutating func update(
        _ model: any PersistentModel,
        of entity: EntityDescription,
        properties: PropertySet
    ) {
        changes.rows[entity.index, default: .init()].updated.append(model._$model.key)
        history.append(.update, in: entity, of: model, properties: properties)
    }

    /// Records deleted rows without models.
    mutating func delete(keys: [Int64], of entity: EntityDescription) {
        for key in keys { history.append(.delete, in: entity, key: key) }
        changes.rows[entity.index, default: .init()].deleted += keys
    }

    /// Records the deletion of a model, with the values that the history keeps.
    mutating func delete(
        _ model: any PersistentModel,
        of entity: EntityDescription,
        tombstone: [String: _ColumnValue]
    ) {
        history.append(.delete, in: entity, of: model, tombstone: tombstone)
        changes.rows[entity.index, default: .init()].deleted.append(model._$model.key)
    }

    /// Records that another container has deleted the row of a changed model.
    mutating func noteMissing(_ model: any PersistentModel, of entity: EntityDescription) {
        changes.rows[entity.index, default: .init()].deleted.append(model._$model.key)
    }

    /// Records the foreign keys of a row.
    mutating func noteReferences(
        of model: any PersistentModel,
        entity: EntityDescription,
        in properties: PropertySet? = nil
    ) {
        for property in foreignKeys(of: entity) where properties?.contains(property.index) ?? true {
            guard let owner = property.reference?.targetKey(model), let inverse = property.inverse,
                let destination = property.destination
            else { continue }
            let relationship = ContextChanges.Relationship(
                entity: destination.index,
                property: inverse
            )
            changes.references[relationship, default: .init()]
                .insert(.init(key: model._$model.key, owner: owner))
        }
    }

    private mutating func foreignKeys(of entity: EntityDescription) -> [PropertyDescription] {
        if let known = foreignKeys[entity.index] { return known }
        let found = entity.invertedForeignKeys
        foreignKeys[entity.index] = found
        return found
    }

    /// Records changed links as updates of the models on the left side of the join table.
    ///
    /// Their rows do not change. Other contexts receive both ends.
    mutating func noteLinks(_ pairs: PendingLinks, in table: Int, graph: ObjectGraph) {
        changes.links[table, default: []] += pairs.pairs.map(\.keys)
        let join = graph.stores.layout.joinTables[table]
        let entity = graph.stores.schema.entities[join.left.entity]
        let property = entity.properties[join.left.property]
        var seen: Set<Int64> = []
        for pair in pairs.pairs {
            let state = pair.left._$model
            guard state.lifecycle == .stored, seen.insert(state.key).inserted,
                !state.changes.contains(property.index)
            else { continue }
            update(pair.left, of: entity, properties: [property.index])
        }
    }
}
