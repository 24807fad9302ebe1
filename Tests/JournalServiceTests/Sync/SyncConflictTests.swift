// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// Texts that two journals wrote before they exchanged them.
struct SyncConflictTests {
    @Test func bothMachinesListAConflictUntilOneSettlesIt() async throws {
        try await SyncBench.run { bench in
            let id = try await bench.disagree()
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
            let id = try await bench.disagree()
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
            let id = try await bench.disagree()
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

    @Test func theConflictsOfOneEntryAreListed() async throws {
        try await SyncBench.run { bench in
            let id = try await bench.disagree()
            let other = EntryReference(try await bench.first.call(EntryCreate(text: "other")).id)
            #expect(try await bench.first.call(SyncConflicts(id: id)).conflicts.count == 1)
            let none = try await bench.first.call(SyncConflicts(id: other))
            #expect(none == SyncConflicts.Reply(conflicts: [], count: 0))
        }
    }

    @Test func anEntryIsNotModifiedByAConflictThatItsTextSurvives() async throws {
        try await SyncBench.run { bench in
            let id = try await bench.disagree()
            let before = try await bench.first.call(EntryGet(id: id)).entry
            let conflict = try #require(try await bench.conflicts().first)
            let reply = try await bench.first.call(
                SyncResolve(id: id, version: conflict.version.id)
            )
            #expect(reply.revision > before.revision)
            try await bench.synchronize()
            for client in [bench.first, bench.second] {
                let entry = try await client.call(EntryGet(id: id)).entry
                #expect(entry.modifiedAt == before.modifiedAt)
                #expect(entry.text == before.text)
            }
        }
    }

    @Test func conflictsInTheTrashAreListedAndSettledThere() async throws {
        try await SyncBench.run { bench in
            let id = try await bench.disagree()
            try await bench.second.call(EntryDelete(id: id))
            try await bench.synchronize()
            let trashed = try await bench.first.call(EntryGet(id: id)).entry.trashedAt
            #expect(trashed != nil)
            let conflict = try #require(try await bench.conflicts().first)
            #expect(conflict.trashedAt == trashed)
            let trash = EntryList(filter: Filter(trashed: true))
            let listed = try await bench.first.call(trash).entries
            #expect(listed.map(\.conflicts) == [1])
            let call = SyncResolve(id: id, version: conflict.version.id, restore: true)
            try await bench.first.call(call)
            try await bench.synchronize()
            for client in [bench.first, bench.second] {
                let entry = try await client.call(EntryGet(id: id)).entry
                #expect(entry.text == "one")
                #expect(entry.trashedAt == trashed)
                #expect(try await client.call(SyncConflicts()).count == 0)
            }
        }
    }

    @Test func conflictsThatAreSettledTogetherAreOneStep() async throws {
        try await SyncBench.run { bench in
            let id = try await bench.disagree()
            try await bench.disagree(about: id, "three", "four")
            let conflicts = try await bench.conflicts()
            #expect(conflicts.map(\.version.text) == ["three", "one"])
            let before = try await bench.first.call(UndoList()).steps.count
            let step = StepName(id: .random(), client: "test", command: "resolve")
            for conflict in conflicts {
                let isUsed = conflict == conflicts.last
                let call = SyncResolve(id: id, version: conflict.version.id, restore: isUsed)
                try await bench.first.call(call, as: step)
            }
            #expect(try await bench.first.call(EntryGet(id: id)).entry.text == "one")
            let steps = try await bench.first.call(UndoList()).steps
            #expect(steps.count == before + 1)
            #expect(steps.first?.id == step.id)
            try await bench.first.call(Undo())
            #expect(try await bench.first.call(EntryGet(id: id)).entry.text == "four")
            #expect(try await bench.first.call(SyncConflicts()).count == 0)
        }
    }
}
