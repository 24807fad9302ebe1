// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The order of models in the ordered relationships that a save changes.
struct OrderedRelationships {
    private struct End: Hashable {
        let owner: ObjectIdentifier
        let property: ObjectIdentifier

        init(_ owner: any PersistentModel, property: PropertyDescription) {
            self.owner = ObjectIdentifier(owner)
            self.property = ObjectIdentifier(property)
        }
    }

    private let graph: ObjectGraph
    private let store: StoreIdentity

    init(_ graph: ObjectGraph, store: StoreIdentity) {
        self.graph = graph
        self.store = store
    }

    /// Returns the order of rearranged models, and of models with a new foreign key.
    ///
    /// A pair of a join table has its position from the statement that adds it.
    ///
    /// - Complexity: O(*n*) for *n* changed models and models of rearranged relationships.
    func arrangements(
        inserted: [UpsertResolver.Change],
        updated: [UpsertResolver.Change]
    ) -> [Arrangement] {
        var known: Set<End> = []
        return rearranged(&known) + appended(inserted, known: &known) { _, _ in true }
            + appended(updated, known: &known) { $0._$model.changes.contains($1.index) }
    }

    private func rearranged(_ known: inout Set<End>) -> [Arrangement] {
        var arrangements: [Arrangement] = []
        for (owner, properties) in graph.changes.pending.arranged.values {
            let state = owner._$model
            guard let entity = state.entity, state.store === store, isPresent(owner) else {
                continue
            }
            for property in entity.relationships(of: owner)
            where properties.contains(property.index) {
                guard let targets = property.relation?.targets(owner) else { continue }
                known.insert(End(owner, property: property))
                arrangements.append(
                    Arrangement(
                        owner: state.key,
                        property: property,
                        entity: entity,
                        targets: targets.filter(isPresent).map(\._$model.key),
                        isComplete: true
                    )
                )
            }
        }
        return arrangements
    }

    /// Returns the order of models with foreign keys to owners that are not in `known`.
    private func appended(
        _ models: [UpsertResolver.Change],
        known: inout Set<End>,
        isChanged: (any PersistentModel, PropertyDescription) -> Bool
    ) -> [Arrangement] {
        var arrangements: [Arrangement] = []
        for (model, entity) in models {
            for property in orderedForeignKeys(of: entity) where isChanged(model, property) {
                guard let owner = property.reference?.target(model), isPresent(owner),
                    let relationship = property.inverseProperty,
                    let destination = property.destination,
                    known.insert(End(owner, property: relationship)).inserted
                else { continue }
                let targets = graph.changes.pending.referrers
                    .models(of: owner, property: relationship.index)
                    .filter { isPresent($0) && property.reference?.target($0) === owner }
                arrangements.append(
                    Arrangement(
                        owner: owner._$model.key,
                        property: relationship,
                        entity: destination,
                        targets: targets.map(\._$model.key),
                        isComplete: false
                    )
                )
            }
        }
        return arrangements
    }

    private func orderedForeignKeys(of entity: EntityDescription) -> [PropertyDescription] {
        guard !graph.stores.layout[entity].orderColumns.isEmpty else { return [] }
        return entity.invertedForeignKeys.filter { $0.inverseProperty?.isOrdered == true }
    }

    private func isPresent(_ model: any PersistentModel) -> Bool {
        let lifecycle = model._$model.lifecycle
        return graph.objects.contains(model) && (lifecycle == .stored || lifecycle == .inserted)
    }
}
