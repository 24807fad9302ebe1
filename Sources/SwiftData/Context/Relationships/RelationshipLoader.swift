// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Loads the models of an unloaded relationship that is read.
protocol RelationshipReader: AnyObject {
    /// Returns the models of a relationship, including unsaved changes.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func fetchRelated(
        to model: any PersistentModel,
        at index: Int
    ) throws -> [any PersistentModel]
    /// Returns the keys of the saved rows that refer to a model and have no models themselves.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func fetchRelatedKeys(
        to model: any PersistentModel,
        by property: PropertyDescription,
        in entity: EntityDescription
    ) throws -> [Int64]
}

/// Loads the models of relationships: saved rows from the store, then unsaved changes from memory.
///
/// Queries read saved rows only. Merging all unsaved rows in the query of each relationship would
/// make changes of many models quadratic.
final class RelationshipLoader: RelationshipReader {
    let stores: StoreAccess
    let changes: ChangeTracker
    let objects: ObjectRegistry
    let fetcher: ModelFetcher

    init(_ graph: ObjectGraph) {
        stores = graph.stores
        changes = graph.changes
        objects = graph.objects
        fetcher = graph.fetcher
    }

    /// Returns the models of a relationship, including unsaved changes.
    ///
    /// Returns no models if the store cannot be read. A property cannot throw that error; the next
    /// save or fetch does.
    func related(to model: any PersistentModel, at index: Int) -> [any PersistentModel] {
        do {
            return try fetchRelated(to: model, at: index)
        } catch {
            changes.noteReadFailure(error)
            return []
        }
    }

    func fetchRelated(
        to model: any PersistentModel,
        at index: Int
    ) throws -> [any PersistentModel] {
        guard let owner = model._$model.entity else { return [] }
        let property = owner.properties[index]
        guard let entity = property.destination else { return [] }
        var query = FetchQuery(entity)
        query.scope = .related(to: model._$model.key, by: property, of: owner)
        let saved = try stores.uninterrupted { try fetcher.savedModels(query) }
        return withUnsavedChanges(saved, to: model, by: property, of: owner)
    }

    /// Returns the models of a relationship of many models, including unsaved changes, with one
    /// batch, whether they are loaded or not.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func fetchRelated(
        to owners: [any PersistentModel],
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> [[any PersistentModel]] {
        guard let destination = property.destination else { return owners.map { _ in [] } }
        let related = try stores.uninterrupted {
            try savedModels(related: property, to: owners, in: entity, destination: destination)
        }
        return owners.map { owner in
            withUnsavedChanges(
                related[owner._$model.key] ?? [],
                to: owner,
                by: property,
                of: entity
            )
        }
    }

    func fetchRelatedKeys(
        to model: any PersistentModel,
        by property: PropertyDescription,
        in entity: EntityDescription
    ) throws -> [Int64] {
        try fetchRelatedKeys(toRows: [model._$model.key], by: property, in: entity).map(\.target)
    }

    /// Returns the keys of the saved rows that refer to some rows.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func fetchRelatedKeys(
        toRows owners: [Int64],
        by property: PropertyDescription,
        in entity: EntityDescription
    ) throws -> [RelatedKeys] {
        guard let destination = property.destination else { return [] }
        return try stores.uninterrupted {
            try stores.read(destination) { reader in
                try reader.related(to: owners, by: property, of: entity, over: nil)
            }
        }
    }

    /// Returns whether a to-many relationship contains a model, without loading the others.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func isRelated(
        _ target: any PersistentModel,
        to owner: any PersistentModel,
        by property: PropertyDescription
    ) throws -> Bool {
        if property.access.isLoaded(owner) { return property.contains(target, in: owner) }
        guard let entity = owner._$model.entity, let destination = property.destination else {
            return false
        }
        if let inverse = property.inverseProperty, !inverse.isToMany {
            objects.loadIfFault(target)
            return inverse.reference?.target(target) === owner
                || inverse.reference?.targetKey(target) == owner._$model.key
        }
        var query = FetchQuery(destination)
        query.scope = .related(to: owner._$model.key, by: property, of: entity)
        query.filter = .equal(
            .key(QueryPath(QueryVariable(id: 0, entity: destination))),
            .constant(.integer(target._$model.key), _ColumnType(.integer))
        )
        return try fetcher.count(query, includingPending: true) > 0
    }
}
