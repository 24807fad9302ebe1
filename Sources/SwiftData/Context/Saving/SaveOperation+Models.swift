// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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

    /// Returns whether a new model refers to other models by a relationship without a column in its
    /// row.
    func addsLinks(_ model: any PersistentModel, in entity: EntityDescription) -> Bool {
        let places = graph.stores.layout[entity].places
        return entity.relationships(of: model).contains { property in
            places[property.index] != .ownColumn
                && property.relation?.targets(model)?.isEmpty == false
        }
    }

    /// Returns the values that the history keeps of a deleted model, by column.
    func tombstone(
        of model: any PersistentModel,
        in entity: EntityDescription
    ) throws -> [String: _ColumnValue] {
        var values: [String: _ColumnValue] = [:]
        for property in entity.properties(of: model)
        where property.policy.isPreservedOnDeletion {
            if !property.access.isLoaded(model) {
                graph.objects.loadAttribute(at: property.index, of: model)
            }
            for (column, value) in zip(property.columns, try property.access.columnValues(model)) {
                values[column.name] = value
            }
        }
        return values
    }
}
