// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changes of one save, for a custom store.
///
/// If a relationship of a model changed from the other end, the model is among the updated ones, so
/// that each snapshot has all relationships of its model.
public struct DataStoreSaveChangesRequest<SnapshotType>: Sendable
where SnapshotType: DataStoreSnapshot {
    /// The new models, with temporary identifiers.
    public let inserted: [SnapshotType]
    /// The changed models, with all of their values.
    public let updated: [SnapshotType]
    /// The models to delete, with their last attributes.
    public let deleted: [SnapshotType]
    /// The context that saves.
    public let editingState: EditingState
}

/// The outcome of a save in a custom store.
public final class DataStoreSaveChangesResult<T>: Sendable where T: DataStoreSnapshot {
    /// The permanent identifiers of the inserted models, by temporary identifier.
    public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
    /// The identifier of the store.
    public let storeIdentifier: String
    /// Snapshots of models with values that the store changed itself; contexts load them again.
    public let snapshotsToReregister: [PersistentIdentifier: T]
    /// The position in the history of the store after the save; nil if it keeps none.
    public let historyToken: (any HistoryToken)?

    /// Creates the outcome of a save in a store without a history.
    ///
    /// - Parameters:
    ///   - storeIdentifier: The identifier of the store.
    ///   - remappedIdentifiers: The permanent identifiers of inserted models, by temporary one.
    ///   - snapshotsToReregister: Snapshots of models with values that the store changed itself.
    public convenience init(
        for storeIdentifier: String,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
        snapshotsToReregister: [PersistentIdentifier: T] = [:]
    ) {
        self.init(
            for: storeIdentifier,
            remappedIdentifiers: remappedIdentifiers,
            snapshotsToReregister: snapshotsToReregister,
            historyToken: nil
        )
    }

    /// Creates the outcome of a save.
    ///
    /// - Parameters:
    ///   - storeIdentifier: The identifier of the store.
    ///   - remappedIdentifiers: The permanent identifiers of inserted models, by temporary one.
    ///   - snapshotsToReregister: Snapshots of models with values that the store changed itself.
    ///   - historyToken: The position in the history of the store after the save.
    public init(
        for storeIdentifier: String,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
        snapshotsToReregister: [PersistentIdentifier: T] = [:],
        historyToken: (any HistoryToken)?
    ) {
        self.storeIdentifier = storeIdentifier
        self.remappedIdentifiers = remappedIdentifiers
        self.snapshotsToReregister = snapshotsToReregister
        self.historyToken = historyToken
    }
}
