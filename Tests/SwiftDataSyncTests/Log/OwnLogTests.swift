// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct OwnLogTests {
    private static func participant(_ node: UInt64) throws -> SyncParticipant {
        var participant = SyncParticipant(schema: try .journal(), node: NodeID(rawValue: node))
        participant.capture([
            .insert(Journal.row("book", node), ["name": .text("secret name")], milliseconds: 1)
        ])
        return participant
    }

    @Test func sealedObjectsAreReadByMachinesWithTheKey() throws {
        var one = try Self.participant(1)
        try one.seal(with: try .numbered(1))
        let sent = try #require(one.log.outbox.first)
        #expect(sent.isSealed)
        #expect(!sent.bytes.contains(Array("secret".utf8)))
        var two = try Self.participant(2)
        let object = try LogObject(sealed: sent.bytes, named: sent.name, with: .numbered(1))
        two.receive([(sent.name, object)])
        #expect(two.replica.rows.count == 2)
        let code = errorCode {
            _ = try LogObject(sealed: sent.bytes, named: sent.name, with: .numbered(2))
        }
        #expect(code == .key)
    }

    @Test func whatIsPutAgainHasTheSameBytes() throws {
        var one = try Self.participant(1)
        try one.seal(with: try .numbered(1))
        let first = one.log.outbox
        try one.seal(with: try .numbered(2))
        #expect(one.log.outbox == first)
        one.capture([.delete(Journal.row("book", 1), isPurge: false, milliseconds: 2)])
        try one.seal(with: try .numbered(2))
        #expect(one.log.outbox.first == first.first)
        #expect(try SealedHeader(one.log.outbox[1].bytes).key == SpaceKey.numbered(2).id)
    }

    @Test func continuedChangesFillTheLastObjectUntilItIsSealed() throws {
        var one = try Self.participant(1)
        let sealer = try ObjectSealer.numbered(1)
        let capture = { (one: inout SyncParticipant, number: UInt64) in
            let row = Journal.row("book", number)
            one.capture(
                [.insert(row, ["name": .text("a name")], milliseconds: 1)],
                isContinued: true
            )
        }
        try one.seal(with: sealer, keepingLastOpen: true)
        for number in 2...3 as ClosedRange<UInt64> {
            capture(&one, number)
            try one.seal(with: sealer, keepingLastOpen: true)
            #expect(one.log.outbox.map(\.isSealed) == [false])
        }
        try one.seal(with: sealer)
        capture(&one, 4)
        try one.seal(with: sealer)
        let sent = one.log.outbox
        #expect(sent.map(\.name.start) == [0, 3] && sent.map(\.name.end) == [3, 4])
        #expect(sent.allSatisfy(\.isSealed) && one.log.waitingCount == 2)
        var two = SyncParticipant(schema: try .journal(), node: NodeID(rawValue: 2))
        two.receive(
            try sent.map { object in
                let name = object.name
                return (name, try LogObject(sealed: object.bytes, named: name, with: sealer))
            }
        )
        #expect(two.replica.rows == one.replica.rows && two.replica.rows.count == 4)
    }

    /// Two machines with one node that write the same changes are noticed.
    @Test func noTwoSealedObjectsHaveOneName() throws {
        var one = try Self.participant(1)
        var copy = one
        try one.seal(with: try .numbered(1))
        try copy.seal(with: try .numbered(1))
        let name = try #require(one.log.outbox.first?.name)
        #expect(copy.log.outbox.first?.name != name)
        #expect(copy.isLogTaken(listing: [name], objects: []))
    }

    @Test func anObjectIsTheOneOfItsName() throws {
        var one = try Self.participant(1)
        let sealer = try ObjectSealer.numbered(1)
        try one.seal(with: sealer)
        let sent = try #require(one.log.outbox.first)
        let again = try sealer.seal(
            try sealer.open(sent.bytes, at: sent.name.place),
            at: sent.name.place
        )
        let code = errorCode {
            _ = try LogObject(sealed: again, named: sent.name, with: sealer)
        }
        #expect(code == .damaged)
        let other = ObjectName(
            node: sent.name.node,
            start: 1,
            end: 2,
            isRewrite: false,
            digest: sent.name.digest
        )
        let moved = errorCode { _ = try LogObject(sealed: sent.bytes, named: other, with: sealer) }
        #expect(moved == .damaged)
    }
}
