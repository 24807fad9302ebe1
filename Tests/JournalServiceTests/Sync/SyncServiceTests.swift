// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import SwiftDataHub
import SwiftDataSpace
import SwiftDataSync
import Testing

@testable import JournalService

/// Daemons whose journals are synchronized through a hub in memory.
struct SyncServiceTests {
    @Test func bothJournalsShowWhatEitherHas() async throws {
        try await SyncBench.run { bench in
            try await bench.first.call(EntryCreate(text: "before", tags: ["red"]))
            try await bench.second.call(
                EntryCreate(text: "elsewhere", notebook: "work", createNotebook: true)
            )
            try await bench.join()
            try await bench.synchronize()
            #expect(try await bench.first.texts() == ["before", "elsewhere"])
            #expect(try await bench.second.texts() == ["before", "elsewhere"])
            let notebooks = try await bench.first.call(NotebookList()).notebooks.map(\.name)
            // Each journal had a default notebook.
            #expect(notebooks.sorted() == ["journal", "work"])
            #expect(try await bench.second.call(TagList()).tags.map(\.name) == ["red"])
        }
    }

    @Test func changesArriveAtSubscriptionsAndLists() async throws {
        try await SyncBench.run { bench in
            try await bench.join()
            try await bench.synchronize()
            try await bench.second.call(Subscribe())
            let list = try await bench.second.call(ListOpen())
            #expect(list.rows.isEmpty)
            let created = try await bench.first.call(EntryCreate(text: "new"))
            try await bench.synchronize()
            try await bench.second.call(Flush())
            let notes = bench.second.notes
            let changes = try notes.filter { $0.method == Changes.method }
                .flatMap { try Changes(json: $0.params).items }
            #expect(changes.map(\.id) == [created.id.text])
            #expect(changes.map(\.operation) == [.create])
            #expect(notes.contains { $0.method == ListChanges.method })
        }
    }

    @Test func bothTextsOfAConflictAreKept() async throws {
        try await SyncBench.run { bench in
            let created = try await bench.first.call(EntryCreate(text: "draft"))
            try await bench.join()
            try await bench.synchronize()
            let entry = EntryReference(created.id)
            try await bench.first.call(EntryUpdate(id: entry, text: "one"))
            try await bench.second.call(EntryUpdate(id: entry, text: "two"))
            try await bench.synchronize()
            let texts = try await bench.first.texts()
            #expect(try await bench.second.texts() == texts)
            for client in [bench.first, bench.second] {
                let versions = try await client.call(EntryHistory(id: entry)).versions
                #expect(Set(texts + versions.compactMap(\.text)) == ["draft", "one", "two"])
            }
        }
    }

    @Test func purgeWritesTheObjectsOfTheHubAgain() async throws {
        try await SyncBench.run { bench in
            try await bench.join()
            let created = try await bench.first.call(EntryCreate(text: "secret"))
            try await bench.synchronize()
            let before = bench.hub.logObjects
            try await bench.first.call(EntryPurge(ids: [EntryReference(created.id)]))
            try await bench.synchronize()
            #expect(try await bench.second.texts() == [])
            #expect(!before.subtracting(bench.hub.logObjects).isEmpty)
        }
    }

    @Test func entryThatSynchronizationChangedIsNotUndone() async throws {
        try await SyncBench.run { bench in
            let step = StepName(id: .random(), client: "test", command: "new")
            let created = try await bench.first.call(EntryCreate(text: "draft"), as: step)
            try await bench.join()
            try await bench.synchronize()
            let entry = EntryReference(created.id)
            try await bench.second.call(EntryUpdate(id: entry, text: "two"))
            try await bench.synchronize()
            let updated = try await bench.first.call(EntryGet(id: entry)).entry
            #expect(updated.revision > created.revision)
            #expect(try await bench.first.call(Undo()).failures.map(\.kind) == [.conflict])
        }
    }

    @Test func stateNamesTheHubAndTheSpace() async throws {
        try await SyncBench.run { bench in
            #expect(try await bench.first.call(SyncStatusCall()) == SyncState(phase: .off))
            #expect(try await bench.first.refusal(SyncNow()).kind == .syncOff)
            #expect(try await bench.first.refusal(SyncPause()).kind == .syncOff)
            try await bench.join()
            try await bench.synchronize()
            let state = try await bench.first.call(SyncStatusCall())
            #expect(state.hub == SyncBench.address)
            #expect(state.space == bench.hub.spaces().first?.description)
            #expect(state.pending == 0 && state.parked == 0 && state.late == 0)
            #expect(state.machines == 2 && state.problem == nil && state.asOf != nil)
            // A hub in memory has the same clock.
            #expect(abs(try #require(state.clockOffset)) < 60 && state.nextTry == nil)
        }
    }

