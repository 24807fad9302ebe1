// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

/// References that one row at most has: both ends of a relationship are to-one.
struct ExclusiveReferenceTests {
    private static let covers = (1...3).map { Journal.row("cover", UInt64($0)) }
    private static let entries = (1...3).map { Journal.row("entry", UInt64($0)) }

    private static func replica(_ node: UInt64) throws -> Replica {
        Replica(schema: try .journal(singles: true), node: NodeID(rawValue: node))
    }

    private static func insertCover(
        _ cover: RowID,
        on entry: RowID?,
        at time: Int64
    ) -> LocalChange {
        let page = entry.map { SyncValue.row($0) } ?? .null
        return .insert(cover, ["content": .text("c"), "page": page], milliseconds: time)
    }

    private static func put(_ cover: RowID, on entry: RowID?, at time: Int64) -> LocalChange {
        let page = entry.map { SyncValue.row($0) } ?? .null
        return .set(cover, field: "page", page, milliseconds: time)
    }

    private static func pages(_ replica: Replica) -> [SyncValue?] {
        covers.map { replica.values(of: $0)["page"] }
    }

    @Test func laterOfTwoReferencesStays() throws {
        var replicas = [try Self.replica(1), try Self.replica(2)]
        let entry = Self.entries[0]
        let first = replicas[0].publish(Self.insertCover(Self.covers[0], on: entry, at: 9))
        let second = replicas[1].publish(Self.insertCover(Self.covers[1], on: entry, at: 5))
        replicas[0].apply(second)
        replicas[1].apply(first)
        #expect(settle(&replicas))
        for replica in replicas {
            #expect(Self.pages(replica) == [.row(entry), .null, nil])
            #expect(replica.rows(of: "cover").count == 2)
        }
    }

    @Test func rowThatTwoRowsReceiveIsThatOfTheLaterOne() throws {
        var replicas = [try Self.replica(1), try Self.replica(2)]
        let (covers, entries) = (Self.covers, Self.entries)
        let rows = replicas[0].publish(
            Self.insertCover(covers[0], on: entries[0], at: 1),
            Self.insertCover(covers[1], on: entries[1], at: 1)
        )
        replicas[1].apply(rows)
        let first = replicas[0].publish(Self.put(covers[0], on: entries[2], at: 5))
        let second = replicas[1].publish(Self.put(covers[1], on: entries[2], at: 6))
        replicas[0].apply(second)
        replicas[1].apply(first)
        #expect(settle(&replicas))
        for replica in replicas {
            #expect(Self.pages(replica) == [.null, .row(entries[2]), nil])
        }
    }

    @Test func ofEqualClocksTheGreaterIdentityStays() throws {
        var one = try Self.replica(1)
        let clock = HybridClock(time: HybridTime(milliseconds: 1), node: NodeID(rawValue: 2))
        let births = Self.covers.map { cover in
            let page = FieldState(clock: clock, value: .row(Self.entries[0]))
            let state = RowState(born: clock, fields: ["page": page])
            return Change.birth(.init(row: cover, state: state))
        }
        one.apply(births)
        #expect(Self.pages(one) == [.null, .null, .row(Self.entries[0])])
    }

    @Test func movedAndExchangedReferencesAreNotContested() throws {
        var (one, two) = (try Self.replica(1), try Self.replica(2))
        let (covers, entries) = (Self.covers, Self.entries)
        two.apply(
            one.publish(
                Self.insertCover(covers[0], on: entries[0], at: 1),
                Self.insertCover(covers[1], on: entries[1], at: 1),
                Self.insertCover(covers[2], on: nil, at: 1)
            )
        )
        two.apply(
            one.publish(
                Self.put(covers[0], on: entries[1], at: 2),
                Self.put(covers[1], on: entries[0], at: 2)
            )
        )
        #expect(Self.pages(two) == [.row(entries[1]), .row(entries[0]), .null])
        two.apply(
            one.publish(
                Self.put(covers[2], on: entries[1], at: 3),
                Self.put(covers[0], on: nil, at: 3)
            )
        )
        #expect(Self.pages(two) == [.null, .row(entries[0]), .row(entries[1])])
        #expect(!two.hasOutcomes)
    }

