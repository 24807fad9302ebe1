// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A change of one model.
public enum HistoryChange: Sendable {
    /// The model was saved for the first time.
    case insert(any HistoryInsert)
    /// Properties of the model changed.
    case update(any HistoryUpdate)
    /// The model was deleted.
    case delete(any HistoryDelete)

    /// The model.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let change): change.changedPersistentIdentifier
        case .update(let change): change.changedPersistentIdentifier
        case .delete(let change): change.changedPersistentIdentifier
        }
    }
}

/// A model was saved for the first time.
public protocol HistoryInsert<Model>: Sendable {
    /// The type of the model.
    associatedtype Model: PersistentModel
    /// Tells a store's transactions apart.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// Tells a store's changes apart.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// Tells the store's changes apart.
    var changeIdentifier: ChangeIdentifier { get }
    /// The transaction that the change is part of.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// Properties of a model changed.
public protocol HistoryUpdate<Model>: Sendable {
    /// The type of the model.
    associatedtype Model: PersistentModel
    /// Tells a store's transactions apart.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// Tells a store's changes apart.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// A changed property.
    typealias PropertyUpdate = PartialKeyPath<Model> & Sendable
    /// Tells the store's changes apart.
    var changeIdentifier: ChangeIdentifier { get }
    /// The transaction that the change is part of.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The changed properties.
    var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// A model was deleted.
public protocol HistoryDelete<Model>: Sendable {
    /// The type of the model.
    associatedtype Model: PersistentModel
    /// Tells a store's transactions apart.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// Tells a store's changes apart.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// Tells the store's changes apart.
    var changeIdentifier: ChangeIdentifier { get }
    /// The transaction that the change is part of.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The values that outlived the model.
    var tombstone: HistoryTombstone<Model> { get }
}
