// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An object that receives the changes of a context: its unsaved ones, and the saves of all
/// contexts of the container.
protocol ContextObserver: AnyObject {
    /// Records a change; the models of the context may be about to change.
    func contextDidChange(_ change: ContextChange)
    /// Acts on the recorded changes; called at the end of a save, rollback or merge.
    func contextDidSettle()
}

/// A change of the rows that a context reads.
enum ContextChange {
    /// An unsaved change of a row, or the end of one; a deletion counts as both.
    case edit(entity: Int, key: Int64, isDeletion: Bool)
    /// A save of the context or of another one.
    case commit(ContextChanges)
    /// Changes of unknown rows.
    case everything
}

/// The observers of a context, which it does not retain.
final class ContextObservers {
    private struct Reference {
        weak var observer: (any ContextObserver)?
    }

    private var references: [Reference] = []

    func add(_ observer: any ContextObserver) {
        references.removeAll { $0.observer == nil }
        references.append(Reference(observer: observer))
    }

    /// Sends a change, which is not made without observers.
    func send(_ change: @autoclosure () -> ContextChange) {
        guard !references.isEmpty else { return }
        let change = change()
        for reference in references { reference.observer?.contextDidChange(change) }
    }

    /// Sends an unsaved change of a registered model.
    func send(editOf model: any PersistentModel) {
        guard !references.isEmpty, let entity = model._$model.entity else { return }
        let isDeletion = model._$model.lifecycle == .deleted
        send(.edit(entity: entity.index, key: model._$model.key, isDeletion: isDeletion))
    }

    /// Sends the end of all unsaved changes, which are about to be saved or discarded.
    func send(editsOf pending: PendingChanges) {
        guard !references.isEmpty else { return }
        for models in [pending.inserted.values, pending.changed.values, pending.deleted.values] {
            for model in models { send(editOf: model) }
        }
        for entity in pending.deletedRows.entities {
            for key in pending.deletedRows.keys(ofEntity: entity) {
                send(.edit(entity: entity, key: key, isDeletion: true))
            }
        }
    }

    /// Lets the observers act on the changes.
    func settle() {
        guard !references.isEmpty else { return }
        references.removeAll { $0.observer == nil }
        for reference in references { reference.observer?.contextDidSettle() }
    }
}
