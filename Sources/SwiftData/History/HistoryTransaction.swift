// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The changes that one save committed to one store.
///
/// ## Topics
///
/// ### Changes
///
/// - ``changes``
/// - ``author``
/// - ``timestamp``
///
/// ### Position
///
/// - ``token``
/// - ``TokenType``
/// - ``transactionIdentifier``
/// - ``TransactionIdentifier``
/// - ``storeIdentifier``
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
    /// A type that represents a position in the history.
    associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
    /// A type that identifies transactions within a store.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// The time of the commit.
    var timestamp: Date { get }
    /// The changes in the order of their execution.
    var changes: [HistoryChange] { get }
    /// The position in the history directly after this transaction.
    var token: TokenType { get }
    /// The identifier of the transaction within its store.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the store.
    var storeIdentifier: String { get }
    /// The author of the context that saved the changes.
    var author: String? { get }
}
