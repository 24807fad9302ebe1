// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

// What is behind a relationship, without loading it. The store begins at the model and goes along the
// relationship, so this costs what the relationship holds and not what the table does.

extension ModelContext {
    /// How many models of a relationship match a predicate.
    ///
    /// - Throws: What `fetch(_:)` throws.
    package func countRelated<Source, Target>(
        to model: Source,
        by keyPath: KeyPath<Source, [Target]>,
        where predicate: Predicate<Target>? = nil
    ) throws -> Int where Source: PersistentModel, Target: PersistentModel {
        let query = try relatedQuery(to: model, by: keyPath, FetchDescriptor(predicate: predicate))
        return try reader(of: query.entity).count(query, over: try pendingRows())
    }

    /// The identifiers of the first models of a relationship.
    ///
    /// - Throws: What `fetch(_:)` throws.
    package func identifiersRelated<Source, Target>(
        to model: Source,
        by keyPath: KeyPath<Source, [Target]>,
        limit: Int
    ) throws -> [PersistentIdentifier] where Source: PersistentModel, Target: PersistentModel {
        var descriptor = FetchDescriptor<Target>()
        descriptor.fetchLimit = limit
        let query = try relatedQuery(to: model, by: keyPath, descriptor)
        let store = try coordinator.store(of: query.entity).store
        return try reader(of: query.entity).keys(query, over: try pendingRows()).map { key in
            PersistentIdentifier(
                entityName: query.entity.name,
                storeIdentifier: store.identifier,
                key: key
            )
        }
    }

    private func relatedQuery<Source, Target>(
        to model: Source,
        by keyPath: KeyPath<Source, [Target]>,
        _ descriptor: FetchDescriptor<Target>
    ) throws -> FetchQuery where Source: PersistentModel, Target: PersistentModel {
        guard let entity = model._$model.entity, let property = entity.property(at: keyPath),
            property.isToMany
        else {
            throw SwiftDataError.unsupportedKeyPath(
                "\(keyPath) isn't a relationship of a model in this context"
            )
        }
        var query = try query(descriptor)
        query.scope = .related(to: model._$model.key, by: property, of: entity)
        return query
    }
}
