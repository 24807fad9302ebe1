// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Tokens after the deletion of transactions: which expire, and what follows the others.
struct TokenAfterDeletionTests {
    private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

    @Model final class Parcel {
        @Attribute(.preserveValueOnDeletion) var number: Int
        init(number: Int) { self.number = number }
    }

    private let container: ModelContainer
    private let local: ModelContext
    private let inbound: ModelContext

    init() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        container = try ModelContainer(for: Parcel.self, configurations: configuration)
        local = ModelContext(container)
        inbound = ModelContext(container)
        inbound.author = "inbound"
    }

    /// Saves a new parcel and returns the token of the save.
    private func save(_ number: Int, in context: ModelContext) throws -> DefaultHistoryToken {
        context.insert(Parcel(number: number))
        try context.save()
        return try #require(try context.fetchHistory(Descriptor()).last?.token)
    }

    private func following(_ token: DefaultHistoryToken) throws -> [Int64] {
        try local.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token })).map(\.id)
    }

    private func deleteInbound() throws {
        try inbound.deleteHistory(
            Descriptor(predicate: #Predicate { $0.author == "inbound" })
        )
    }

    @Test func tokenOfAKeptTransactionStaysValidWhenLaterOnesAreDeleted() throws {
        let token = try save(1, in: local)
        _ = try save(2, in: inbound)
        try deleteInbound()
        _ = try save(3, in: local)
        #expect(try following(token) == [3])
    }

    @Test func tokenStaysValidWhenOnlyTransactionsOfAnAuthorWereLeft() throws {
        let token = try save(1, in: local)
        try local.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= token }))
        _ = try save(2, in: inbound)
        try deleteInbound()
        _ = try save(3, in: local)
        #expect(try following(token) == [3])
    }

    @Test func tokenStaysValidWhenTransactionsInBetweenAreDeleted() throws {
        let first = try save(1, in: local)
        let second = try save(2, in: local)
        _ = try save(3, in: local)
        try local.deleteHistory(Descriptor(predicate: #Predicate { $0.token == second }))
        #expect(try following(first) == [3])
    }

    @Test func deletionOfTheBeginningDoesNotCountWhatAnAuthorRemoved() throws {
        let first = try save(1, in: local)
        _ = try save(2, in: inbound)
        _ = try save(3, in: local)
        try deleteInbound()
        try local.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= first }))
        #expect(try following(first) == [3])
    }

    @Test func tokenFromBeforeTheDeletedBeginningExpires() throws {
        let first = try save(1, in: local)
        let second = try save(2, in: inbound)
        _ = try save(3, in: local)
        try local.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= second }))
        #expect(throws: SwiftDataError.historyTokenExpired) { try following(first) }
        #expect(try following(second) == [3])
    }

    @Test func tokenExpiresWhenEverythingIsDeleted() throws {
        let first = try save(1, in: local)
        let second = try save(2, in: local)
        try local.deleteHistory(Descriptor())
        #expect(throws: SwiftDataError.historyTokenExpired) { try following(first) }
        #expect(try following(second) == [])
    }
}
