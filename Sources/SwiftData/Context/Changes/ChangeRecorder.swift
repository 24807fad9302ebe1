// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An object that records previous states of a context's models, so that changes can be undone.
///
/// A relationship is recorded where it is stored: as a foreign key or as a pair of a join table.
/// Changes that come from the store are not recorded.
protocol ChangeRecorder: AnyObject {
    /// Records the value of a property before it changes: of an attribute, a foreign key, or the
    /// order of a to-many relationship.
    func willChange(_ property: PropertyDescription, of model: any PersistentModel)
    /// Records a pair before it is linked or unlinked.
    func willChange(_ pair: PendingLinks.Pair, inTable table: Int, isLinked: Bool)
    /// Records that a model entered the context, or that its deletion was discarded.
    func didInsert(_ model: any PersistentModel)
    /// Records a model before it is marked as deleted, with its related models.
    func willDelete(
        _ model: any PersistentModel,
        related: [(PropertyDescription, [any PersistentModel])]
    )

    /// Loads what a save of deletions removes from the store, and records the references that the
    /// save has cleared.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func willSave(_ pending: PendingChanges, clearing references: [OneWayReference]) throws
    /// Reads the rows that new models are about to replace, inside the transaction of the save.
    ///
    /// - Throws: `StoreError` if a row cannot be read.
    func willReplaceRows(of upserts: [UpsertResolver.Upsert]) throws
    /// Records the replaced rows, after a save and the update of the objects.
    func didSave()
    /// Ends the changes that are undone together, unless a group was begun explicitly.
    func endGroup()
    /// Discards all recorded changes.
    func discardAll()
}
