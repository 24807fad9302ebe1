// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The transactions that a store keeps because they were not captured.
struct CaptureCursorTests {
    private typealias Transactions = HistoryDescriptor<DefaultHistoryTransaction>

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> ModelContext {
        let configuration = ModelConfiguration(url: folder.store)
        return ModelContext(try ModelContainer(for: Song.self, configurations: configuration))
    }

    /// Saves songs in one transaction each.
    private func save(_ count: Int, in context: ModelContext) throws {
        for number in 0..<count {
            context.insert(Song("\(number)"))
            try context.save()
        }
    }

    /// Opens the store again with another number of the last transaction.
    private func open(afterTransaction last: Int64) throws -> ModelContext {
        try StoreMetadata.set(
            StoreMetadata.Name.lastTransaction,
            to: String(last),
            in: SQLiteDatabase(folder.store.path(percentEncoded: false))
        )
        return try open()
    }

    private func numbers(_ context: ModelContext) throws -> [Int64] {
        try context.fetchHistory(Transactions()).map(\.transactionIdentifier)
    }

    @Test func trimmingStopsAtTheCursor() throws {
        let first = try open()
        try save(3, in: first)
        try first.container.setCaptureCursor(HistoryCursor(transaction: 1))
        try first.container.close()

        let second = try open(afterTransaction: 98 * 1_024 - 1)
        try save(1, in: second)
        #expect(try numbers(second) == [2, 3, 98 * 1_024])
        try second.container.setCaptureCursor(nil)
        try second.container.close()

        let third = try open(afterTransaction: 99 * 1_024 - 1)
        try save(1, in: third)
        #expect(try numbers(third) == [98 * 1_024, 99 * 1_024])
    }

    @Test func deletionStopsAtTheCursor() throws {
        let first = try open()
        try save(4, in: first)
        let cursor = HistoryCursor(
            transaction: 2,
            place: HistoryPlace(sequence: 3, offset: 4)
        )
        try first.container.setCaptureCursor(cursor)
        try first.container.close()

        let context = try open()
        #expect(try context.container.captureCursor() == cursor)
        let tokens = try context.fetchHistory(Transactions()).map(\.token)
        let second = tokens[1]
        try context.deleteHistory(
            Transactions(predicate: #Predicate { $0.transactionIdentifier == 3 })
        )
        #expect(try numbers(context) == [1, 2, 3, 4])
        try context.deleteHistory(Transactions())
        #expect(try numbers(context) == [3, 4])
        // Nothing after the cursor is missing, so that it and a token there remain valid.
        #expect(try context.container.historyBounds().floor == 2)
        let rest = try context.fetchHistory(
            Transactions(predicate: #Predicate { $0.token > second })
        )
        #expect(rest.count == 2)

        try context.container.setCaptureCursor(nil)
        try context.deleteHistory(Transactions())
        #expect(try numbers(context).isEmpty)
        #expect(try context.container.captureCursor() == nil)
    }

    @Test func cursorOutsideOfTheHistoryIsRejected() throws {
        let context = try open()
        try save(3, in: context)
        #expect(throws: StoreError.self) {
            try context.container.setCaptureCursor(HistoryCursor(transaction: 4))
        }
        try context.deleteHistory(Transactions())
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.container.setCaptureCursor(HistoryCursor(transaction: 2))
        }
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.container.capturePage(
                after: HistoryCursor(transaction: 2),
                excluding: nil,
                limit: 1
            )
        }
        #expect(try context.container.captureCursor() == nil)
    }

    @Test func erasedStoreKeepsNoHistory() throws {
        let context = try open()
        try save(3, in: context)
        try context.container.setCaptureCursor(HistoryCursor(transaction: 1))
        try context.container.erase()
        #expect(try numbers(ModelContext(context.container)).isEmpty)
        #expect(try context.container.captureCursor() == nil)
    }
}
