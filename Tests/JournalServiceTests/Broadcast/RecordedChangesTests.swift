// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

@Suite(.timeLimit(.minutes(1))) struct RecordedChangesTests {
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
}
