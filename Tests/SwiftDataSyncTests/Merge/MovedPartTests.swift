// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

/// Parts that change their owners.
struct MovedPartTests {
    private static let other = Journal.row("entry", 2)

    private static func insertOther(at time: Int64) -> LocalChange {
        let values: [String: SyncValue] = ["text": .text("b"), "star": .integer(0), "book": .null]
        return .insert(other, values, milliseconds: time)
    }

    private static func move(at time: Int64) -> LocalChange {
        .set(Journal.attachment, field: "entry", .row(other), milliseconds: time)
    }

    /// Two replicas with two entries, and an attachment with a part in the first entry.
    private static func replicas() throws -> (replicas: [Replica], rows: [Change]) {
        var replicas = [try Journal.replica(1), try Journal.replica(2)]
        let rows = replicas[0].publish(
            Journal.insertEntry("a", at: 1),
            insertOther(at: 1),
            Journal.insertAttachment("file", at: 1),
            Journal.insertPart("part", at: 1),
            .set(other, field: "text", .text("later"), milliseconds: 2)
        )
        replicas[1].apply(rows)
        return (replicas, rows)
    }

    /// Checks that the attachment is in the second entry, with its part.
    private static func expectMoved(_ replica: Replica) {
        #expect(replica.values(of: Journal.attachment)["entry"] == .row(other))
        #expect(replica.text(of: Journal.part, "content") == "part")
        #expect(replica.contains(other))
    }

    @Test func partArrivesWhereItsPreviousOwnerWasDeletedBefore() throws {
        var (replicas, rows) = try Self.replicas()
        let moved = replicas[0].publish(Self.move(at: 60))
        let death = replicas[1].publish(Journal.delete(Journal.entry, at: 50))
        replicas[0].apply(death)
        replicas[1].apply(moved)
        for order in [death + rows + moved, rows + death + moved, rows + moved + death] {
            var replica = try Journal.replica(3)
            replica.apply(order)
            replicas.append(replica)
        }
        #expect(settle(&replicas))
        for replica in replicas {
            Self.expectMoved(replica)
            #expect(!replica.contains(Journal.entry))
        }
    }

    @Test func partThatWasMovedAwayAndBackArrives() throws {
        var (replicas, _) = try Self.replicas()
        let moved = replicas[0].publish(
            .set(Journal.attachment, field: "entry", .row(Journal.entry), milliseconds: 60)
        )
        let death = replicas[1].publish(Journal.delete(Journal.attachment, at: 50))
        replicas[0].apply(death)
        replicas[1].apply(moved)
        #expect(settle(&replicas))
        for replica in replicas {
            #expect(replica.values(of: Journal.attachment)["entry"] == .row(Journal.entry))
            #expect(replica.contains(Journal.part))
        }
    }

    @Test func ownerWithAPartThatMovedUnseenOutlivesItsDeletion() throws {
        var (replicas, _) = try Self.replicas()
        let moved = replicas[0].publish(Self.move(at: 5))
        let death = replicas[1].publish(Journal.delete(Self.other, at: 9))
        replicas[0].apply(death)
        replicas[1].apply(moved)
        #expect(settle(&replicas))
        for replica in replicas { Self.expectMoved(replica) }
    }

    @Test func ownerWithAPartThatMovedSeenIsDeletedWithIt() throws {
        var (replicas, _) = try Self.replicas()
        replicas[1].apply(replicas[0].publish(Self.move(at: 5)))
        replicas[0].apply(replicas[1].publish(Journal.delete(Self.other, at: 9)))
        for replica in replicas {
            #expect(replica.rows == [Journal.entry] && !replica.hasOutcomes)
        }
    }

    @Test func partWithUnseenContentOutlivesItsDeletion() throws {
        var (replicas, _) = try Self.replicas()
        let death = replicas[1].publish(Journal.delete(Journal.attachment, at: 99))
        let second = Journal.row("part", 2)
        let values: [String: SyncValue] = [
            "content": .text("new"), "attachment": .row(Journal.attachment),
        ]
        let unseen = replicas[0].publish(.insert(second, values, milliseconds: 5))
        replicas[0].apply(death)
        replicas[1].apply(unseen)
        #expect(settle(&replicas))
        for replica in replicas {
            #expect(replica.text(of: Journal.attachment, "content") == "file")
            #expect(replica.text(of: second, "content") == "new")
        }
    }

    @Test(arguments: [true, false])
    func partOfAnOwnerThatIsNotHereWaitsOnceThatWasDeleted(isDeletedFirst: Bool) throws {
        var (replicas, _) = try Self.replicas()
        let third = Journal.row("entry", 3)
        let values: [String: SyncValue] = ["text": .text("c"), "star": .integer(0), "book": .null]
        let birth = replicas[0].publish(.insert(third, values, milliseconds: 3))
        var three = try Journal.replica(3)
        three.apply(birth)
        let moved = replicas[0].publish(
            .set(Journal.attachment, field: "entry", .row(third), milliseconds: 4)
        )
        let death = three.publish(Journal.delete(third, at: 9))
        replicas[1].apply(isDeletedFirst ? death : moved)
        #expect(replicas[1].contains(Journal.attachment))
        replicas[1].apply(isDeletedFirst ? moved : death)
        #expect(!replicas[1].contains(Journal.attachment) && !replicas[1].contains(Journal.part))
        replicas[0].apply(death)
        replicas[1].apply(replicas[0].publish())
        #expect(replicas[1].rows == replicas[0].rows)
        #expect(replicas[1].values(of: Journal.attachment)["entry"] == .row(third))
    }
}
