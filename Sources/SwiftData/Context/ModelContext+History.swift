// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension ModelContext {
    /// Transactions read at a time.
    private static var historyBatch: Int { 512 }

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
        return try transactions(descriptor).compactMap { $0 as? T }
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
        let isEverything = descriptor.predicate == nil && descriptor.fetchLimit == 0
        let doomed =
            isEverything ? [] : try transactions(descriptor, checkingTokens: false)
        for store in coordinator.stores.map(\.store) {
            let numbers = doomed.filter { $0.storeIdentifier == store.identifier }
                .map(\.transactionIdentifier)
            guard isEverything || !numbers.isEmpty else { continue }
            try write(to: store) { transaction in
                if isEverything {
                    try transaction.deleteHistory(through: .max, author: nil)
                } else {
                    try transaction.deleteHistory(numbers)
                }
            }
        }
    }

    private func transactions(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>,
        checkingTokens: Bool = true
    ) throws -> [DefaultHistoryTransaction] {
        let bounds = HistoryTokenBounds(descriptor.predicate)
        let limit = descriptor.fetchLimit == 0 ? Int.max : Int(clamping: descriptor.fetchLimit)
        var found: [DefaultHistoryTransaction] = []
        for store in coordinator.stores.map(\.store) {
            if checkingTokens { try check(bounds, store) }
            found += try matches(
                descriptor,
                in: store,
                after: bounds.lowerBound(in: store.identifier),
                limit: descriptor.sortBy.isEmpty ? limit : .max
            )
        }
        if coordinator.stores.count > 1 { found = merged(found, after: bounds) }
        if !descriptor.sortBy.isEmpty { found.sort(using: descriptor.sortBy) }
        return Array(found.prefix(limit))
    }

    private func check(_ bounds: HistoryTokenBounds, _ store: any ContextStore) throws {
        let floor = try reader(of: store).historyBounds().deletedThrough
        guard bounds.reachesBack(before: floor, in: store.identifier) else { return }
        throw SwiftDataError(
            .historyTokenExpired,
            "the history is kept from transaction \(floor + 1) on, and the token is older; "
                + "read everything anew and go on from the last token"
        )
    }

    private func matches(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>,
        in store: any ContextStore,
        after: Int64,
        limit: Int
    ) throws -> [DefaultHistoryTransaction] {
        let decoder = HistoryDecoder(coordinator.graph, store: store)
        var found: [DefaultHistoryTransaction] = []
        var request = HistoryRequest(after: after, limit: Self.historyBatch)
        while found.count < limit {
            let rows = try reader(of: store).history(request)
            for row in rows where found.count < limit {
                let transaction = try decoder.transaction(row)
                if try isMatch(transaction, descriptor.predicate) { found.append(transaction) }
            }
            guard let last = rows.last, rows.count == Self.historyBatch else { break }
            request.after = last.transaction
        }
        return found
    }

    private func isMatch(
        _ transaction: DefaultHistoryTransaction,
        _ predicate: Predicate<DefaultHistoryTransaction>?
    ) throws -> Bool {
        do {
            return try predicate?.evaluate(transaction) ?? true
        } catch {
            throw SwiftDataError(
                .invalidTransactionFetchRequest,
                "the predicate can't be evaluated for a transaction",
                underlyingError: error
            )
        }
    }

    /// The transactions of several stores by time; each token says how far all stores were read.
    private func merged(
        _ transactions: [DefaultHistoryTransaction],
        after bounds: HistoryTokenBounds
    ) -> [DefaultHistoryTransaction] {
        var positions: [String: Int64] = [:]
        for token in bounds.after { positions.merge(token.positions) { max($0, $1) } }
        return transactions.sorted { $0.timestamp < $1.timestamp }.map { transaction in
            var transaction = transaction
            positions[transaction.storeIdentifier] = transaction.transactionIdentifier
            transaction.token = DefaultHistoryToken(positions)
            return transaction
        }
    }
}
