// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// Texts that two journals wrote before they exchanged them.
struct SyncConflictTests {
    /// Writes two texts of one entry, the second journal's later, and exchanges them.
    private func disagree(_ bench: SyncBench) async throws -> EntryReference {
        try await bench.join()
        let id = EntryReference(try await bench.first.call(EntryCreate(text: "draft")).id)
        try await bench.synchronize()
        _ = try await bench.first.call(EntryUpdate(id: id, text: "one"))
        _ = try await bench.second.call(EntryUpdate(id: id, text: "two"))
        try await bench.synchronize()
        return id
    }

    @Test func bothMachinesListAConflictUntilOneSettlesIt() async throws {
        try await SyncBench.run { bench in
            let id = try await disagree(bench)
            for client in [bench.first, bench.second] {
                let reply = try await client.call(SyncConflicts())
                #expect(reply.count == 1)
                #expect(reply.conflicts.map(\.text) == ["two"])
                #expect(reply.conflicts.map(\.version.text) == ["one"])
                #expect(try await client.call(SyncStatusCall()).conflicts == 1)
            }
            let conflicts = try await bench.first.call(SyncConflicts()).conflicts
            let conflict = try #require(conflicts.first)
            _ = try await bench.first.call(SyncResolve(id: id, version: conflict.version.id))
            try await bench.synchronize()
            for client in [bench.first, bench.second] {
                #expect(try await client.call(SyncConflicts()).count == 0)
                #expect(try await client.call(EntryGet(id: id)).entry.text == "two")
                let versions = try await client.call(EntryHistory(id: id)).versions
                #expect(Set(versions.map(\.text)) == ["draft", "one"])
            }
        }
    }

    @Test func aTextThatIsPresentAlreadyIsSettledAndWritesGoOn() async throws {
        try await SyncBench.run { bench in
            let id = try await disagree(bench)
            let conflicts = try await bench.first.call(SyncConflicts()).conflicts
            let conflict = try #require(conflicts.first)
            _ = try await bench.first.call(EntryUpdate(id: id, text: "one"))
            let call = SyncResolve(id: id, version: conflict.version.id, restore: true)
            for _ in 1...2 { _ = try await bench.first.call(call) }
            #expect(try await bench.first.call(SyncConflicts()).count == 0)
            let created = try await bench.first.call(EntryCreate(text: "next"))
            #expect(created.created == true)
            try await bench.synchronize()
            #expect(try await bench.second.call(SyncConflicts()).count == 0)
        }
    }

    @Test func theOtherTextTakesThePlaceOfThePresentOne() async throws {
        try await SyncBench.run { bench in
            let id = try await disagree(bench)
            let conflicts = try await bench.second.call(SyncConflicts()).conflicts
            let conflict = try #require(conflicts.first)
            let call = SyncResolve(id: id, version: conflict.version.id, restore: true)
            _ = try await bench.second.call(call)
            try await bench.synchronize()
            for client in [bench.first, bench.second] {
                #expect(try await client.call(EntryGet(id: id)).entry.text == "one")
                #expect(try await client.call(SyncConflicts()).count == 0)
                let versions = try await client.call(EntryHistory(id: id)).versions
                #expect(Set(versions.map(\.text)) == ["draft", "one", "two"])
            }
        }
    }
}
