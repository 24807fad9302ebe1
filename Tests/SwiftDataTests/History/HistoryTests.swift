// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Synchronization
import Testing

@testable import SwiftData

/// The history that saves record, and its queries.
struct HistoryTests {
    private let context: ModelContext

    init() throws { context = ModelContext(try songs()) }

    private typealias Transaction = DefaultHistoryTransaction

    private func save(_ title: String, author: String? = nil) throws -> Song {
        context.author = author
        let song = Song(title)
        context.insert(song)
        try context.save()
        return song
    }

    private func history(
        _ predicate: Predicate<DefaultHistoryTransaction>? = nil
    ) throws -> [DefaultHistoryTransaction] {
        try context.fetchHistory(HistoryDescriptor(predicate: predicate))
    }

    @Test func eachSaveRecordsATransactionWithAuthorAndTimestamp() throws {
        let before = Date.now
        _ = try save("one", author: "Ada")
        _ = try save("two")
        let transactions = try history()
        #expect(transactions.map(\.author) == ["Ada", nil])
        #expect(transactions.map(\.transactionIdentifier) == [1, 2])
        #expect(transactions.allSatisfy { $0.timestamp >= before && $0.timestamp <= .now })
        let store = context.coordinator.stores[0].store.identifier
        #expect(transactions.allSatisfy { $0.storeIdentifier == store })
    }

    @Test func saveWithoutChangesRecordsNothing() throws {
        try context.save()
        #expect(try history().isEmpty)
    }

    @Test func pageOfALongHistoryReadsFewOtherTransactions() throws {
        let count = 500
        for number in 0..<count { _ = try save("\(number)", author: "\(number % 10)") }
        let polls = Mutex(0)
        context.readInterruption = ReadInterruption(polled: { polls.withLock { $0 += 1 } })
        func work(_ limit: UInt64, _ predicate: Predicate<Transaction>? = nil) throws -> Int {
            polls.withLock { $0 = 0 }
            var descriptor = HistoryDescriptor<Transaction>(predicate: predicate)
            descriptor.fetchLimit = limit
            let page = try context.fetchHistory(descriptor)
            #expect(page.count == min(count, Int(limit)) || predicate != nil)
            return polls.withLock { $0 }
        }
        let everything = try work(UInt64(count))
        #expect(everything >= 10)
        #expect(try work(10) <= everything / 5)
        // One of ten matches.
        #expect(try work(10, #Predicate { $0.author == "9" }) <= everything / 2)
        #expect(try work(100, #Predicate { $0.author == "9" }) <= 2 * everything)
    }

    @Test func changesHaveTheTypeOfTheirModel() throws {
        let song = try save("one")
        song.title = "uno"
        song.plays = 4
        try context.save()
        let transactions = try history()
        let changes = transactions.flatMap(\.changes)
        guard case .insert(let insert) = changes[0], case .update(let update) = changes[1] else {
            Issue.record("expected an insert and an update, got \(changes)")
            return
        }
        #expect((insert as? DefaultHistoryInsert<Song>)?.transactionIdentifier == 1)
        #expect(!(insert is DefaultHistoryInsert<Singer>))
        let attributes = (update as? DefaultHistoryUpdate<Song>)?.updatedAttributes
        #expect(attributes?.map { $0 as PartialKeyPath<Song> } == [\.title, \.plays])
        #expect(changes.allSatisfy { $0.changedPersistentIdentifier == song.persistentModelID })
    }

    @Test func tombstonesContainOnlyPreservedValues() throws {
        let song = try save("gone")
        let code = song.code
        song.links = [try #require(URL(string: "https://example.org/a"))]
        try context.save()
        context.delete(song)
        try context.save()
        guard case .delete(let change)? = try history().last?.changes.first,
            let tombstone = (change as? DefaultHistoryDelete<Song>)?.tombstone
        else {
            Issue.record("expected a deletion")
            return
        }
        #expect(tombstone[\.code] as? UUID == code)
        #expect(tombstone[\.title] as? String == "gone")
        #expect(tombstone[\.mood] as? Song.Mood == .calm)
        #expect(tombstone[\.length] as? Double == 3.25)
        #expect(tombstone[\.cover] as? Data == Data([1, 2, 3]))
        #expect(tombstone[\.links] as? [URL] == song.links)
        #expect(tombstone[\.plays] == nil)
        #expect(tombstone[\.text] == nil)
        #expect(tombstone.map { $0 }.count == 6)
    }

    @Test func preservedNilIsNil() throws {
        let song = try save("gone")
        song.mood = nil
        context.delete(song)
        try context.save()
        guard case .delete(let change)? = try history().last?.changes.first else {
            Issue.record("expected a deletion")
            return
        }
        #expect((change as? DefaultHistoryDelete<Song>)?.tombstone[\.mood] == nil)
    }

    @Test func tokenSelectsLaterTransactions() throws {
        _ = try save("one")
        let token = try #require(try history().last?.token)
        _ = try save("two", author: "Ada")
        _ = try save("three", author: "Bob")
        #expect(try history(#Predicate { $0.token > token }).map(\.id) == [2, 3])
        #expect(
            try history(#Predicate { $0.token > token && $0.author == "Bob" }).map(\.id) == [3]
        )
        #expect(try history(#Predicate { $0.token <= token }).map(\.id) == [1])
        #expect(
            try history(#Predicate { $0.author == "Ada" || $0.author == "Bob" }).map(\.id) == [
                2, 3,
            ]
        )
    }

