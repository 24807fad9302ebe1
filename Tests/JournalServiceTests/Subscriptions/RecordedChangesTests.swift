// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Synchronization
import Testing

@testable import JournalService

struct RecordedChangesTests {
    @Test func modelsThatALaterBatchDeletesHaveNoOtherItem() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let start = try await client.call(Hello()).cursor
                let purged = try await client.call(EntryCreate(text: "purged", tags: ["t"]))
                // The commits between are more than a batch has.
                let count = HistoryReplay.batchLength + 2
                for number in 0..<count {
                    try await client.call(EntryCreate(text: "\(number)"))
                }
                try await client.call(EntryPurge(ids: [EntryReference(purged.id)]))
                try await client.call(TagDelete(tag: "t"))
                try await client.call(Subscribe(since: start, include: .full))
                let items = try await client.changes().flatMap(\.items)
                let created = items.filter { $0.operation == .create }
                #expect(created.compactMap(\.entry?.text) == (0..<count).map { "\($0)" })
                #expect(created.count == count)
                let deleted = items.filter { $0.operation == .delete }
                #expect(deleted.count == 2)
                #expect(deleted.contains { $0.id == purged.id.text })
            }
        }
    }

    @Test func changesAreReportedFromTheStateThatTheSubscriberHas() throws {
        let container = try JournalContainer.inMemory()
        let models = ModelContext(container)
        let notebook = Notebook(uuid: UUID(), name: try Name("journal", .notebook), revision: 1)
        let entry = Entry.sample("text", in: notebook)
        models.insert(entry)
        try models.save()
        entry.setTrashTime(Date(timeIntervalSince1970: 1))
        entry.revision = 2
        try models.save()
        let context = ReadContext(container, cursor: Cursor(epoch: "e", revision: 2))
        let filter = SubscriptionFilter(
            selection: EntrySelection(),
            isEverything: false,
            include: .ids
        )
        func revisions(after known: KnownStates) throws -> [Int64]? {
            let replay = try HistoryReplay.read(after: 0, knowing: known, for: filter, in: context)
            guard case .changes(let items, upTo: 2) = replay else { return nil }
            return items.map(\.revision)
        }
        #expect(try revisions(after: KnownStates()) == [])
        #expect(try revisions(after: KnownStates(revisions: [entry.uuid.text: 1])) == [2])
        #expect(try revisions(after: KnownStates(mayIncludeAny: true)) == [2])
    }

    @Test func longCommitIsReadOnceForAllOfItsParts() throws {
        let container = try JournalContainer.inMemory()
        let models = ModelContext(container)
        let count = 3 * HistoryReplay.maximumChangeCount - 100
        let notebooks = try (0..<count).map { number in
            Notebook(uuid: UUID(), name: try Name("\(number)", .notebook), revision: 1)
        }
        for notebook in notebooks { models.insert(notebook) }
        try models.save()
        // A deletion has a row of the history for each model, an insertion one for all of them.
        for notebook in notebooks { models.delete(notebook) }
        try models.save()
        let context = ReadContext(container, cursor: Cursor(epoch: "e", revision: 2))
        let work = WorkCounter()
        context.models.readInterruption = ReadInterruption(polled: { work.count() })
        _ = try context.models.historyRows(after: 1, limit: 1)
        let once = work.take()
        #expect(once > 10)
        let filter = SubscriptionFilter(
            selection: EntrySelection(),
            isEverything: true,
            include: .ids
        )
        var place: HistoryReplay.Place?
        var ids: [String] = []
        var partCount = 0
        while true {
            partCount += 1
            let replay = try HistoryReplay.read(
                after: 1,
                at: place,
                knowing: KnownStates(mayIncludeAny: true),
                for: filter,
                in: context
            )
            if case .part(let items, let next) = replay {
                ids += items.map(\.id)
                place = next
                continue
            }
            guard case .changes(let items, upTo: 2) = replay else { break }
            ids += items.map(\.id)
            break
        }
        #expect(ids.count == count)
        #expect(Set(ids).count == count)
        #expect(partCount == 3)
        #expect(work.take() < 2 * once)
    }

    /// The work of SQLite, which is reported by the number of its steps.
    private final class WorkCounter: Sendable {
        private let steps = Mutex(0)

        func count() { steps.withLock { $0 += 1 } }

        func take() -> Int {
            steps.withLock { steps in
                defer { steps = 0 }
                return steps
            }
        }
    }

    @Test func batchHasWholeCommitsUpToItsLength() throws {
        let container = try JournalContainer.inMemory()
        let models = ModelContext(container)
        let count = HistoryReplay.batchLength + 2
        for revision in 1...count {
            models.insert(
                Notebook(uuid: UUID(), name: try Name("\(revision)", .notebook), revision: revision)
            )
            try models.save()
        }
        let last = Int64(count)
        let context = ReadContext(container, cursor: Cursor(epoch: "e", revision: last))
        let filter = SubscriptionFilter(
            selection: EntrySelection(),
            isEverything: true,
            include: .ids
        )
        func read(_ place: HistoryReplay.Place?) throws -> (count: Int, end: Int64)? {
            let known = KnownStates()
            let replay = try HistoryReplay.read(
                after: 0,
                at: place,
                knowing: known,
                for: filter,
                in: context
            )
            guard case .changes(let items, let end) = replay else { return nil }
            return (items.count, end)
        }
        let batch = try #require(try read(nil))
        #expect(batch.count == HistoryReplay.batchLength)
        #expect(batch.end == Int64(HistoryReplay.batchLength))
        // The rest of a batch with a known end, which is not that of the history.
        let rest = try #require(try read(HistoryReplay.Place(end: 20, index: 5)))
        #expect(rest.count == 15)
        #expect(rest.end == 20)
    }
}
