// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Loads the models that relationships of several models refer to, asking for each relationship once
    /// and not once for each model.
    ///
    /// - Throws: `SwiftDataError.unsupportedKeyPath` for what isn't a relationship; `StoreError` when the
    ///   store can't be read.
    func prefetch<T: PersistentModel>(_ keyPaths: [PartialKeyPath<T>], of models: [T]) throws {
        guard !keyPaths.isEmpty else { return }
        let entity = try coordinator.graph.entity(for: T.self)
        for keyPath in keyPaths {
            guard let property = entity.property(at: keyPath),
                let destination = property.destination
            else {
                throw SwiftDataError.unsupportedKeyPath(
                    "\(keyPath) isn't a relationship of \(entity.name)"
                )
            }
            for model in models where model._$model.isFault { load(model) }
            let owners = models.filter { owner in
                owner._$model.context === self && !property.access.isLoaded(owner)
            }
            guard !owners.isEmpty else { continue }
            if !property.isToMany, property.ownsForeignKey(in: entity) {
                try prefetchReferences(property, of: owners, to: destination)
            } else {
                try prefetchRelated(property, of: owners, entity, to: destination)
            }
        }
    }

    /// Loads what the rows of the owners refer to.
    private func prefetchReferences(
        _ property: PropertyDescription,
        of owners: [any PersistentModel],
        to destination: EntityDescription
    ) throws {
        let keys = Set(owners.compactMap { property.access.targetKey($0) })
        let targets = try models(destination, keys: keys)
        for owner in owners {
            guard let key = property.access.targetKey(owner), let target = targets[key] else {
                continue
            }
            property.access.setTargets([target], of: owner)
        }
    }

    /// Loads what other rows and join tables relate to the owners.
    private func prefetchRelated(
        _ property: PropertyDescription,
        of owners: [any PersistentModel],
        _ entity: EntityDescription,
        to destination: EntityDescription
    ) throws {
        let pairs = try reader(of: destination).related(
            to: owners.map(\._$model.key),
            by: property,
            of: entity,
            over: try pendingRows()
        )
        let targets = try models(destination, keys: Set(pairs.map(\.target)))
        var related: [Int64: [any PersistentModel]] = [:]
        for pair in pairs {
            guard let target = targets[pair.target] else { continue }
            related[pair.owner, default: []].append(target)
        }
        for owner in owners {
            property.access.setTargets(related[owner._$model.key] ?? [], of: owner)
        }
    }

    /// The models with some keys; those that aren't in memory are loaded together.
    private func models(
        _ entity: EntityDescription,
        keys: Set<Int64>
    ) throws -> [Int64: any PersistentModel] {
        var models: [Int64: any PersistentModel] = [:]
        for key in keys {
            guard let known = identityMap.model(entity.index, key), !known._$model.isFault else {
                continue
            }
            models[key] = known
        }
        guard models.count < keys.count else { return models }
        var query = FetchQuery(entity)
        query.scope = .keys(keys.filter { models[$0] == nil }.sorted())
        for model in try fetchModels(query, includingPending: false) {
            models[model._$model.key] = model
        }
        return models
    }
}
