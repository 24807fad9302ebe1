// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An update of a model that a save has executed.
struct RecordedUpdate {
    let model: any PersistentModel
    let entity: EntityDescription
    /// The properties that were assigned.
    let properties: PropertySet
    /// Whether the row has other values than before.
    let isChanged: Bool

    init(
        _ model: any PersistentModel,
        entity: EntityDescription,
        properties: PropertySet,
        isChanged: Bool
    ) {
        self.model = model
        self.entity = entity
        self.properties = properties
        self.isChanged = isChanged
    }
}

/// The relationships that a save changes without changing the rows of their models.
///
/// A relationship without a column in the row of its model is assumed to change with any row that
/// may have referred to the model: the previous values of foreign keys are unknown.
struct ChangedRelationships {
    private typealias Relationship = ContextChanges.Relationship

    private let graph: ObjectGraph
    private let updates: [RecordedUpdate]
    private let other: [UpsertResolver.Change]
    private let deletedRows: [Int: [Int64]]
    private let links: [Int: PendingLinks]
    /// The foreign keys that changed, and the entities with inserted, deleted and waiting rows; nil
    /// until they are needed.
    private var foreignKeys: (changed: Set<Relationship>, entities: Set<Int>)?

    /// Creates the changes of a save.
    ///
    /// - Parameters:
    ///   - graph: The objects of the context, with the new models.
    ///   - updates: The updates before the deletions, or after them.
    ///   - other: The deleted models, and the models that are updated after the deletions.
    ///   - deletedRows: The deleted rows without a model, by entity index.
    ///   - links: The changed pairs, by join table index.
    init(
        _ graph: ObjectGraph,
        updates: [RecordedUpdate],
        other: [UpsertResolver.Change],
        deletedRows: [Int: [Int64]],
        links: [Int: PendingLinks]
    ) {
        self.graph = graph
        self.updates = updates
        self.other = other
        self.deletedRows = deletedRows
        self.links = links
    }

    /// Returns whether an assigned relationship of a model changed.
    mutating func contain(changeOf update: RecordedUpdate) -> Bool {
        let arranged = graph.changes.pending.arranged[ObjectIdentifier(update.model)]
        let places = graph.stores.layout[update.entity].places
        for property in update.entity.relationships(of: update.model)
        where update.properties.contains(property.index) {
            if arranged?.properties.contains(property.index) == true { return true }
            switch places[property.index] {
            case .joinTable(let index, _): if links[index] != nil { return true }
            case .inverseColumn: if isChanged(inverseOf: property) { return true }
            // A model that is assigned again may be placed last.
            case .ownColumn: if property.inverseProperty?.isOrdered == true { return true }
            case nil: break
            }
        }
        return false
    }

    private mutating func isChanged(inverseOf property: PropertyDescription) -> Bool {
        guard let destination = property.destination, let inverse = property.inverse else {
            return true
        }
        let known = foreignKeys ?? changedForeignKeys
        foreignKeys = known
        return known.entities.contains(destination.index)
            || known.changed.contains(Relationship(entity: destination.index, property: inverse))
    }

    private var changedForeignKeys: (changed: Set<Relationship>, entities: Set<Int>) {
        var changed: Set<Relationship> = []
        for update in updates where update.isChanged {
            for property in update.entity.invertedForeignKeys
            where update.properties.contains(property.index) {
                changed.insert(Relationship(entity: update.entity.index, property: property.index))
            }
        }
        let inserted = graph.changes.pending.inserted.values.lazy
            .compactMap { $0._$model.entity?.index }
        return (changed, Set(inserted).union(other.map(\.entity.index)).union(deletedRows.keys))
    }
}
