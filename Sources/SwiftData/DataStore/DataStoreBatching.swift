// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A custom store that can delete models without loading them.
public protocol DataStoreBatching: DataStore {
    /// Deletes all models that match a predicate.
    func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel
}

/// A deletion of all matching models, for a custom store.
public struct DataStoreBatchDeleteRequest<T>: Sendable where T: PersistentModel {
    /// The context that deletes.
    public let editingState: EditingState
    /// The condition that the models satisfy; nil for all models.
    public let predicate: Predicate<T>?
    /// Whether models of subclasses are deleted as well.
    public let includeSubclasses: Bool
}
