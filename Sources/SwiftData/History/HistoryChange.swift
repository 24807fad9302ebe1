// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A change to one model.
public enum HistoryChange: Sendable {
    /// The insertion of a new model.
    case insert(any HistoryInsert)
    /// An update of a model's properties.
    case update(any HistoryUpdate)
    /// The deletion of a model.
    case delete(any HistoryDelete)

    /// The identifier of the changed model.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let change): change.changedPersistentIdentifier
        case .update(let change): change.changedPersistentIdentifier
        case .delete(let change): change.changedPersistentIdentifier
        }
    }
}

/// The insertion of a new model.
public protocol HistoryInsert<Model>: Sendable {
    /// The type of the inserted model.
    associatedtype Model: PersistentModel
    /// A type that identifies transactions within a store.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// A type that identifies changes within a store.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The identifier of the change within its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The identifier of the transaction that contains the change.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the inserted model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// An update of a model's properties.
///
/// ## Topics
///
/// ### Change
///
/// - ``Model``
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
public protocol HistoryUpdate<Model>: Sendable {
    /// The type of the updated model.
    associatedtype Model: PersistentModel
    /// A type that identifies transactions within a store.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// A type that identifies changes within a store.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The key path of an updated property.
    typealias PropertyUpdate = PartialKeyPath<Model> & Sendable
    /// The identifier of the change within its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The identifier of the transaction that contains the change.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the updated model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The key paths of the updated properties.
    var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// The deletion of a model.
///
/// ## Topics
///
/// ### Change
///
/// - ``Model``
/// - ``changedPersistentIdentifier``
/// - ``tombstone``
///
/// ### Identity
///
/// - ``changeIdentifier``
/// - ``ChangeIdentifier``
/// - ``transactionIdentifier``
/// - ``TransactionIdentifier``
public protocol HistoryDelete<Model>: Sendable {
    /// The type of the deleted model.
    associatedtype Model: PersistentModel
    /// A type that identifies transactions within a store.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// A type that identifies changes within a store.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The identifier of the change within its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The identifier of the transaction that contains the change.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the deleted model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The preserved values of the deleted model.
    var tombstone: HistoryTombstone<Model> { get }
}
