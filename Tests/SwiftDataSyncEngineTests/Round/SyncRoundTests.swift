// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace
import SwiftDataSync
import Testing

@testable import SwiftDataSyncEngine

struct SyncRoundTests {
    private let hub = MemoryHub()
    private let space: TestSpace

    init() throws { space = try TestSpace() }

    private func store(_ node: UInt64, maximumObjectSize: Int = 100_000) throws -> ParticipantStore
    {
        try ParticipantStore(node: node, in: space, maximumObjectSize: maximumObjectSize)
    }

    @discardableResult
    private func synchronize(
        _ store: ParticipantStore,
        with hub: (any SyncHub)? = nil
    ) async throws -> RoundReport {
        try await SyncRound(hub: hub ?? self.hub, store: store).run()
    }

    @Test func anotherMachineReceivesWhatOneHasWritten() async throws {
        let (first, second) = (try store(1), try store(2))
        await first.write("a", as: 1, at: 10)
        #expect(try await synchronize(first).sent == 1)
        let report = try await synchronize(second)
        #expect(report.received == 1 && report.isComplete)
        #expect(await second.notes == [1: "a"])
        #expect(try await synchronize(second).received == 0)
    }

    @Test func bothTextsOfAConflictAreOnBothMachines() async throws {
        let (first, second) = (try store(1), try store(2))
        await first.write("a", as: 1, at: 10)
        for store in [first, second] { try await synchronize(store) }
        await first.write("b", as: 1, at: 20)
        await second.write("c", as: 1, at: 30)
        for store in [first, second, first, second] { try await synchronize(store) }
        let texts = await Set(first.notes.values)
        #expect(texts == ["b", "c"])
        #expect(await Set(second.notes.values) == texts)
    }

    /// The effect of the call remains in all cases: the reply is what is lost.
    @Test(arguments: 1...5)
    func roundThatIsInterruptedContinues(atCall call: Int) async throws {
        let (first, second) = (try store(1, maximumObjectSize: 60), try store(2))
        await second.write("z", as: 9, at: 5)
        try await synchronize(second)
        for number: UInt64 in 1...3 { await first.write("text \(number)", as: number, at: 10) }
        let faulty = FaultyHub(hub)
        faulty.setFaults { $0.failingCall = call }
        await #expect(throws: HubError.self) { try await synchronize(first, with: faulty) }
        #expect(faulty.callCount == call)
        try await synchronize(first, with: faulty)
        try await synchronize(second)
        #expect(await second.notes == [1: "text 1", 2: "text 2", 3: "text 3", 9: "z"])
        #expect(await first.notes == second.notes)
    }

    @Test func objectsWaitForThoseBeforeThem() async throws {
        let (first, second) = (try store(1), try store(2))
        for number: UInt64 in 1...3 {
            await first.write("text \(number)", as: number, at: 10)
            try await synchronize(first)
        }
        let names = space.objects(on: hub).sorted {
            ObjectName($0.path)?.end ?? 0 < ObjectName($1.path)?.end ?? 0
        }
        let faulty = FaultyHub(hub)
        faulty.setFaults { $0.hidden = [names[0]] }
        let early = try await synchronize(second, with: faulty)
        #expect(early.received == 0)
        #expect(early.unread.map(\.reason) == [.early, .early])
        faulty.setFaults { faults in
            faults.hidden = []
            faults.missing = [names[1]]
        }
        let missing = try await synchronize(second, with: faulty)
        #expect(missing.received == 1)
        #expect(Set(missing.unread.map(\.reason)) == [.missing, .early])
        faulty.setFaults { $0.missing = [] }
        let last = try await synchronize(second, with: faulty)
        #expect(last.received == 2 && last.isComplete)
        #expect(await second.notes == first.notes)
    }

    @Test(arguments: [0, 10, 40])
    func objectThatHasNotArrivedIsReadLater(bytes: Int) async throws {
        let (first, second) = (try store(1), try store(2))
        await first.write("a", as: 1, at: 10)
        try await synchronize(first)
        let faulty = FaultyHub(hub)
        faulty.setFaults { $0.prefix = bytes }
        let report = try await synchronize(second, with: faulty)
        #expect(report.unread.map(\.reason) == [.incomplete])
        #expect(try await synchronize(second).received == 1)
    }

    @Test func damagedObjectIsReportedAndStopsNothing() async throws {
        let (first, second) = (try store(1), try store(2))
        await first.write("a", as: 1, at: 10)
        try await synchronize(first)
        let name = try #require(space.objects(on: hub).first)
        var bytes = try #require(hub.get(name))
        bytes[bytes.count - 1] ^= 1
        hub.delete(name)
        try hub.put(bytes, as: name)
        await second.write("b", as: 2, at: 10)
        let report = try await synchronize(second)
        guard case .damaged(let error)? = report.unread.first?.reason else {
            Issue.record("the damage was not found")
            return
        }
        #expect(error.code == .damaged)
        #expect(report.sent == 1)
    }

    @Test func emptiedHubIsFilledAgain() async throws {
        let (first, second) = (try store(1), try store(2))
        await first.write("a", as: 1, at: 10)
        await second.write("b", as: 2, at: 10)
        for store in [first, second, first] { try await synchronize(store) }
        for name in hub.list(space.prefix).names { hub.delete(name) }
        for store in [first, second] { try await synchronize(store) }
        let third = try store(3)
        try await synchronize(third)
        #expect(await third.notes == [1: "a", 2: "b"])
        #expect(hub.spaces() == [space.sealer.space])
    }

    @Test func newerKeyOfTheSpaceStopsBeforeAnythingIsWritten() async throws {
        let store = try store(1)
        try await synchronize(store)
        let newer = try SpaceRecord(space.sealer.space, number: 2, key: try .random())
        let name = try #require(HubName(newer.name.description))
        try hub.put(newer.bytes, as: name)
        await store.write("a", as: 1, at: 10)
        let error = await #expect(throws: SyncError.self) { try await synchronize(store) }
        #expect(error?.code == .key)
        #expect(space.objects(on: hub).isEmpty)
        #expect(await store.isCaptured)
    }

    @Test func objectOfAnEarlierKeyWaitsForItsOwner() async throws {
        let store = try store(1)
        let name = ObjectName(
            node: NodeID(rawValue: 7),
            start: 0,
            end: 1,
            isRewrite: false,
            digest: RowKey(high: 0, low: 0)
        )
        let other = ObjectSealer(space: space.sealer.space, keys: KeyRing(current: try .random()))
        try hub.put(try other.seal([1], at: name.place), as: name.hubName(in: other.space))
        let report = try await synchronize(store)
        #expect(report.unread.map(\.reason) == [.earlierKey])
        #expect(!report.isComplete)
    }

    @Test func storeThatWasCopiedContinuesWithANewLog() async throws {
        let (first, copy, third) = (try store(1), try store(1), try store(3))
        await first.write("a", as: 1, at: 10)
        try await synchronize(first)
        await copy.write("b", as: 2, at: 10)
        try await synchronize(copy)
        for store in [first, third] { try await synchronize(store) }
        #expect(await third.notes == [1: "a", 2: "b"])
        #expect(await first.notes == third.notes)
        #expect(await copy.participant.nodes.count == 2)
    }
}
