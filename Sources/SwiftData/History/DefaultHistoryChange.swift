// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A model of a store of ours was saved for the first time.
public struct DefaultHistoryInsert<Model>: HistoryInsert, Hashable where Model: PersistentModel {
    /// The number of the transaction in its store.
    public typealias TransactionIdentifier = Int64
    /// A number that no other change of the store has.
    public typealias ChangeIdentifier = Int64
    /// A number that no other change of the store has.
    public let changeIdentifier: Int64
    /// The number of the transaction in its store.
    public let transactionIdentifier: Int64
    /// The model.
    public let changedPersistentIdentifier: PersistentIdentifier
}

/// Properties of a model of a store of ours changed.
public struct DefaultHistoryUpdate<Model>: HistoryUpdate, Hashable where Model: PersistentModel {
    /// The number of the transaction in its store.
    public typealias TransactionIdentifier = Int64
    /// A number that no other change of the store has.
    public typealias ChangeIdentifier = Int64
    /// A changed property.
    public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable
    /// A number that no other change of the store has.
    public let changeIdentifier: Int64
    /// The number of the transaction in its store.
    public let transactionIdentifier: Int64
    /// The model.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The changed properties, relationships included.
    public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

    /// Whether both are the same change.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier
            && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }

    /// Hashes the identifier of the change.
    public func hash(into hasher: inout Hasher) { hasher.combine(changeIdentifier) }
}

/// A model of a store of ours was deleted.
public struct DefaultHistoryDelete<Model>: HistoryDelete, Hashable where Model: PersistentModel {
    /// The number of the transaction in its store.
    public typealias TransactionIdentifier = Int64
    /// A number that no other change of the store has.
    public typealias ChangeIdentifier = Int64
    /// A number that no other change of the store has.
    public let changeIdentifier: Int64
    /// The number of the transaction in its store.
    public let transactionIdentifier: Int64
    /// The model, which can't be loaded any more.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The values that outlived the model.
    public let tombstone: HistoryTombstone<Model>

    /// Whether both are the same change.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier
            && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }

    /// Hashes the identifier of the change.
    public func hash(into hasher: inout Hasher) { hasher.combine(changeIdentifier) }
}
