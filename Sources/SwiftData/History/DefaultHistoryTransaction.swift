// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The changes that one save committed to an SQLite store.
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
/// - ``id``
/// - ``transactionIdentifier``
/// - ``TransactionIdentifier``
/// - ``storeIdentifier``
///
/// ### Program
///
/// - ``bundleIdentifier``
/// - ``processIdentifier``
public struct DefaultHistoryTransaction: HistoryTransaction {
    /// The sequence number of a transaction in its store.
    public typealias TransactionIdentifier = Int64
    /// A position in the history of one or more stores.
    public typealias TokenType = DefaultHistoryToken

    /// The sequence number of the transaction in its store.
    public var id: Int64 { transactionIdentifier }
    /// The time of the commit.
    public let timestamp: Date
    /// The changes in the order of their execution.
    public let changes: [HistoryChange]
    /// The position in the history directly after this transaction.
    public internal(set) var token: DefaultHistoryToken
    /// The sequence number of the transaction in its store; later transactions have greater
    /// numbers.
    public let transactionIdentifier: Int64
    /// The identifier of the store.
    public let storeIdentifier: String
    /// The name of the program that saved the changes.
    public let bundleIdentifier: String
    /// The name and process ID of the process that saved the changes.
    public let processIdentifier: String
    /// The author of the context that saved the changes.
    public internal(set) var author: String?

    /// Returns whether two values describe the same transaction of the same store.
    public static func == (lhs: DefaultHistoryTransaction, rhs: DefaultHistoryTransaction) -> Bool {
        lhs.transactionIdentifier == rhs.transactionIdentifier
            && lhs.storeIdentifier == rhs.storeIdentifier
    }

    /// Hashes the transaction identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(transactionIdentifier) }
}
