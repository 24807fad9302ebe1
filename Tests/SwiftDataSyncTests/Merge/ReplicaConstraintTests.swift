// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

/// Unique values, references, redirects and what is parked.
struct ReplicaConstraintTests {
    @Test func rowsWithEqualNamesBecomeTheSmallest() throws {
        var replicas = [try Journal.replica(1), try Journal.replica(2)]
        let first = replicas[0].publish(Journal.insertNamed(Journal.secondBook, "work", at: 1))
        let second = replicas[1].publish(
            Journal.insertNamed(Journal.book, "work", at: 9),
            Journal.insertEntry("text", book: Journal.book, at: 9)
        )
        replicas[0].apply(second)
        replicas[1].apply(first)
        for index in replicas.indices { replicas[index].repair(at: 0, patience: 1) }
        #expect(settle(&replicas))
        for replica in replicas {
            #expect(replica.state.rows(of: "book") == [Journal.book])
            #expect(replica.values(of: Journal.entry)["book"] == .row(Journal.book))
            #expect(replica.resolve(Journal.secondBook) == Journal.book)
        }
    }

    @Test func changesOfAMergedRowAreChangesOfTheOneThatStayed() throws {
        var replicas = [try Journal.replica(1), try Journal.replica(2), try Journal.replica(3)]
        let rows = replicas[0].publish(
            Journal.insertNamed(Journal.book, "work", at: 1),
            Journal.insertNamed(Journal.secondBook, "home", at: 1)
        )
        for index in 1...2 { replicas[index].apply(rows) }
        let rename = replicas[0].publish(
            .set(Journal.secondBook, field: "name", .text("work"), milliseconds: 2)
        )
        let later = replicas[2].publish(
            .set(Journal.secondBook, field: "name", .text("trip"), milliseconds: 3)
        )
        replicas[1].apply(rename)
        replicas[1].repair(at: 0, patience: 1)
        for index in 0...1 { replicas[index].apply(later) }
        replicas[2].apply(rename)
        #expect(settle(&replicas))
        #expect(replicas.allSatisfy { $0.text(of: Journal.book, "name") == "trip" })
        #expect(replicas.allSatisfy { $0.state.rows(of: "book") == [Journal.book] })
    }

    /// The row between is never here: it was merged before it arrived.
    @Test func aRowThatWaitsForAMergedRowIsMergedIntoItsTarget() throws {
        let rows = (1...3).map { Journal.row("book", UInt64($0)) }
        var one = try Journal.replica(1)
        var two = try Journal.replica(2)
        two.apply(
            one.publish(
                Journal.insertNamed(rows[0], "work", at: 1),
                Journal.insertNamed(rows[2], "home", at: 1)
            )
        )
        two.apply(.redirect(rows[2], to: rows[1]))
        #expect(two.state.rows(of: "book") == [rows[0], rows[2]])
        two.apply(.redirect(rows[1], to: rows[0]))
        #expect(two.state.rows(of: "book") == [rows[0]])
    }

    @Test func aNeededRowOutlivesItsDeletion() throws {
        var replicas = [try Journal.replica(1), try Journal.replica(2)]
        let book = replicas[0].publish(Journal.insertNamed(Journal.book, "work", at: 1))
        replicas[1].apply(book)
        let death = replicas[0].publish(Journal.delete(Journal.book, at: 5))
        let entry = replicas[1].publish(Journal.insertEntry("a", book: Journal.book, at: 2))
        replicas[0].apply(entry)
        replicas[1].apply(death)
        #expect(settle(&replicas))
        for replica in replicas { #expect(replica.text(of: Journal.book, "name") == "work") }
    }

    @Test func aReferenceToARowThatNoMachineHasGetsItsSubstitute() throws {
        var one = try Journal.replica(1)
        var two = try Journal.replica(2)
        let changes = one.publish(Journal.insertEntry("a", book: Journal.book, at: 2))
        two.apply(changes)
        for (time, expected) in [(100, SyncValue.row(Journal.book)), (110, .row(Journal.book))] {
            one.repair(at: Int64(time), patience: 10)
            #expect(one[Journal.entry]?.fields["book"]?.value == expected)
        }
        one.repair(at: 111, patience: 10)
        two.repair(at: 7, patience: 0)
        two.repair(at: 8, patience: 0)
        #expect(one[Journal.entry]?.fields["book"]?.value == .null)
        #expect(one[Journal.entry] == two[Journal.entry])
        #expect(one.publish() == two.publish())
    }

    @Test func pairsWaitForBothRows() throws {
        var one = try Journal.replica(1)
        var two = try Journal.replica(2)
        let changes = one.publish(
            Journal.insertNamed(Journal.tag, "red", at: 1),
            Journal.insertEntry("a", at: 1),
            .pair(Journal.tagging, isPresent: true, milliseconds: 2)
        )
        for change in changes.reversed() { two.apply(change) }
        #expect(two.presentPairs == [Journal.tagging])
        #expect(two.parkedChanges == [])
    }

    @Test func unknownEntitiesAndFieldsAreAppliedAfterAnUpgrade() throws {
        let old = try SyncSchema(entities: [SyncEntity("book", fields: [.init("color")])])
        var one = try Journal.replica(1)
        var two = Replica(schema: old, node: NodeID(rawValue: 2))
        two.apply(
            one.publish(
                Journal.insertNamed(Journal.book, "work", at: 1),
                Journal.insertNamed(Journal.tag, "red", at: 1)
            )
        )
        #expect(two.rows == [Journal.book])
        #expect(two.parkedChanges.count == 2)
        let upgraded = two.adopting(try .journal())
        #expect(upgraded.rows == one.rows)
        #expect(upgraded[Journal.book] == one[Journal.book])
        #expect(upgraded.parkedChanges == [])
    }

    @Test func contradictorySchemasAreRejected() {
        let part = SyncEntity("part", fields: [.init("owner", role: .owner(of: "whole"))])
        let whole = SyncEntity("whole", fields: [.init("name")])
        #expect(throws: SyncError.self) { try SyncSchema(entities: [whole, part]) }
        #expect(throws: SyncError.self) { try SyncSchema(entities: [whole, whole]) }
        let kept = SyncEntity.Kept(entity: "none", content: "a", owner: "b")
        let keeping = SyncEntity("keeping", fields: [.init("text", role: .guarded(kept))])
        #expect(throws: SyncError.self) { try SyncSchema(entities: [keeping]) }
    }
}
