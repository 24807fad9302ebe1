// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension RelationshipLoader {
    /// Returns the number of models in a to-many relationship that satisfy a condition.
    func count<Source, Target>(
        relatedTo model: Source,
        by keyPath: PartialKeyPath<Source>,
        matching predicate: Predicate<Target>?
    ) throws -> Int where Source: PersistentModel, Target: PersistentModel {
        try fetcher.count(
            query(relatedTo: model, by: keyPath, matching: FetchDescriptor(predicate: predicate)),
            includingPending: true
        )
    }

    /// Returns the identifiers of the first models in a to-many relationship.
    func identifiers<Source, Target>(
        relatedTo model: Source,
        by keyPath: KeyPath<Source, [Target]>,
        limit: Int
    ) throws -> [PersistentIdentifier] where Source: PersistentModel, Target: PersistentModel {
        let property = try toMany(at: keyPath, of: model)
        if property.isOrdered, !changes.pending.isEmpty {
            // Unsaved changes are in the order of the array.
            let models =
                try property.relation?.targets(model)
                ?? fetchRelated(to: model, at: property.index)
            return models.prefix(limit).map(\.persistentModelID)
        }
        var descriptor = FetchDescriptor<Target>()
        descriptor.fetchLimit = limit
        return try fetcher.identifiers(
            query(relatedTo: model, by: keyPath, matching: descriptor),
            includingPending: true
        )
    }

    private func query<Source, Target>(
        relatedTo model: Source,
        by keyPath: AnyKeyPath,
        matching descriptor: FetchDescriptor<Target>
    ) throws -> FetchQuery where Source: PersistentModel, Target: PersistentModel {
        let property = try toMany(at: keyPath, of: model)
        var query = try fetcher.query(descriptor)
        if let entity = model._$model.entity {
            query.scope = .related(to: model._$model.key, by: property, of: entity)
        }
        return query
    }

    /// Returns the to-many relationship of a model in the context.
    ///
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if the key path is no such relationship, or
    ///   the model is not in the context.
    func toMany(
        at keyPath: AnyKeyPath,
        of model: some PersistentModel
    ) throws -> PropertyDescription {
        guard objects.contains(model),
            let property = model._$model.entity?.property(at: keyPath), property.isToMany
        else {
            throw SwiftDataError.unsupportedKeyPath(
                "\(keyPath.displayName) is not a to-many relationship of a model in this context"
            )
        }
        return property
    }

    /// Returns an attribute of the related models of each model, from the store if it can read it
    /// by itself.
    func texts<Source, Target>(
        _ attribute: KeyPath<Target, String>,
        by relationship: KeyPath<Source, [Target]>,
        of models: [Source]
    ) throws -> [[String]] where Source: PersistentModel, Target: PersistentModel {
        let keys = models.map { $0._$model.key }
        let stored = try storedTexts(attribute, by: relationship, ofRows: keys)
        if let stored { return stored }
        try prefetch([relationship], of: models)
        return models.map { $0[keyPath: relationship].map { $0[keyPath: attribute] } }
    }

    /// Returns an attribute of the related models of each row; `nil` if the store cannot read it by
    /// itself.
    func storedTexts<Source, Target>(
        _ attribute: KeyPath<Target, String>,
        by relationship: KeyPath<Source, [Target]>,
        ofRows keys: [Int64]
    ) throws -> [[String]]? where Source: PersistentModel, Target: PersistentModel {
        let stored = try storedTexts(attribute, relationship: relationship, owners: keys)
        guard let stored else { return nil }
        var textsByOwner: [Int64: [String]] = [:]
        textsByOwner.reserveCapacity(keys.count)
        for text in stored { textsByOwner[text.owner, default: []].append(text.text) }
        return keys.map { textsByOwner[$0] ?? [] }
    }

    /// Returns an attribute of related models from the store; `nil` if these must be loaded.
    private func storedTexts<Source: PersistentModel, Target: PersistentModel>(
        _ attribute: KeyPath<Target, String>,
        relationship: KeyPath<Source, [Target]>,
        owners: [Int64]
    ) throws -> [RelatedText]? {
        guard !owners.isEmpty else { return [] }
        let entity = try stores.schema.entity(for: Source.self)
        guard changes.pending.isEmpty, let property = entity.property(at: relationship),
            let destination = property.destination,
            let attribute = destination.property(at: attribute)
        else { return nil }
        return try stores.read(destination) { reader in
            try reader.relatedTexts(in: attribute, to: owners, by: property, of: entity)
        }
    }
}
