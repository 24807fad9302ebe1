// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The removal of the oldest transactions as new ones are recorded.
struct HistoryLimitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Saves songs in one transaction each, numbered from the one after `last`, and returns the
    /// history.
    private func save(_ count: Int, after last: Int64) throws -> [DefaultHistoryTransaction] {
        _ = try context()
        try StoreMetadata.set(
            StoreMetadata.Name.lastTransaction,
            to: String(last),
            in: SQLiteDatabase(folder.store.path(percentEncoded: false))
        )
        let context = try context()
        for number in 0..<count {
            context.insert(Song("\(number)"))
            try context.save()
        }
        return try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }

    private func context() throws -> ModelContext {
        let configuration = ModelConfiguration(url: folder.store)
        return ModelContext(try ModelContainer(for: Song.self, configurations: configuration))
    }

    @Test func oldestTransactionsAreRemovedAtTheLimit() throws {
        let old = try save(3, after: 350)
        #expect(old.map(\.transactionIdentifier) == [351, 352, 353])
        // Transactions are removed when the number of a new one is a multiple of 1,024.
        let next = try save(1, after: 100_350)
        #expect(next.map(\.transactionIdentifier) == [351, 352, 353, 100_351])
        let trimmed = try save(1, after: 100_351)
        #expect(trimmed.map(\.transactionIdentifier) == [353, 100_351, 100_352])

        let (expired, valid) = (old[0].token, old[1].token)
        let context = try context()
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.fetchHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(
                    predicate: #Predicate { $0.token > expired }
                )
            )
        }
        let following = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > valid })
        )
        #expect(following.map(\.transactionIdentifier) == [353, 100_351, 100_352])
    }
}
