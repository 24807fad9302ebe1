// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import OrderedCollections

/// What the deletion of a model did, so that it can be taken back before it is saved.
struct Deletion {
    /// One end of a relationship that lost a model.
    struct Loss {
        let owner: any PersistentModel
        let property: PropertyDescription
        let lost: any PersistentModel
    }

    /// The stored models that are to be deleted, by rules too.
    var deleted: [any PersistentModel] = []
    /// The new models that left the context.
    var discarded: [any PersistentModel] = []
    /// The relationships that deleted models were taken out of.
    var losses: [Loss] = []
    /// The pending pairs of deleted models, by join table index.
    var links: [Int: PendingChanges.Links] = [:]
}

extension ModelContext {
    /// Takes back the deletion of a model, and all that its delete rules did.
    func restore(_ model: any PersistentModel) {
        let identity = ObjectIdentifier(model)
        guard let deletion = pending.deletions.removeValue(forKey: identity) else {
            // A rule of another model deleted it, whose deletion stands.
            restoreRow(of: model)
            leaveDeletedTargets(model)
            return
        }
        for model in deletion.deleted { restoreRow(of: model) }
        for model in deletion.discarded { insertGraph(from: model) }
        for loss in deletion.losses where isPresent(loss.owner) && isPresent(loss.lost) {
            restore(loss)
        }
        for (table, links) in deletion.links {
            for pair in links.added where isPresent(pair.left) && isPresent(pair.right) {
                pending.link(pair, in: table)
            }
            for pair in links.removed where isPresent(pair.left) && isPresent(pair.right) {
                pending.unlink(pair, in: table)
            }
        }
    }

    /// Makes a model whose row is gone a new one; when its values were never loaded, the next save
    /// tells so.
    func renew(_ model: any PersistentModel) {
        let state = model._$model
        guard let entity = try? coordinator.graph.entity(for: type(of: model)) else {
            return insertGraph(from: model)
        }
        let isWhole = entity.properties.allSatisfy { property in
            property.relationship != nil || property.attribute?.isTransient == true
                || property.access.isLoaded(model)
        }
        guard isWhole else {
            pending.refusals.append(
                SwiftDataError.modelValidationFailure(
                    "a deleted \(entity.name) whose values aren't known can't be inserted again"
                )
            )
            return
        }
        state.key = 0
        state.isFault = false
        state.lifecycle = .detached
        insertGraph(from: model)
    }

    private func isPresent(_ model: any PersistentModel) -> Bool {
        guard model._$model.context === self else { return false }
        return model._$model.lifecycle == .stored || model._$model.lifecycle == .inserted
    }

    private func restoreRow(of model: any PersistentModel) {
        let state = model._$model
        guard state.lifecycle == .deleted else { return }
        pending.deleted[ObjectIdentifier(model)] = nil
        pending.deletions[ObjectIdentifier(model)] = nil
        state.lifecycle = .stored
        if state.hasChanges { noteChange(of: model) }
    }

    private func restore(_ loss: Deletion.Loss) {
        let (owner, property) = (loss.owner, loss.property)
        // Another model may have come in the meantime.
        guard property.isToMany || property.access.targets(owner)?.isEmpty != false else { return }
        property.access.notifying(owner) { property.access.insert(loss.lost, into: owner) }
        if property.isToMany { touch(owner) } else { note(owner, changed: property) }
    }

    private func leaveDeletedTargets(_ model: any PersistentModel) {
        guard let entity = model._$model.entity else { return }
        for index in entity.relationshipIndexes where !entity.properties[index].isToMany {
            let property = entity.properties[index]
            guard property.access.targets(model)?.first?._$model.lifecycle == .deleted else {
                continue
            }
            property.access.notifying(model) { property.access.setTargets([], of: model) }
            note(model, changed: property)
        }
    }
}
