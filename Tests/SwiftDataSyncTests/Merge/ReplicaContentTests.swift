// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

/// Guarded fields, and deletions of rows with content.
struct ReplicaContentTests {
    /// Two replicas with an entry of the first.
    private func pair(omitting omitted: Set<SyncRule> = []) throws -> (Replica, Replica) {
        var one = try Journal.replica(1, omitting: omitted)
        var two = try Journal.replica(2, omitting: omitted)
        two.apply(one.publish(Journal.insertEntry("first", at: 1)))
        return (one, two)
    }

    @Test func aTextThatIsReplacedUnseenIsKept() throws {
        var (one, two) = try pair()
        let changes = one.publish(Journal.write("one", at: 10))
        two.apply(one.changes(for: []))
        let others = two.publish(Journal.write("two", at: 20))
        one.apply(others)
        two.apply(changes)
        #expect(one.text(of: Journal.entry) == "two")
        #expect(two.text(of: Journal.entry) == "two")
        #expect(one.earlierTexts == ["one"])
        #expect(one.state.rows(of: "earlier") == two.state.rows(of: "earlier"))
        #expect(one.publish() == two.publish())
    }

    @Test func aTextThatIsReplacedAfterItWasReadIsNotKept() throws {
        var (one, two) = try pair()
        one.apply(two.publish(Journal.write("two", at: 1)))
        two.apply(one.publish(Journal.write("one", at: 1)))
        #expect(two.text(of: Journal.entry) == "one")
        #expect(two.earlierTexts == [] && one.earlierTexts == [])
    }

    @Test func aKeptTextHasTheTimeOfItsWriting() throws {
        let kept = SyncEntity.Kept(entity: "kept", content: "text", owner: "note", time: "time")
        let owner = SyncEntity.Field("note", role: .owner(of: "note"))
        let schema = try SyncSchema(entities: [
            SyncEntity("note", fields: [.init("text", role: .guarded(kept))]),
            SyncEntity(
                "kept",
                fields: [.init("text", role: .guarded(nil)), .init("time"), owner]
            ),
        ])
        let note = Journal.row("note", 1)
        var replicas = [1, 2].map { Replica(schema: schema, node: NodeID(rawValue: $0)) }
        let birth = LocalChange.insert(note, ["text": .text("")], milliseconds: 1)
        replicas[1].apply(replicas[0].publish(birth))
        let changes = replicas.indices.map { index in
            let time = 978_307_201_500 + Int64(index)
            let value = SyncValue.text("\(index)")
            return replicas[index]
                .publish(.set(note, field: "text", value, milliseconds: time))
        }
        replicas[0].apply(changes[1])
        replicas[1].apply(changes[0])
        for replica in replicas {
            let row = try #require(replica.state.rows(of: "kept").first)
            #expect(replica.values(of: row)["time"] == .real(1.5))
        }
    }

    @Test func otherFieldsHaveTheLaterValue() throws {
        var (one, two) = try pair()
        let late = one.publish(Journal.star(1, at: 20))
        let early = two.publish(Journal.star(2, at: 10))
        two.apply(late)
        one.apply(early)
        #expect(one[Journal.entry] == two[Journal.entry])
        #expect(one[Journal.entry]?.fields["star"]?.value == .integer(1))
    }

    /// The entry lives on one machine when the part comes, and on the others later.
    @Test(arguments: [true, false])
    func aPartThatReturnsOnOneMachineReturnsOnAll(isPurge: Bool) throws {
        var replicas = try (1...4).map { try Journal.replica($0) }
        let birth = replicas[0].publish(Journal.insertEntry("first", at: 1))
        for index in 1...3 { replicas[index].apply(birth) }
        replicas[1].apply(
            replicas[0].publish(
                Journal.insertAttachment("file", at: 10),
                Journal.insertPart("part", at: 10)
            )
        )
        let early = replicas[0].publish(
            .delete(Journal.attachment, isPurge: isPurge, milliseconds: 30),
            .delete(Journal.entry, isPurge: isPurge, milliseconds: 30)
        )
        let late = replicas[2].publish(Journal.delete(Journal.entry, at: 50))
        replicas[1].apply(late)
        let revived = replicas[1].publish()
        #expect(revived.contains { $0.row == Journal.attachment })
        let written = replicas[3].publish(Journal.write("written", at: 60))
        for index in replicas.indices {
            replicas[index].apply(late + early + revived)
            replicas[index].apply(written)
        }
        #expect(settle(&replicas))
        for replica in replicas {
            #expect(replica.text(of: Journal.entry) == "written")
            #expect(replica.state.contains(Journal.attachment))
            #expect(replica.state.contains(Journal.part))
        }
    }

