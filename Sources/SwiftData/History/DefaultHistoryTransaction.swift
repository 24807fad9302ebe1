// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// What one save changed in a store of ours.
public struct DefaultHistoryTransaction: HistoryTransaction {
    /// The number of the transaction in its store.
    public typealias TransactionIdentifier = Int64
    /// A place in the history.
    public typealias TokenType = DefaultHistoryToken

    /// The number of the transaction in its store.
    public var id: Int64 { transactionIdentifier }
    /// When the save was committed.
    public let timestamp: Date
    /// What it changed, in order.
    public let changes: [HistoryChange]
    /// The place in the history just after this transaction.
    public internal(set) var token: DefaultHistoryToken
    /// The number of the transaction in its store, greater than those of all before it.
    public let transactionIdentifier: Int64
    /// The store.
    public let storeIdentifier: String
    /// The name of the program that saved.
    public let bundleIdentifier: String
    /// The name and number of the process that saved.
    public let processIdentifier: String
    /// The author of the context that saved.
    public let author: String?

    /// Whether both are the same transaction of the same store.
    public static func == (lhs: DefaultHistoryTransaction, rhs: DefaultHistoryTransaction) -> Bool {
        lhs.transactionIdentifier == rhs.transactionIdentifier
            && lhs.storeIdentifier == rhs.storeIdentifier
    }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(transactionIdentifier) }
}
