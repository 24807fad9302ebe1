// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Synchronization
import Testing

@testable import SwiftData

/// Interrupted reads.
///
/// All of them use one connection, the only one of an in-memory store.
struct ReadInterruptionTests {
    private static let count = 3_000
    private let container: ModelContainer
    private let context: ModelContext
    private let interruption = ReadInterruption()

    init() throws {
        container = try songs()
        let writer = ModelContext(container)
        for number in 0..<Self.count { writer.insert(Singer("\(number)")) }
        let song = Song("Rain", text: "rain")
        writer.insert(song)
        song.singers = [Singer("Ella")]
        try writer.save()
        context = ModelContext(container)
        context.readInterruption = interruption
    }

    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        #expect(throws: StoreError.self, performing: body)?.code
    }

    /// Requests the interruption at the first row and returns the number of rows read.
    private func readUntilInterrupted() throws -> Int {
        let singers = FetchQuery(try context.coordinator.resolvedSchema.entity(for: Singer.self))
        var rows = 0
        let code = code {
            try context.graph.stores.read(singers.entity) { reader in
                try reader.fetch(singers, over: nil) { _, _ in
                    rows += 1
                    interruption.request()
                }
            }
        }
        #expect(code == .interrupted)
        return rows
    }

    @Test func interruptionStopsARunningRead() throws {
        #expect(try (1..<Self.count).contains(readUntilInterrupted()))
    }

    @Test func runningReadPollsTheInterruption() throws {
        let polls = Mutex(0)
        context.readInterruption = ReadInterruption(polled: { polls.withLock { $0 += 1 } })
        _ = try context.fetch(FetchDescriptor<Singer>())
        #expect(polls.withLock { $0 } > 0)
    }

    @Test func interruptionRejectsLaterReads() {
        interruption.request()
        #expect(code { _ = try context.fetch(FetchDescriptor<Song>()) } == .interrupted)
        #expect(code { _ = try context.fetchCount(FetchDescriptor<Song>()) } == .interrupted)
        let search = { _ = try context.search(SearchDescriptor<Song>(FullTextQuery("rain"))) }
        #expect(code(search) == .interrupted)
        #expect(code { _ = try context.historyRows(after: 0, limit: 1) } == .interrupted)
    }

    @Test func interruptedConnectionStillServesOtherContexts() throws {
        _ = try readUntilInterrupted()
        let other = ModelContext(container)
        #expect(try other.fetch(FetchDescriptor<Singer>()).count == Self.count + 1)
        other.readInterruption = ReadInterruption()
        #expect(try other.fetch(FetchDescriptor<Singer>()).count == Self.count + 1)
        for number in 0..<Self.count { other.insert(Singer("new \(number)")) }
        try other.save()
        #expect(try other.fetchCount(FetchDescriptor<Singer>()) == 2 * Self.count + 1)
    }

    @Test func propertyAccessIgnoresInterruption() throws {
        let identifier = try #require(
            try context.fetchIdentifiers(FetchDescriptor<Song>()).first
        )
        let song = try #require(context.model(for: identifier) as? Song)
        interruption.request()
        #expect(song.title == "Rain")
        #expect(song.singers.map(\.name) == ["Ella"])
    }

    @Test func transactionsIgnoreInterruption() throws {
        interruption.request()
        let titles = try context.commitGroup { group in
            try group.run { context.insert(Song("Snow")) }
            return try context.fetch(FetchDescriptor<Song>()).map(\.title)
        }
        #expect(Set(titles) == ["Rain", "Snow"])
    }
}
