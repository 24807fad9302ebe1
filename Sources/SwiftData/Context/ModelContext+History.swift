// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension ModelContext {
    /// Returns the matching history transactions, oldest first unless the descriptor has a sort
    /// order.
    ///
    /// - Throws: `SwiftDataError.historyTokenExpired` if the predicate compares with a token that
    ///   is older than the history: fetch all models and start from a new token.
    ///   `SwiftDataError.invalidTransactionFetchRequest` if the predicate cannot be evaluated or
    ///   the transactions are not `DefaultHistoryTransaction`. `StoreError` if a store cannot be
    ///   read.
    public func fetchHistory<T>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
    where T: HistoryTransaction {
        guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
            throw SwiftDataError(
                .invalidTransactionFetchRequest,
                "the stores record transactions of type DefaultHistoryTransaction, not \(T.self)"
            )
        }
        return try HistoryReader(stores: graph.stores).transactions(descriptor).compactMap {
            $0 as? T
        }
    }

    /// Deletes the matching history transactions.
    ///
    /// Tokens older than the last deleted transaction expire.
    ///
    /// - Throws: `SwiftDataError.invalidTransactionFetchRequest` as in ``fetchHistory(_:)``;
    ///   `StoreError` if a store cannot be changed.
    public func deleteHistory<T>(_ descriptor: HistoryDescriptor<T>) throws
    where T: HistoryTransaction {
        guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
            throw SwiftDataError(
                .invalidTransactionFetchRequest,
                "the stores record transactions of type DefaultHistoryTransaction, not \(T.self)"
            )
        }
        try HistoryReader(stores: graph.stores).delete(descriptor)
    }
}
