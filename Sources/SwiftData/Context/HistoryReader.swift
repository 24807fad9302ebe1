// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Reads and deletes the history of a context's stores.
struct HistoryReader {
    /// The maximum number of transactions in each read.
    private static let batchSize = 512

    let stores: StoreAccess

    /// Deletes the matching transactions.
    ///
    /// Tokens from before the removed beginning of the history expire. They do not if the
    /// transactions of an author are removed, which is how a program omits what it does not
    /// read.
    func delete(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        let isEverything = descriptor.predicate == nil && descriptor.fetchLimit == 0
        let matches =
            isEverything ? [] : try transactions(descriptor, checkingTokens: false)
        let keepsTokens = try matches.last.map { try isOfOneAuthor($0, descriptor.predicate) }
        for store in stores.coordinator.stores.map(\.store) where store.isTransactional {
            let numbers = matches.filter { $0.storeIdentifier == store.identifier }
                .map(\.transactionIdentifier)
            guard isEverything || !numbers.isEmpty else { continue }
            try stores.write(to: store) { transaction in
                if isEverything {
                    try transaction.deleteHistory(through: .max, author: nil)
                } else {
                    try transaction.deleteHistory(numbers, keepsTokens: keepsTokens ?? false)
                }
            }
        }
    }

    /// Returns the matching transactions, oldest first unless the descriptor has a sort order.
    func transactions(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>,
        checkingTokens: Bool = true
    ) throws -> [DefaultHistoryTransaction] {
        let bounds = HistoryTokenBounds(descriptor.predicate)
        let limit = descriptor.fetchLimit == 0 ? Int.max : Int(clamping: descriptor.fetchLimit)
        var found: [DefaultHistoryTransaction] = []
        for store in stores.coordinator.stores.map(\.store) where store.isTransactional {
            if checkingTokens { try check(bounds, in: store) }
            found += try matches(
                descriptor,
                in: store,
                after: bounds.lowerBound(in: store.identifier),
                limit: descriptor.sortBy.isEmpty ? limit : .max
            )
        }
        if stores.coordinator.stores.count > 1 { found = merged(found, after: bounds) }
        if !descriptor.sortBy.isEmpty { found.sort(using: descriptor.sortBy) }
        return Array(found.prefix(limit))
    }

    private func check(_ bounds: HistoryTokenBounds, in store: any ContextStore) throws {
        let floor = try stores.read(store) { try $0.historyBounds() }.deletedThrough
        guard bounds.reachesBack(before: floor, in: store.identifier) else { return }
        throw SwiftDataError(
            .historyTokenExpired,
            "the history begins at transaction \(floor + 1), and the token is older; "
                + "read all models again and continue from the last token"
        )
    }

    private func matches(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>,
        in store: any ContextStore,
        after: Int64,
        limit: Int
    ) throws -> [DefaultHistoryTransaction] {
        let decoder = HistoryDecoder(stores.schema, store: store)
        var found: [DefaultHistoryTransaction] = []
        // A page of a long history should read few other transactions. The number grows if few
        // match.
        var batchSize = min(limit, Self.batchSize)
        var request = HistoryRequest(after: after, limit: batchSize)
        while found.count < limit {
            let rows = try stores.read(store) { try $0.history(request) }
            for row in rows where found.count < limit {
                let transaction = try decoder.transaction(row)
                if try isMatch(transaction, matching: descriptor.predicate) {
                    found.append(transaction)
                }
            }
            guard let last = rows.last, rows.count == batchSize else { break }
            batchSize = min(2 * batchSize, Self.batchSize)
            request = HistoryRequest(after: last.transaction, limit: batchSize)
        }
        return found
    }

    private func isMatch(
        _ transaction: DefaultHistoryTransaction,
        matching predicate: Predicate<DefaultHistoryTransaction>?
    ) throws -> Bool {
        guard let predicate else { return true }
        var compared = transaction
        compared.token = DefaultHistoryToken(
            ofTransaction: transaction.transactionIdentifier,
            in: transaction.storeIdentifier
        )
        do {
            return try predicate.evaluate(compared)
        } catch {
            throw SwiftDataError(
                .invalidTransactionFetchRequest,
                "the predicate cannot be evaluated for a transaction",
                underlyingError: error
            )
        }
    }

    /// Returns whether a predicate that a transaction satisfies rejects the same of other authors.
    private func isOfOneAuthor(
        _ transaction: DefaultHistoryTransaction,
        _ predicate: Predicate<DefaultHistoryTransaction>?
    ) throws -> Bool {
        try [nil, UUID.random().uuidString].contains { author in
            var other = transaction
            other.author = author
            return try !isMatch(other, matching: predicate)
        }
    }

    /// Sorts the transactions of several stores by time; each token covers all stores.
    private func merged(
        _ transactions: [DefaultHistoryTransaction],
        after bounds: HistoryTokenBounds
    ) -> [DefaultHistoryTransaction] {
        var positions: [String: Int64] = [:]
        for token in bounds.after { positions.merge(token.positions) { max($0, $1) } }
        return transactions.sortedByTime().map { transaction in
            var transaction = transaction
            positions[transaction.storeIdentifier] = transaction.transactionIdentifier
            transaction.token = DefaultHistoryToken(positions)
            return transaction
        }
    }
}
