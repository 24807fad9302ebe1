// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Observation
import Testing

@testable import SwiftData

/// Counts of history transactions.
struct HistoryObserverTests {
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try .fleet()
        context = ModelContext(container)
    }

    private func save(_ model: some PersistentModel, author: String? = nil) throws {
        context.author = author
        context.insert(model)
        try context.save()
    }

    private func tokens() throws -> [String: any HistoryToken] {
        var tokens: [String: any HistoryToken] = [:]
        for transaction in try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>()
        ) {
            tokens[transaction.storeIdentifier] = transaction.token
        }
        return tokens
    }

    @Test func transactionsAfterTheCreationCount() throws {
        try save(Ship("Ant"))
        let observer = try HistoryObserver(modelContainer: container)
        #expect(observer.eventCounter == 0)
        try save(Ship("Bee"))
        try save(Harbor("North"))
        #expect(observer.eventCounter == 2)
        try context.save()
        #expect(observer.eventCounter == 2)
    }

    @Test func transactionsOfOtherModelsAndAuthorsDoNotCount() throws {
        let observer = try HistoryObserver(
            observedModels: [Ship.self],
            authors: ["import"],
            modelContainer: container
        )
        try save(Ship("Ant"))
        try save(Ship("Bee"), author: "sync")
        try save(Harbor("North"), author: "import")
        #expect(observer.eventCounter == 0)
        try save(Ship("Cat"), author: "import")
        #expect(observer.eventCounter == 1)
        #expect(observer.authors == ["import"])
        #expect(observer.observedModels.count == 1)
    }

    @Test func transactionsAfterATokenCount() throws {
        try save(Ship("Ant"))
        let tokens = try tokens()
        for number in 0..<600 { try save(Ship("\(number)")) }
        let observer = try HistoryObserver(historyTokens: tokens, modelContainer: container)
        #expect(observer.eventCounter == 600)
    }

    @Test func tokenOfDeletedTransactionsIsRejected() throws {
        try save(Ship("Ant"))
        let tokens = try tokens()
        try save(Ship("Bee"))
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(throws: SwiftDataError.historyTokenExpired) {
            _ = try HistoryObserver(historyTokens: tokens, modelContainer: container)
        }
    }

    @Test func modelOutsideTheSchemaIsRejected() throws {
        #expect(throws: SwiftDataError.unknownSchema) {
            _ = try HistoryObserver(observedModels: [Stranger.self], modelContainer: container)
        }
    }

    @MainActor @Test func observersAreNotifiedOnTheIsolation() async throws {
        let observer = try HistoryObserver(modelContainer: container)
        await awaitChange(of: observer.eventCounter) { container.saveShipElsewhere("Dab") }
        #expect(observer.eventCounter == 1)
    }

    @Test func observersAreNotifiedWithoutAnIsolation() async throws {
        let observer = try HistoryObserver(modelContainer: container, isolation: nil)
        await awaitChange(of: observer.eventCounter) { container.saveShipElsewhere("Dab") }
        #expect(observer.eventCounter == 1)
    }

    @Test func countIsCurrentWhileObserversAreNotified() async throws {
        let observer = try HistoryObserver(modelContainer: container, isolation: nil)
        let count = await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = observer.eventCounter
            } onChange: {
                continuation.resume(returning: observer.eventCounter)
            }
            container.saveShipElsewhere("Dab")
        }
        #expect(count == 1)
    }
}

@Model private final class Stranger {
    var name = ""
    init() {}
}