    /// A part comes where its attachment is gone, later than the purge of both.
    @Test func aPartOfAPurgedAttachmentDoesNotWait() throws {
        var (one, two) = try pair()
        var three = try Journal.replica(3)
        three.apply(one.changes(for: [.row(Journal.entry)]))
        two.apply(
            one.publish(
                Journal.insertAttachment("file", at: 2),
                Journal.insertPart("part", at: 2)
            )
        )
        let unseen = three.publish(Journal.delete(Journal.entry, at: 50))
        two.apply(unseen)
        let revived = two.publish()
        #expect(revived.map(\.row) == [Journal.entry, Journal.attachment, Journal.part])
        // The clock of the first machine is slow.
        var other = one
        let seen = other.publish(Journal.delete(Journal.entry, at: 20))
        let purge = one.publish(.delete(Journal.entry, isPurge: true, milliseconds: 21))
        let orders = [
            purge + revived + unseen, unseen + revived + purge, seen + revived + purge,
        ]
        for changes in orders {
            var four = try Journal.replica(4)
            four.apply(changes)
            #expect(four.rows == [])
            #expect(four.changes(for: [.row(Journal.part)]) == [])
        }
    }

    /// An object that was not put is published again in another log, which may come first.
    @Test func aPartOfADeletedEntryIsPublishedWithItsOwners() throws {
        var (one, two) = try pair()
        let parts = one.publish(
            Journal.insertAttachment("file", at: 2),
            Journal.insertPart("part", at: 2)
        )
        two.apply(parts)
        let death = one.publish(Journal.delete(Journal.entry, at: 9))
        _ = two.publish(Journal.write("unseen", at: 5))
        two.apply(death)
        _ = two.publish()
        two.addOutcomes([.row(Journal.part)])
        one.apply(two.publish())
        #expect(one.text(of: Journal.part, "content") == "part")
        #expect(one.rows == two.rows)
    }

    @Test func anEntryWithAnUnseenTextOutlivesItsDeletion() throws {
        var (one, two) = try pair()
        let death = one.publish(Journal.delete(Journal.entry, at: 99))
        let edit = two.publish(Journal.write("unseen", at: 5))
        two.apply(death)
        one.apply(edit)
        #expect(!one.contains(Journal.entry))
        one.apply(two.publish())
        #expect(one.text(of: Journal.entry) == "unseen")
        #expect(one[Journal.entry] == two[Journal.entry])
    }

    @Test func anEntryThatItsDeleterHadSeenIsDeleted() throws {
        var (one, two) = try pair()
        one.apply(two.publish(Journal.write("seen", at: 50)))
        two.apply(one.publish(Journal.delete(Journal.entry, at: 2)))
        #expect(!two.contains(Journal.entry))
        #expect(!two.hasOutcomes)
    }

    @Test func anEntryWithAnUnseenAttachmentKeepsItsText() throws {
        var (one, two) = try pair()
        let death = one.publish(Journal.delete(Journal.entry, at: 99))
        _ = two.publish(Journal.insertAttachment("file", at: 5))
        two.apply(death)
        one.apply(two.publish())
        for replica in [one, two] {
            #expect(replica.text(of: Journal.entry) == "first")
            #expect(replica.text(of: Journal.attachment, "content") == "file")
        }
        #expect(one[Journal.entry] == two[Journal.entry])
    }

    @Test func deletionsOfSeveralMachinesTogetherCoverContent() throws {
        var (one, two) = try pair()
        let death = one.publish(Journal.delete(Journal.entry, at: 99))
        _ = two.publish(Journal.write("unseen", at: 5))
        let secondDeath = two.publish(Journal.delete(Journal.entry, at: 6))
        two.apply(death)
        one.apply(secondDeath)
        #expect(!one.contains(Journal.entry) && !two.contains(Journal.entry))
        #expect(one.death(of: Journal.entry) == two.death(of: Journal.entry))
    }