    @Test func referencesToRowsThatBecomeOneAreContested() throws {
        var replicas = [try Self.replica(1), try Self.replica(2)]
        let shelves = (1...2).map { Journal.row("shelf", UInt64($0)) }
        let books = [Journal.book, Journal.secondBook]
        let published = replicas.indices.map { index in
            replicas[index].publish(
                Journal.insertNamed(books[index], "work", at: 1),
                .insert(
                    shelves[index],
                    ["name": .text("\(index)"), "book": .row(books[index])],
                    milliseconds: Int64(index + 1)
                )
            )
        }
        for index in replicas.indices {
            replicas[index].apply(published[1 - index])
            replicas[index].repair(at: 0, patience: 1)
        }
        #expect(settle(&replicas))
        for replica in replicas {
            #expect(replica.values(of: shelves[0])["book"] == .null)
            #expect(replica.values(of: shelves[1])["book"] == .row(Journal.book))
        }
    }

    @Test func rowsOfANewSchemaAreContested() throws {
        let old = try SyncSchema(
            entities: [SyncEntity("cover", fields: [.init("content"), .init("page")])]
        )
        var one = Replica(schema: old, node: NodeID(rawValue: 1))
        _ = one.capture([
            Self.insertCover(Self.covers[0], on: Self.entries[0], at: 1),
            Self.insertCover(Self.covers[1], on: Self.entries[0], at: 2),
        ])
        let upgraded = one.adopting(try .journal(singles: true))
        #expect(Self.pages(upgraded) == [.null, .row(Self.entries[0]), nil])
        #expect(upgraded.hasOutcomes)
    }

    // MARK: Laws

    /// Users change what they have while changes are delivered in any order.
    @Test func allOrdersOfDeliveryLeaveTheSameReferences() throws {
        for seed in 0..<UInt64(60) {
            var generator = Generator(seed: seed)
            var replicas = try (1...3).map { try Self.replica($0) }
            var pending = Array(repeating: Array(repeating: [Change](), count: 3), count: 3)
            func publish(_ changes: [LocalChange], by sender: Int) {
                let keys = replicas[sender].capture(changes)
                let published = replicas[sender].changes(for: keys)
                for receiver in 0..<3 where receiver != sender {
                    pending[receiver][sender] += published
                }
            }
            func deliver(to receiver: Int, from sender: Int, count: Int) {
                replicas[receiver].apply(pending[receiver][sender].prefix(count))
                pending[receiver][sender] = Array(pending[receiver][sender].dropFirst(count))
                #expect(!Self.hasSharedEntry(replicas[receiver]), "seed \(seed)")
            }
            for _ in 0..<60 {
                let index = generator.number(0..<3)
                publish(Self.changes(in: replicas[index], &generator), by: index)
                let (receiver, sender) = (generator.number(0..<3), generator.number(0..<3))
                deliver(to: receiver, from: sender, count: generator.number(0..<4))
            }
            for _ in 0..<10 {
                for receiver in 0..<3 {
                    publish([], by: receiver)
                    for sender in [0, 1, 2].shuffled(using: &generator.random) {
                        deliver(to: receiver, from: sender, count: .max)
                    }
                }
            }
            let isDelivered = pending.joined().allSatisfy(\.isEmpty)
            #expect(isDelivered, "seed \(seed)")
            for replica in replicas.dropFirst() {
                #expect(Self.pages(replica) == Self.pages(replicas[0]), "seed \(seed)")
            }
        }
    }

    private static func hasSharedEntry(_ replica: Replica) -> Bool {
        let entries = pages(replica).compactMap { $0?.row }
        return Set(entries).count < entries.count
    }

    /// Returns changes of what a replica has, as a store makes them.
    private static func changes(
        in replica: Replica,
        _ generator: inout Generator
    ) -> [LocalChange] {
        let time = Int64(generator.number(0..<50))
        let cover = covers[generator.number(0..<3)]
        let entry = generator.number(0..<4) == 0 ? nil : entries[generator.number(0..<3)]
        if replica.contains(cover), generator.number(0..<8) == 0 {
            return [.delete(cover, isPurge: false, milliseconds: time)]
        }
        let released = covers.filter { other in
            other != cover && entry != nil && replica.values(of: other)["page"]?.row == entry
        }
        return released.map { put($0, on: nil, at: time) }
            + [
                replica.contains(cover)
                    ? put(cover, on: entry, at: time) : insertCover(cover, on: entry, at: time)
            ]
    }
}