    @Test func machinesDescribeThemselves() async throws {
        try await SyncBench.run { bench in
            try await bench.join()
            try await bench.synchronize()
            var machines: [SyncMachine] = []
            // Each describes itself after its first round.
            while machines.compactMap(\.software).count < 2 {
                machines = try await bench.second.call(SyncMachines()).machines
            }
            #expect(machines.map(\.name) == ["one", "two"])
            #expect(machines.map(\.isCurrent) == [false, true])
            #expect(machines.allSatisfy { $0.software == "journal test" && $0.lastSeen != nil })
        }
    }

    @Test func wrongKeysAndSecondSpacesAreRefused() async throws {
        try await SyncBench.run { bench in
            let join = SyncJoin(hub: SyncBench.address, credential: .key("key"))
            #expect(try await bench.second.refusal(join).kind == .syncSpace)
            let made = try await bench.first.call(SyncInit(hub: SyncBench.address))
            var other = join
            other.key = Secret(KeyText.text(try SpaceKey.random()))
            #expect(try await bench.second.refusal(join).kind == .syncKey)
            #expect(try await bench.second.refusal(other).kind == .syncKey)
            other.key = made.key
            other.space = SpaceID.random().description
            #expect(try await bench.second.refusal(other).kind == .syncSpace)
            let second = SyncInit(hub: SyncBench.address)
            #expect(try await bench.second.refusal(second).kind == .syncSpace)
            #expect(try await bench.first.refusal(second).kind == .syncSpace)
            #expect(try await bench.second.call(SyncStatusCall()).phase == .off)
            for hub in ["relative/path", "gopher://host"] {
                #expect(try await bench.second.refusal(SyncInit(hub: hub)).kind == .syncHub)
            }
        }
    }

    @Test func pausedJournalExchangesNothing() async throws {
        try await SyncBench.run { bench in
            try await bench.join()
            try await bench.synchronize()
            try await bench.second.call(SyncPause())
            try await bench.first.call(EntryCreate(text: "new"))
            try await bench.first.call(SyncNow())
            #expect(try await bench.second.call(SyncStatusCall()).phase == .paused)
            #expect(try await bench.second.refusal(SyncNow()).kind == .syncPaused)
            #expect(try await bench.second.texts() == [])
            try await bench.second.call(SyncResume())
            try await bench.second.call(SyncNow())
            #expect(try await bench.second.texts() == ["new"])
        }
    }

    @Test func endedSynchronizationLeavesTheJournal() async throws {
        try await SyncBench.run { bench in
            try await bench.first.call(EntryCreate(text: "new"))
            try await bench.join()
            try await bench.synchronize()
            let count = bench.hub.objectCount
            try await bench.first.call(SyncOff(delete: true))
            #expect(bench.hub.objectCount < count)
            #expect(try await bench.first.call(SyncStatusCall()).phase == .off)
            try await bench.second.call(SyncNow())
            #expect(try await bench.first.texts() == ["new"])
            #expect(try await bench.second.texts() == ["new"])
        }
    }

    @Test func spaceMovesToAnotherHub() async throws {
        try await SyncBench.run { bench in
            try await bench.first.call(EntryCreate(text: "new"))
            try await bench.join()
            try await bench.synchronize()
            let count = bench.otherHub.objectCount
            for client in [bench.first, bench.second] {
                try await client.call(SyncMove(hub: SyncBench.otherAddress))
            }
            try await bench.second.call(EntryCreate(text: "newer"))
            try await bench.synchronize()
            #expect(count == 0 && bench.otherHub.spaces() == bench.hub.spaces())
            #expect(try await bench.first.texts() == ["new", "newer"])
            let state = try await bench.first.call(SyncStatusCall())
            #expect(state.hub == SyncBench.otherAddress && state.phase != .off)
        }
    }

    @Test func keyIsShownToWhoAsks() async throws {
        try await SyncBench.run { bench in
            let made = try await bench.first.call(SyncInit(hub: SyncBench.address))
            #expect(try await bench.first.call(SyncKey()).key == made.key)
            #expect(try await bench.second.refusal(SyncKey()).kind == .syncOff)
        }
    }

    @Test func emptiedHubIsFilledAgain() async throws {
        try await SyncBench.run { bench in
            try await bench.first.call(EntryCreate(text: "new"))
            try await bench.join()
            try await bench.synchronize()
            for space in bench.hub.spaces() {
                for name in bench.hub.list(HubPrefix(space: space)).names { bench.hub.delete(name) }
            }
            try await bench.second.call(EntryCreate(text: "newer"))
            try await bench.synchronize()
            #expect(bench.hub.spaces().count == 1)
            #expect(try await bench.first.texts() == ["new", "newer"])
            #expect(try await bench.second.texts() == ["new", "newer"])
        }
    }
}
