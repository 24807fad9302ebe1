// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Records the unsaved changes of a context and schedules its autosave.
final class ChangeTracker {
    private(set) var pending = PendingChanges()
    /// The rows of the unsaved models, for queries.
    let rows: UnsavedRows
    /// The primary keys of new models by temporary identifier; some may no longer be valid.
    private var keysOfNewModels: [PersistentIdentifier: Int64] = [:]
    /// The first error of a read that cannot throw; the next save or fetch throws it.
    private var readFailure: (any Error)?
    /// The observers of the context.
    let observers = ContextObservers()
    /// Records changes for an undo manager; nil for a context without one.
    var recorder: (any ChangeRecorder)?
    private let autosave: AutosaveScheduler

    init(_ stores: StoreAccess, autosave: AutosaveScheduler) {
        rows = UnsavedRows(stores, observers: observers)
        self.autosave = autosave
    }

    /// Removes and returns the unsaved changes; a read that failed before them no longer matters.
    func takePending() -> PendingChanges {
        defer { pending = PendingChanges() }
        observers.send(editsOf: pending)
        readFailure = nil
        rows.removeAll()
        keysOfNewModels = [:]
        return pending
    }

    /// Records that a stored model changed.
    func noteChange(of model: any PersistentModel) {
        pending.change(model)
        rows.noteEdit(of: model)
        autosave.schedule()
    }

    /// Records that a property of a stored model changed.
    func noteChange(of property: PropertyDescription, in model: any PersistentModel) {
        guard model._$model.lifecycle == .stored else { return noteEdit(of: model) }
        model._$model.changes.insert(property.index)
        noteChange(of: model)
    }

    /// Records that a relationship to a stored model changed, which does not change its row.
    func noteRelationshipChange(of model: any PersistentModel) {
        guard model._$model.lifecycle == .stored else { return }
        model._$model.hasRelationshipChanges = true
        noteChange(of: model)
    }

    /// Records a new model.
    func noteInsertion(of model: any PersistentModel) {
        let state = model._$model
        pending.insert(model)
        rows.noteEdit(of: model, state: state)
        if let identifier = state.temporaryIdentifier { note(identifier, ofKey: state.key) }
        recorder?.didInsert(model)
    }

    /// Records the temporary identifier of a new model.
    func note(_ identifier: PersistentIdentifier, ofKey key: Int64) {
        keysOfNewModels[identifier] = key
    }

    /// Returns the primary key of the new model with a temporary identifier.
    ///
    /// The model may have been removed from the context since.
    func key(ofTemporary identifier: PersistentIdentifier) -> Int64? {
        keysOfNewModels[identifier]
    }

    /// Records that a value of a new model changed.
    func noteEdit(of model: any PersistentModel) {
        let state = model._$model
        if state.lifecycle == .inserted { rows.noteEdit(of: model, state: state) }
    }

    /// Records the deletion of a stored model.
    func noteDeletion(of model: any PersistentModel) {
        pending.changed.remove(model)
        pending.delete(model)
        rows.noteEdit(of: model)
    }

    /// Discards the deletion of a stored model.
    func discardDeletion(of model: any PersistentModel) {
        pending.discardDeletion(of: model)
        rows.noteEdit(of: model)
    }

    /// Records the deletion of rows that have no model.
    ///
    /// - Returns: The keys of the rows that were not to be deleted before.
    func noteDeletion(ofRows keys: [Int64], of entity: EntityDescription) -> [Int64] {
        let added = pending.deletedRows.insert(keys, ofEntity: entity.index)
        for key in added { rows.noteDeletion(ofRow: key, of: entity) }
        return added
    }

    /// Discards the deletion of a row that has no model; returns whether it was to be deleted.
    func discardDeletion(ofRow key: Int64, of entity: EntityDescription) -> Bool {
        guard pending.deletedRows.remove(key, ofEntity: entity.index) else { return false }
        rows.discardDeletion(ofRow: key, of: entity)
        return true
    }

    /// Marks the new model of a row as deleted if the row will be.
    func noteRegistration<M: PersistentModel>(
        of model: M,
        key: Int64,
        in entity: EntityDescription
    ) {
        guard !pending.deletedRows.isEmpty,
            pending.deletedRows.remove(key, ofEntity: entity.index)
        else { return }
        model._$model.lifecycle = .deleted
        pending.delete(model)
    }

    /// Discards the insertion of a new model that is still registered.
    func discardInsertion(of model: any PersistentModel) {
        pending.inserted.remove(model)
        rows.noteEdit(of: model)
    }

    func scheduleAutosave() { autosave.schedule() }

    /// Discards the changes of a model after its row was deleted elsewhere.
    func discardChanges(of model: any PersistentModel) {
        pending.changed.remove(model)
        pending.discardDeletion(of: model)
        rows.noteEdit(of: model)
        pending.removeLinks(of: model)
    }

    // MARK: Errors

    /// Stores the error of a property read, which cannot throw, for the next call that can.
    func noteReadFailure(_ error: any Error) {
        if readFailure == nil { readFailure = error }
    }

    /// Throws the first insertion error, and discards all of them.
    func throwInsertionError() throws {
        guard let error = pending.checks.insertionErrors.first else { return }
        pending.checks.insertionErrors = []
        throw error
    }

    /// Throws the stored error of a property read, and discards it.
    func throwReadFailure() throws {
        guard let failure = readFailure else { return }
        readFailure = nil
        throw failure
    }
}