    @Test func timestampSelectsTransactions() throws {
        _ = try save("one")
        let moment = Date.now
        _ = try save("two")
        #expect(try history(#Predicate { $0.timestamp > moment }).map(\.id) == [2])
    }

    @Test func historyFetchAppliesLimitAndOrder() throws {
        for number in 1...5 { _ = try save("\(number)") }
        var descriptor = HistoryDescriptor<Transaction>(
            sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)]
        )
        descriptor.fetchLimit = 2
        #expect(try context.fetchHistory(descriptor).map(\.id) == [5, 4])
        descriptor.sortBy = []
        #expect(try context.fetchHistory(descriptor).map(\.id) == [1, 2])
    }

    @Test func tokenRoundTripsThroughCoding() throws {
        _ = try save("one")
        let token = try #require(try history().last?.token)
        let coded = try JSONEncoder().encode(token)
        #expect(try JSONDecoder().decode(DefaultHistoryToken.self, from: coded) == token)
        #expect(token.storeIdentifier == context.coordinator.stores[0].store.identifier)
        #expect(token.tokenValue == [token.storeIdentifier: 1])
    }

    @Test(arguments: [#"{}"#, #"{"tokenValue":7}"#, #"{"tokenValue":{"a":"b"}}"#, "", "\0"])
    func damagedTokenIsNotDecoded(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(text.utf8))
        }
    }

    @Test func expiredTokenThrowsHistoryTokenExpired() throws {
        for number in 1...3 { _ = try save("\(number)") }
        let tokens = try history().map(\.token)
        let (first, second) = (tokens[0], tokens[1])
        try context.deleteHistory(
            HistoryDescriptor<Transaction>(predicate: #Predicate { $0.token <= second })
        )
        #expect(try history().map(\.id) == [3])
        #expect(try history(#Predicate { $0.token > second }).map(\.id) == [3])
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try history(#Predicate { $0.token > first })
        }
    }

    private struct Position: Codable {
        var token: DefaultHistoryToken?
        var required: DefaultHistoryToken
    }

    @Test func expiredTokenIsFoundInEveryCapturedExpression() throws {
        for number in 1...3 { _ = try save("\(number)") }
        let tokens = try history().map(\.token)
        let second = tokens[1]
        let (expired, valid) = (
            Position(token: tokens[0], required: tokens[0]),
            Position(token: tokens[1], required: tokens[1])
        )
        try context.deleteHistory(
            HistoryDescriptor<Transaction>(predicate: #Predicate { $0.token <= second })
        )
        func predicates(_ position: Position) -> [Predicate<Transaction>] {
            let optional = position.token
            return [
                #Predicate { $0.token > position.required },
                #Predicate { $0.token > optional! },
                #Predicate { $0.token > position.token! },
                #Predicate { $0.token > (optional ?? second) },
                #Predicate { position.required < $0.token },
                #Predicate { transaction in
                    if let token = optional { transaction.token > token } else { true }
                },
            ]
        }
        for predicate in predicates(expired) {
            #expect(throws: SwiftDataError.historyTokenExpired) { try history(predicate) }
        }
        for predicate in predicates(valid) {
            #expect(try history(predicate).map(\.id) == [3])
            let bounds = HistoryTokenBounds(predicate)
            #expect(bounds.lowerBound(in: second.storeIdentifier) == 2)
        }
        let none = DefaultHistoryToken?.none
        let all = #Predicate<Transaction> { transaction in
            if let token = none { transaction.token > token } else { true }
        }
        #expect(try history(all).map(\.id) == [3])
    }

    private struct RemoteToken: HistoryToken {
        let tokenValue: Int?
        var id: Int { tokenValue ?? 0 }
        var storeIdentifier: String { "remote" }

        static func < (lhs: RemoteToken, rhs: RemoteToken) -> Bool { lhs.id < rhs.id }
    }

    @Test func tokenOfACustomStoreNamesItsStore() {
        let token: any HistoryToken = RemoteToken(tokenValue: 3)
        #expect(token.storeIdentifier == "remote")
    }

    @Test func deletingHistoryByAuthorKeepsOtherAuthors() throws {
        _ = try save("one", author: "Ada")
        _ = try save("two", author: "Bob")
        try context.deleteHistory(
            HistoryDescriptor<Transaction>(predicate: #Predicate { $0.author == "Ada" })
        )
        #expect(try history().map(\.author) == ["Bob"])
        try context.deleteHistory(HistoryDescriptor<Transaction>())
        #expect(try history().isEmpty)
        _ = try save("three")
        #expect(try history().map(\.id) == [3])
    }

    @Test func relationshipChangesAreRecordedAsUpdates() throws {
        let song = try save("duet")
        let singer = Singer("Ella")
        context.insert(singer)
        try context.save()
        song.singers.append(singer)
        try context.save()
        let updates = try #require(try history().last).changes.compactMap { change in
            if case .update(let update) = change {
                update as? DefaultHistoryUpdate<Song>
            } else {
                nil
            }
        }
        #expect(
            updates.first?.updatedAttributes.map { $0 as PartialKeyPath<Song> } == [\.singers]
        )
    }

    @Test func saveNotificationContainsHistoryToken() throws {
        let store = context.coordinator.stores[0].store.identifier
        let tokens = Mutex<[any HistoryToken]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { notification in
            let key = ModelContext.NotificationKey.historyTokens.rawValue
            let sent = notification.userInfo?[key] as? [String: any HistoryToken]
            if let token = sent?[store] { tokens.withLock { $0.append(token) } }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        _ = try save("one")
        _ = try save("two")
        let recorded = try history().map(\.token)
        #expect(tokens.withLock { $0 } as? [DefaultHistoryToken] == recorded)
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func changesOfATransactionAreReadInParts(limit: Int) throws {
        // Rows of several changes, of one, and none.
        for number in 0..<5 { context.insert(Song("\(number)")) }
        context.insert(Singer("Ella"))
        try context.save()
        for song in try context.fetch(FetchDescriptor<Song>()) { song.title += "!" }
        try context.save()
        let whole = try context.historyRows(after: 0, limit: 10)
        #expect(whole.allSatisfy { $0.next == nil })
        for record in whole {
            var changes: [HistoryRecord.Change] = []
            var next: HistoryPlace? = .beginning
            while let start = next {
                let part = try #require(
                    try context.historyRows(
                        after: record.transaction - 1,
                        through: record.transaction,
                        limit: 1,
                        from: start,
                        changeLimit: limit
                    ).first
                )
                #expect(part.changes.count == limit || part.next == nil)
                changes += part.changes
                next = part.next
            }
            #expect(changes.map(\.identifier) == record.changes.map(\.identifier))
        }
        let first = try context.historyRows(after: 0, limit: 10, changeLimit: 8)
        #expect(first.map(\.changes.count) == [6, 2])
        #expect(first.map { $0.next == nil } == [true, false])
    }

    @Test func historyRowsAndBoundsAreReadable() throws {
        let song = try save("one", author: "Ada")
        song.title = "uno"
        context.delete(try save("two"))
        try context.save()
        let container = context.container
        #expect(try container.historyBounds() == (0, 3))
        let rows = try context.historyRows(after: 1, limit: 10)
        #expect(rows.map(\.transaction) == [2, 3])
        let changes = rows.flatMap(\.changes)
        #expect(
            changes.map(\.operation)
                == [.update, .insert, .delete].sorted(like: changes.map(\.operation))
        )
        let deletion = try #require(changes.first { $0.operation == .delete })
        #expect(deletion.entityName == "Song")
        #expect(deletion.tombstone["title"] == .text("two"))
        #expect(try context.historyRows(after: 0, limit: 1).map(\.author) == ["Ada"])
        try context.deleteHistory(HistoryDescriptor<Transaction>())
        #expect(try container.historyBounds() == (3, 3))
    }
}

extension Array where Element == HistoryRecord.Operation {
    /// Returns the elements in the order of another array with the same elements.
    fileprivate func sorted(like others: [HistoryRecord.Operation]) -> [HistoryRecord.Operation] {
        others.allSatisfy(contains) && count == others.count ? others : self
    }
}
