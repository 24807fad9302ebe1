// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The criteria and sort order of a fetch or deletion of history transactions.
///
/// ```swift
/// let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
///     predicate: #Predicate { $0.token > token }
/// )
/// let transactions = try context.fetchHistory(descriptor)
/// ```
public struct HistoryDescriptor<TransactionType> where TransactionType: HistoryTransaction {
    /// The condition that transactions must satisfy; nil selects all transactions.
    public var predicate: Predicate<TransactionType>?
    /// The maximum number of transactions; 0 means no maximum.
    public var fetchLimit: UInt64 = 0
    /// The sort order; an empty array sorts the oldest transaction first.
    public var sortBy: [SortDescriptor<TransactionType>]

    /// Creates a descriptor for all matching transactions, oldest first.
    public init(predicate: Predicate<TransactionType>? = nil) {
        self.init(predicate: predicate, sortBy: [])
    }

    /// Creates a descriptor for all matching transactions in a sort order.
    ///
    /// - Parameters:
    ///   - predicate: The condition that transactions must satisfy; `nil` selects all.
    ///   - sortBy: The sort order; an empty array sorts the oldest transaction first.
    public init(
        predicate: Predicate<TransactionType>? = nil,
        sortBy: [SortDescriptor<TransactionType>] = []
    ) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

/// A store that records a history of its transactions.
public protocol HistoryProviding {
    /// The type of the store's transactions.
    associatedtype HistoryType: HistoryTransaction
    /// The type of the store's transactions.
    static var historyType: HistoryType.Type { get }
    /// Returns the transactions that match a descriptor.
    func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
    /// Deletes the transactions that match a descriptor.
    func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}
