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
    ///   no store records transactions of this type. `StoreError` if a store cannot be read.
    public func fetchHistory<T>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
    where T: HistoryTransaction {
        let custom = try customHistories.compactMap { try $0.fetchHistory(descriptor) }
        if let standard = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> {
            let reader = HistoryReader(stores: graph.stores)
            let own = try reader.transactions(standard).compactMap { $0 as? T }
            return descriptor.joined([own] + custom)
        }
        guard !custom.isEmpty else { throw SwiftDataError.unsupportedHistory(T.self) }
        return descriptor.joined(custom)
    }

    /// Deletes the matching history transactions.
    ///
    /// If the oldest transactions are deleted, the tokens from before them expire. They stay valid
    /// if the predicate selects the transactions of an author.
    ///
    /// - Throws: `SwiftDataError.invalidTransactionFetchRequest` as in ``fetchHistory(_:)``;
    ///   `StoreError` if a store cannot be changed.
    public func deleteHistory<T>(_ descriptor: HistoryDescriptor<T>) throws
    where T: HistoryTransaction {
        var isDeleted = false
        for history in customHistories where try history.deleteHistory(descriptor) {
            isDeleted = true
        }
        if let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> {
            try HistoryReader(stores: graph.stores).delete(descriptor)
        } else if !isDeleted {
            throw SwiftDataError.unsupportedHistory(T.self)
        }
    }

    private var customHistories: [any CustomHistory] {
        coordinator.stores.compactMap { $0.store as? any CustomHistory }
    }
}

extension HistoryDescriptor {
    /// Joins the transactions of several stores in the order of the descriptor.
    fileprivate func joined(_ transactions: [[TransactionType]]) -> [TransactionType] {
        let parts = transactions.filter { !$0.isEmpty }
        guard parts.count > 1 else { return parts.first ?? [] }
        let all = Array(parts.joined())
        let sorted = sortBy.isEmpty ? all.sortedByTime() : all.sorted(using: sortBy)
        let limit = fetchLimit == 0 ? Int.max : Int(clamping: fetchLimit)
        return Array(sorted.prefix(limit))
    }
}

extension SwiftDataError {
    fileprivate static func unsupportedHistory(_ type: any HistoryTransaction.Type) -> Self {
        SwiftDataError(
            .invalidTransactionFetchRequest,
            "no store of the container records transactions of type \(type)"
        )
    }
}
