// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// What one save changed in one store.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
    /// Marks a place in the history.
    associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
    /// Tells a store's transactions apart.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// When the save was committed.
    var timestamp: Date { get }
    /// What it changed, in order.
    var changes: [HistoryChange] { get }
    /// The place in the history just after this transaction.
    var token: TokenType { get }
    /// Tells the store's transactions apart.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The store.
    var storeIdentifier: String { get }
    /// The author of the context that saved.
    var author: String? { get }
}