    @Test func partsAreDeletedWithTheirOwnerAndReturnWithIt() throws {
        var (one, two) = try pair()
        two.apply(one.publish(Journal.insertAttachment("file", at: 2)))
        let death = one.publish(Journal.delete(Journal.entry, at: 9))
        #expect(death.map(\.row) == [Journal.entry, Journal.attachment])
        _ = two.publish(Journal.write("unseen", at: 5))
        two.apply(death)
        #expect(two.contains(Journal.attachment))
        one.apply(two.publish())
        #expect(one.text(of: Journal.attachment, "content") == "file")
        #expect(one.rows == two.rows)
    }

    @Test func partsReturnWithTheirOwnerInThePagesOfOutcomes() throws {
        var (one, two) = try pair()
        two.apply(one.publish(Journal.insertAttachment("file", at: 2)))
        let death = one.publish(Journal.delete(Journal.entry, at: 9))
        _ = two.publish(Journal.write("unseen", at: 5))
        two.apply(death)
        while two.hasOutcomes {
            let page = two.capture([], outcomes: 1)
            one.apply(two.changes(for: page))
        }
        #expect(one.text(of: Journal.attachment, "content") == "file")
        #expect(one.rows == two.rows)
    }

    @Test func aRowThatWasInsertedAgainHasSeenItsEarlierLife() throws {
        var (one, two) = try pair()
        two.apply(one.publish(Journal.insertEntry("again", at: 3)))
        #expect(two.text(of: Journal.entry) == "again")
        #expect(two.earlierTexts == [])
    }

    @Test(arguments: [SyncRule.guard, .revive])
    func withoutTheRuleTheTextIsLost(rule: SyncRule) throws {
        var (one, two) = try pair(omitting: [rule])
        let changes = one.publish(
            rule == .guard ? Journal.write("one", at: 10) : Journal.delete(Journal.entry, at: 10)
        )
        _ = two.publish(Journal.write("two", at: rule == .guard ? 20 : 5))
        two.apply(changes)
        #expect(two.earlierTexts == [])
        #expect(two.contains(Journal.entry) == (rule == .guard))
    }

    // MARK: Leaving

    @Test func partThatMovedIsNotDeletedWithItsFormerOwner() throws {
        let other = Journal.row("entry", 2)
        let (one, two) = try Self.afterMoving { one in
            one.publish(
                .set(Journal.attachment, field: "entry", .row(other), milliseconds: 5),
                Journal.delete(Journal.entry, at: 5)
            )
        }
        #expect(two.rows == one.rows && !two.contains(Journal.entry))
        #expect(two.values(of: Journal.attachment)["entry"] == .row(other))
        #expect(!two.hasOutcomes)
    }

    @Test func rowThatNobodyNeedsAnyMoreIsDeleted() throws {
        var (one, two) = (try Journal.replica(1), try Journal.replica(2))
        two.apply(
            one.publish(
                Journal.insertNamed(Journal.book, "work", at: 1),
                Journal.insertEntry("a", book: Journal.book, at: 1)
            )
        )
        two.apply(
            one.publish(
                .set(Journal.entry, field: "book", .null, milliseconds: 2),
                Journal.delete(Journal.book, at: 2)
            )
        )
        #expect(two.rows == [Journal.entry] && !two.hasOutcomes)
    }

    /// Two entries, the first of which has an attachment and was written after it, and a change.
    private static func afterMoving(
        _ move: (inout Replica) -> [Change]
    ) throws -> (Replica, Replica) {
        var (one, two) = (try Journal.replica(1), try Journal.replica(2))
        let values: [String: SyncValue] = ["text": .text("b"), "star": .integer(0), "book": .null]
        let rows = one.publish(
            Journal.insertEntry("a", at: 1),
            .insert(Journal.row("entry", 2), values, milliseconds: 1),
            Journal.insertAttachment("x", at: 1),
            Journal.write("later", at: 3)
        )
        two.apply(rows)
        two.apply(move(&one))
        return (one, two)
    }
}
