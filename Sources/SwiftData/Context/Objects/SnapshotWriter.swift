// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Applies snapshots to the models of a context.
struct SnapshotWriter {
    private let context: ModelContext
    private let schema: SnapshotSchema

    init(_ context: ModelContext) {
        self.context = context
        schema = context.coordinator.snapshotSchema
    }

    /// Inserts, updates and deletes models, without saving.
    ///
    /// - Returns: The new models by their temporary identifiers.
    /// - Throws: `SwiftDataError.modelValidationFailure` for a model that does not exist.
    func write(
        inserted: [DefaultSnapshot],
        updated: [DefaultSnapshot],
        deleted: [DefaultSnapshot]
    ) throws -> [PersistentIdentifier: any PersistentModel] {
        var models: [PersistentIdentifier: any PersistentModel] = [:]
        for snapshot in inserted {
            let content = try content(of: snapshot)
            let model = try ModelValues.makeModel(content)
            models[snapshot.persistentIdentifier] = model
            context.insert(model)
        }
        for snapshot in inserted {
            guard let model = models[snapshot.persistentIdentifier] else { continue }
            try setRelationships(of: model, to: content(of: snapshot), inserted: models)
        }
        // As faults first, which are then loaded in batches.
        let objects = context.graph.objects
        let changed = updated.map { objects.objectOrFault(for: $0.persistentIdentifier) }
        for snapshot in updated {
            let (model, content) = (try existing(snapshot), try content(of: snapshot))
            try setAttributes(of: model, to: content)
            try setRelationships(of: model, to: content, inserted: models)
        }
        withExtendedLifetime(changed) {}
        // A deletion can cascade to models that are deleted here too.
        for model in try deleted.map(existing) where model._$model.lifecycle == .stored {
            context.delete(model)
        }
        return models
    }

    /// Returns the values of a snapshot, which may come from a container with another schema.
    private func content(of snapshot: DefaultSnapshot) throws -> SnapshotContent {
        let name = snapshot.persistentIdentifier.entityName
        guard let entity = schema.schema.entity(named: name) else {
            throw SwiftDataError(
                .unknownDataStoreSchema,
                "the schema of the store has no model type '\(name)'"
            )
        }
        return try SnapshotContent(of: snapshot, entity: entity, in: schema)
    }

    private func existing(_ snapshot: DefaultSnapshot) throws -> any PersistentModel {
        let model = context.model(for: snapshot.persistentIdentifier)
        context.graph.objects.loadIfFault(model)
        guard model._$model.lifecycle == .stored else {
            throw SwiftDataError.modelValidationFailure(
                "the \(snapshot.persistentIdentifier.entityName) of a snapshot does not exist; it was "
                    + "deleted, or its identifier is one of another store"
            )
        }
        return model
    }

    /// Sets the attributes that differ from a snapshot.
    private func setAttributes(
        of model: any PersistentModel,
        to content: SnapshotContent
    ) throws {
        for property in content.properties where property.relationship == nil {
            try ModelValues.assign(
                Array(content.columnValues(of: property)),
                to: property,
                of: model,
                in: content.entity
            )
        }
    }

    private func setRelationships(
        of model: any PersistentModel,
        to content: SnapshotContent,
        inserted: [PersistentIdentifier: any PersistentModel]
    ) throws {
        let loader = context.graph.relationshipLoader
        for property in content.properties {
            guard let identifiers = content.related[property.index] else { continue }
            let old =
                try property.relation?.targets(model)
                ?? loader.fetchRelated(to: model, at: property.index)
            guard old.map(\.persistentModelID) != identifiers else { continue }
            let targets = identifiers.map { inserted[$0] ?? context.model(for: $0) }
            property.relation?.assignTargets(targets, to: model)
        }
    }
}
