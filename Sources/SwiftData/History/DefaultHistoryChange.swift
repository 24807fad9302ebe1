// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The insertion of a model into an SQLite store.
public struct DefaultHistoryInsert<Model>: HistoryInsert, Hashable where Model: PersistentModel {
    /// The sequence number of a transaction in its store.
    public typealias TransactionIdentifier = Int64
    /// The sequence number of a change in its store.
    public typealias ChangeIdentifier = Int64
    /// The sequence number of the change, unique within the store.
    public let changeIdentifier: Int64
    /// The sequence number of the transaction that contains the change.
    public let transactionIdentifier: Int64
    /// The identifier of the inserted model.
    public let changedPersistentIdentifier: PersistentIdentifier
}

/// An update of a model in an SQLite store.
///
/// ## Topics
///
/// ### Change
///
/// - ``changedPersistentIdentifier``
/// - ``updatedAttributes``
/// - ``PropertyUpdate``
///
/// ### Identity
///
/// - ``changeIdentifier``
/// - ``ChangeIdentifier``
/// - ``transactionIdentifier``
/// - ``TransactionIdentifier``
public struct DefaultHistoryUpdate<Model>: HistoryUpdate, Hashable where Model: PersistentModel {
    /// The sequence number of a transaction in its store.
    public typealias TransactionIdentifier = Int64
    /// The sequence number of a change in its store.
    public typealias ChangeIdentifier = Int64
    /// The key path of an updated property.
    public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable
    /// The sequence number of the change, unique within the store.
    public let changeIdentifier: Int64
    /// The sequence number of the transaction that contains the change.
    public let transactionIdentifier: Int64
    /// The identifier of the updated model.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The key paths of the updated attributes and relationships.
    public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

    /// Returns whether two values describe the same change.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier
            && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }

    /// Hashes the identifier of the change.
    public func hash(into hasher: inout Hasher) { hasher.combine(changeIdentifier) }
}

/// The deletion of a model from an SQLite store.
///
/// ## Topics
///
/// ### Change
///
/// - ``changedPersistentIdentifier``
/// - ``tombstone``
///
/// ### Identity
///
/// - ``changeIdentifier``
/// - ``ChangeIdentifier``
/// - ``transactionIdentifier``
/// - ``TransactionIdentifier``
public struct DefaultHistoryDelete<Model>: HistoryDelete, Hashable where Model: PersistentModel {
    /// The sequence number of a transaction in its store.
    public typealias TransactionIdentifier = Int64
    /// The sequence number of a change in its store.
    public typealias ChangeIdentifier = Int64
    /// The sequence number of the change, unique within the store.
    public let changeIdentifier: Int64
    /// The sequence number of the transaction that contains the change.
    public let transactionIdentifier: Int64
    /// The identifier of the deleted model, which can no longer be loaded.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The preserved values of the deleted model.
    public let tombstone: HistoryTombstone<Model>

    /// Returns whether two values describe the same change.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier
            && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }

    /// Hashes the identifier of the change.
    public func hash(into hasher: inout Hasher) { hasher.combine(changeIdentifier) }
}
