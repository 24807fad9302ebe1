// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct SyncParticipantTests {
    private static func participant(_ node: UInt64, size: Int = 10_000) throws -> SyncParticipant {
        SyncParticipant(
            schema: try .journal(),
            node: NodeID(rawValue: node),
            maximumObjectSize: size
        )
    }

    private static func insert(_ number: UInt64) -> LocalChange {
        .insert(Journal.row("book", number), ["name": .text("\(number)")], milliseconds: 1)
    }

    /// Puts what a participant has to put, and deletes what it replaces.
    private static func put(
        _ participant: inout SyncParticipant,
        to hub: inout [ObjectName: [UInt8]]
    ) {
        for object in participant.log.outbox {
            hub[object.name] = object.bytes
            for name in participant.confirm(object.name) { hub[name] = nil }
        }
    }

    private static func rows(of hub: [ObjectName: [UInt8]]) throws -> [RowID] {
        var newcomer = try participant(9)
        let names = newcomer.unread(in: hub.keys)
        let waiting = newcomer.receive(
            try names.map { ($0, try LogObject(bytes: hub[$0] ?? [], named: $0)) }
        )
        #expect(waiting == [])
        return newcomer.replica.rows
    }

    @Test func fewObjectsContainManyChanges() throws {
        var one = try Self.participant(1)
        var hub: [ObjectName: [UInt8]] = [:]
        for number in 0..<UInt64(100) {
            one.capture([Self.insert(number)])
            Self.put(&one, to: &hub)
            one.rewrite(by: RewritePolicy(maximumCount: 4))
            Self.put(&one, to: &hub)
        }
        #expect(hub.count <= 8)
        #expect(Set(hub.keys) == one.log.expectedNames)
        #expect(try Self.rows(of: hub) == one.replica.rows)
    }

    @Test func largePublicationsAreDivided() throws {
        var one = try Self.participant(1, size: 300)
        one.capture((0..<50).map(Self.insert))
        var hub: [ObjectName: [UInt8]] = [:]
        Self.put(&one, to: &hub)
        #expect(hub.count > 5)
        #expect(hub.values.allSatisfy { $0.count < 400 })
        #expect(try Self.rows(of: hub) == one.replica.rows)
        one.rewriteAll()
        #expect(one.log.outbox.filter(\.name.isRewrite).count == 1)
        let replaced = Set(hub.keys)
        var deleted = one.log.outbox.map { one.confirm($0.name) }
        let last = deleted.popLast()
        #expect(last == replaced)
        #expect(deleted.filter { !$0.isEmpty } == [])
    }

    /// A machine merges an object in one transaction.
    @Test func publicationsOfManySmallChangesAreDivided() throws {
        var one = try Self.participant(1, size: 1_024 * 64)
        one.capture((0..<1_500).map(Self.insert))
        #expect(one.log.outbox.allSatisfy { $0.bytes.count < 1_024 * 64 })
        #expect(one.log.outbox.map { $0.name.end - $0.name.start } == [1_024, 476])
        one.mergeOutbox()
        #expect(one.log.waitingCount == 2)
    }

    @Test func objectsThatWaitAreMerged() throws {
        var one = try Self.participant(1)
        for number in 0..<UInt64(5) { one.capture([Self.insert(number)]) }
        #expect(one.log.outbox.count == 5)
        #expect(!one.isOutboxLarge(limit: 5) && one.isOutboxLarge(limit: 4))
        one.mergeOutbox()
        #expect(one.log.outbox.count == 1)
        var hub: [ObjectName: [UInt8]] = [:]
        Self.put(&one, to: &hub)
        #expect(try Self.rows(of: hub) == one.replica.rows)
    }

    @Test func objectsThatWaitAreMergedOneGroupAfterTheOther() throws {
        var one = try Self.participant(1, size: 300)
        for number in 0..<UInt64(24) { one.capture([Self.insert(number)]) }
        var position: UInt64 = 0
        var counts: [Int] = []
        while let next = one.mergeOutbox(after: position) {
            #expect(next > position)
            position = next
            counts.append(one.log.waitingCount)
        }
        #expect(counts.count > 2 && zip(counts, counts.dropFirst()).allSatisfy { $0 > $1 })
        #expect(one.log.outbox.allSatisfy { $0.bytes.count <= 300 })
        var hub: [ObjectName: [UInt8]] = [:]
        Self.put(&one, to: &hub)
        #expect(try Self.rows(of: hub) == one.replica.rows)
    }

    @Test func whatTheHubLostIsWrittenAgain() throws {
        var one = try Self.participant(1)
        var hub: [ObjectName: [UInt8]] = [:]
        for number in 0..<UInt64(3) {
            one.capture([Self.insert(number)])
            Self.put(&one, to: &hub)
        }
        let isDamaged = one.heal(listing: Set(hub.keys))
        #expect(!isDamaged)
        hub[try #require(hub.keys.sorted().first)] = nil
        let isRewritten = one.heal(listing: Set(hub.keys))
        #expect(isRewritten)
        let isLeft = one.write()
        #expect(!isLeft && one.log.outbox.count == 1)
        Self.put(&one, to: &hub)
        #expect(hub.count == 3)
        #expect(try Self.rows(of: hub) == one.replica.rows)
    }

    @Test func anUnknownObjectInTheOwnLogMeansANewNode() throws {
        var one = try Self.participant(1)
        var hub: [ObjectName: [UInt8]] = [:]
        let copy = one
        one.capture([Self.insert(1)])
        Self.put(&one, to: &hub)
        #expect(!one.isLogTaken(listing: hub.keys, objects: []))
        var other = copy
        #expect(other.isLogTaken(listing: hub.keys, objects: []))
        other.capture([Self.insert(2)])
        other.moveLog(to: NodeID(rawValue: 2), of: [NodeID(rawValue: 1)])
        other.capture([])
        other.receive([(hub.keys.sorted()[0], try LogObject(bytes: Array(hub.values)[0]))])
        #expect(other.replica.rows == [Journal.row("book", 1), Journal.row("book", 2)])
        Self.put(&other, to: &hub)
        #expect(hub.keys.map(\.node.rawValue).sorted() == [1, 2])
    }

    /// A copied store came back to the machine that it was copied from, with an object of this
    /// machine, whose log has more objects now.
    @Test func anObjectOfALogToBeReadAgainIsKept() throws {
        var one = try Self.participant(1)
        var hub: [ObjectName: [UInt8]] = [:]
        one.capture([Self.insert(1)])
        Self.put(&one, to: &hub)
        var two = one
        one.capture([Self.insert(2)])
        Self.put(&one, to: &hub)
        two.moveLog(to: NodeID(rawValue: 20), of: [NodeID(rawValue: 2)])
        var back = two
        back.moveLog(to: NodeID(rawValue: 10), of: [NodeID(rawValue: 1)])
        back.rewriteAll()
        Self.put(&back, to: &hub)
        let rows = [Journal.row("book", 1), Journal.row("book", 2)]
        #expect(try Self.rows(of: hub) == rows)
        back.receive(
            try back.unread(in: hub.keys)
                .map { ($0, try LogObject(bytes: hub[$0] ?? [], named: $0)) }
        )
        #expect(back.replica.rows == rows)
        back.rewriteAll()
        Self.put(&back, to: &hub)
        #expect(hub.keys.map(\.node.rawValue) == [10])
    }
}
