// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// One context over two stores.
final class SeveralStoresTests {
    @Model final class Left {
        var value: Int
        init(_ value: Int) { self.value = value }
    }

    @Model final class Right {
        @Attribute(.unique) var value: Int
        init(_ value: Int) { self.value = value }
    }

    private let folder: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        let folder = try TemporaryFolder()
        func configuration(
            _ name: String,
            _ type: any PersistentModel.Type
        ) -> ModelConfiguration {
            var configuration = ModelConfiguration(
                name,
                schema: Schema([type]),
                url: folder.url.appending(path: "\(name).store")
            )
            configuration.uniqueCollision = .reject
            return configuration
        }
        self.folder = folder
        container = try ModelContainer(
            for: Schema([Left.self, Right.self]),
            configurations: [configuration("l", Left.self), configuration("r", Right.self)]
        )
    }

    @Test func failureInOneStoreRollsBackAllStores() throws {
        let context = ModelContext(container)
        context.insert(Right(1))
        try context.save()
        let right = Right(1)
        context.insert(Left(7))
        context.insert(right)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Left>()) == 0)
        right.value = 2
        try context.save()
        #expect(!context.hasChanges)
        let reader = ModelContext(container)
        #expect(try reader.fetch(FetchDescriptor<Left>()).map(\.value) == [7])
        #expect(try reader.fetch(FetchDescriptor<Right>()).map(\.value).sorted() == [1, 2])
        #expect(folder.contains("l.store") && folder.contains("r.store"))
    }

    private typealias Transaction = DefaultHistoryTransaction

    @Test(arguments: [true, false])
    func tokenFromBeforeTheFirstTransactionOfAStorePrecedesIt(isLeftFirst: Bool) throws {
        let context = ModelContext(container)
        if isLeftFirst { context.insert(Left(1)) } else { context.insert(Right(1)) }
        try context.save()
        let token = try #require(
            try context.fetchHistory(HistoryDescriptor<Transaction>()).last?.token
        )
        if isLeftFirst { context.insert(Right(1)) } else { context.insert(Left(1)) }
        try context.save()
        func count(_ predicate: Predicate<Transaction>) throws -> Int {
            try context.fetchHistory(HistoryDescriptor(predicate: predicate)).count
        }
        #expect(try count(#Predicate { $0.token > token }) == 1)
        #expect(try count(#Predicate { $0.token <= token }) == 1)
        #expect(try count(#Predicate { $0.token == token }) == 1)
        #expect(try count(#Predicate { $0.token < token }) == 0)
    }

    @Test func transactionsOfAStoreStayInOrderWhenTheClockGoesBack() {
        func transaction(_ store: String, _ number: Int64, at seconds: Double) -> Transaction {
            Transaction(
                timestamp: Date(timeIntervalSinceReferenceDate: seconds),
                changes: [],
                token: DefaultHistoryToken([store: number]),
                transactionIdentifier: number,
                storeIdentifier: store,
                bundleIdentifier: "",
                processIdentifier: "",
                author: nil
            )
        }
        let sorted = [
            transaction("a", 1, at: 10), transaction("a", 2, at: 9), transaction("a", 3, at: 12),
            transaction("b", 1, at: 5), transaction("b", 2, at: 11),
        ].sortedByTime()
        #expect(
            sorted.map { "\($0.storeIdentifier)\($0.transactionIdentifier)" }
                == ["b1", "a1", "a2", "b2", "a3"]
        )
    }
}
