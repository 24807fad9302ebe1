// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Also loads the relationship of the models that follow if relationships are read one after the
/// other.
final class ReadAheadLoader: RelationshipReader {
    private let stores: StoreAccess
    private let objects: ObjectRegistry
    /// Loads the relationships that were not loaded ahead.
    private let plain: RelationshipLoader
    private var readAhead = RelationshipReadAhead()
    private var keysAhead = RelatedKeysAhead()

    init(_ graph: ObjectGraph) {
        stores = graph.stores
        objects = graph.objects
        plain = graph.relationshipLoader
    }

    func fetchRelated(
        to model: any PersistentModel,
        at index: Int
    ) throws -> [any PersistentModel] {
        guard let entity = model._$model.entity else { return [] }
        let property = entity.properties[index]
        let owners = [model] + nextOwners(after: model, by: property, in: entity)
        // A row of another model that cannot be read must not concern this one.
        if owners.count > 1,
            (try? stores.uninterrupted({ try plain.prefetch(property, of: owners, in: entity) }))
                != nil,
            let targets = property.relation?.targets(model)
        {
            return targets
        }
        return try plain.fetchRelated(to: model, at: index)
    }

    func fetchRelatedKeys(
        to model: any PersistentModel,
        by property: PropertyDescription,
        in entity: EntityDescription
    ) throws -> [Int64] {
        let coordinator = stores.coordinator
        coordinator.publishRemoteChanges()
        // Before the read, so that a commit during the read makes the keys outdated.
        let position = coordinator.changes.position
        let key = model._$model.key
        if let keys = keysAhead.keys(of: key, by: property, at: position) { return keys }
        let others = nextOwners(after: model, by: property, in: entity)
        guard !others.isEmpty else {
            return try plain.fetchRelatedKeys(to: model, by: property, in: entity)
        }
        let owners = [key] + others.map { $0._$model.key }
        let pairs = try plain.fetchRelatedKeys(toRows: owners, by: property, in: entity)
        keysAhead.insert(pairs, of: owners, by: property, at: position)
        return keysAhead.keys(of: key, by: property, at: position) ?? []
    }

    /// Returns the models with the same relationship that are probably read after a model.
    private func nextOwners(
        after model: any PersistentModel,
        by property: PropertyDescription,
        in entity: EntityDescription
    ) -> [any PersistentModel] {
        // Without a context, models keep no relationships.
        guard model._$model.context != nil else { return [] }
        let key = model._$model.key
        guard let prediction = readAhead.prediction(for: property, key: key) else { return [] }
        var owners: [any PersistentModel] = []
        var last = key
        for distance in 1...prediction.range {
            guard owners.count < prediction.count else { break }
            let next = key &+ (prediction.isDescending ? -distance : distance)
            guard let owner = objects.object(entity, key: next), owner._$model.lifecycle == .stored,
                !owner._$model.isFault, !property.access.isLoaded(owner)
            else { continue }
            owners.append(owner)
            last = next
        }
        readAhead.noteLoad(of: property, upTo: last, count: owners.count)
        return owners
    }
}
