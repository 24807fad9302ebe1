// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// Which transactions of the history to fetch or delete.
public struct HistoryDescriptor<TransactionType> where TransactionType: HistoryTransaction {
    /// Which transactions match; nil for all.
    public var predicate: Predicate<TransactionType>?
    /// The greatest number of transactions; 0 for all.
    public var fetchLimit: UInt64 = 0
    /// The order; oldest first when empty.
    public var sortBy: [SortDescriptor<TransactionType>]

    /// Describes all matching transactions, oldest first.
    public init(predicate: Predicate<TransactionType>? = nil) {
        self.init(predicate: predicate, sortBy: [])
    }

    /// Describes all matching transactions in an order.
    public init(
        predicate: Predicate<TransactionType>? = nil,
        sortBy: [SortDescriptor<TransactionType>] = []
    ) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

/// A store with a history.
public protocol HistoryProviding {
    /// The type of its transactions.
    associatedtype HistoryType: HistoryTransaction
    /// The type of its transactions.
    static var historyType: HistoryType.Type { get }
    /// The matching transactions.
    func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
    /// Deletes the matching transactions.
    func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}
