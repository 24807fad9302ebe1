// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension ModelContext {
    /// The matching recorded transactions, oldest first unless the descriptor says otherwise.
    ///
    /// - Throws: `SwiftDataError.historyTokenExpired` when the predicate compares with a token older
    ///   than what is kept: start again without one.
    ///   `SwiftDataError.invalidTransactionFetchRequest` when the predicate can't be evaluated or the
    ///   transactions aren't `DefaultHistoryTransaction`. `StoreError` when a store can't be read.
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

    /// Deletes the matching recorded transactions.
    ///
    /// Readers whose token is older than the last deleted one have to start again.
    ///
    /// - Throws: `SwiftDataError.invalidTransactionFetchRequest` as `fetchHistory(_:)`; `StoreError`
    ///   when a store can't be changed.
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
