// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

/// Replicas that receive the same changes in different orders.
struct DeliveryOrderTests {
    /// Three replicas with the changes that each has not received yet, by sender.
    private struct World {
        var replicas: [Replica]
        var pending: [[[Change]]]
        var published: [Change] = []
        var generator: Generator

        init(seed: UInt64) throws {
            replicas = try (1...3).map { try Journal.replica($0) }
            pending = Array(repeating: Array(repeating: [], count: 3), count: 3)
            generator = Generator(seed: seed)
        }

        mutating func publish(_ changes: [LocalChange], by sender: Int) {
            let keys = replicas[sender].capture(changes)
            let changes = replicas[sender].changes(for: keys)
            published += changes
            for receiver in replicas.indices where receiver != sender {
                pending[receiver][sender] += changes
            }
        }

        /// Delivers some or all changes, those of a sender in their order.
        mutating func deliver(to receiver: Int, all: Bool) {
            publish([], by: receiver)
            while let sender = pending[receiver].indices.filter({ !pending[receiver][$0].isEmpty })
                .randomElement(using: &generator.random)
            {
                let count = generator.number(1..<4)
                replicas[receiver].apply(pending[receiver][sender].prefix(count))
                pending[receiver][sender] = Array(pending[receiver][sender].dropFirst(count))
                if !all, generator.number(0..<3) == 0 { break }
            }
        }

        /// Returns a change of what a replica has.
        mutating func localChange(_ replica: Replica) -> LocalChange? {
            let time = Int64(generator.number(0..<50))
            let entries = (1...2).map { Journal.row("entry", UInt64($0)) }
            let entry = entries[generator.number(0..<2)]
            let text = SyncValue.text("text \(generator.number(0..<1_000))")
            let book = Journal.row("book", UInt64(generator.number(1..<4)))
            switch (generator.number(0..<6), replica.contains(entry), replica.contains(book)) {
            case (0, false, _), (1, false, _):
                return .insert(entry, ["text": text, "book": .null], milliseconds: time)
            case (0, true, _), (1, true, _):
                return .set(entry, field: "text", text, milliseconds: time)
            case (2, true, true):
                return .set(entry, field: "book", .row(book), milliseconds: time)
            case (3, true, _):
                return .delete(entry, isPurge: false, milliseconds: time)
            case (4, _, false):
                let name = SyncValue.text(["work", "home"][generator.number(0..<2)])
                return .insert(book, ["name": name], milliseconds: time)
            case (5, _, true) where replica.merge.referringRows(denyingDeletionOf: book).isEmpty:
                return .delete(book, isPurge: false, milliseconds: time)
            default:
                return nil
            }
        }
    }

    /// Makes changes with deliveries between them, and delivers everything at the end.
    private static func convergedWorld(seed: UInt64) throws -> World {
        var world = try World(seed: seed)
        for _ in 0..<40 {
            let index = world.generator.number(0..<3)
            if let change = world.localChange(world.replicas[index]) {
                world.publish([change], by: index)
            }
            if world.generator.number(0..<3) == 0 { world.deliver(to: index, all: false) }
        }
        for round in 0..<12 {
            for index in 0..<3 { world.deliver(to: index, all: true) }
            for index in 0..<3 { world.replicas[index].repair(at: Int64(round), patience: 4) }
            for index in 0..<3 { world.publish([], by: index) }
        }
        return world
    }

    @Test func changesThatAreDeliveredAgainChangeNothing() throws {
        for seed in 100..<UInt64(130) {
            var world = try Self.convergedWorld(seed: seed)
            var again = world.replicas[0]
            again.apply(world.published.shuffled(using: &world.generator.random))
            #expect(Self.differences(world.replicas[0], again) == [], "seed \(seed)")
            #expect(again.rows == world.replicas[0].rows, "seed \(seed)")
        }
    }

    @Test func allOrdersOfDeliveryHaveTheSameResult() throws {
        for seed in 0..<UInt64(60) {
            let world = try Self.convergedWorld(seed: seed)
            for other in world.replicas.dropFirst() {
                #expect(Self.differences(world.replicas[0], other) == [], "seed \(seed)")
            }
            #expect(world.replicas.allSatisfy { !$0.hasOutcomes }, "seed \(seed)")
        }
    }

    /// Returns the rows and deletions that two replicas do not have alike.
    private static func differences(_ one: Replica, _ other: Replica) -> [RowID] {
        let rows = Set(one.rows + other.rows).union(one.state.deaths.presentKeys)
            .union(other.state.deaths.presentKeys)
        return rows.sorted().filter { row in
            one[row] != other[row] || one.death(of: row) != other.death(of: row)
                || one.resolve(row) != other.resolve(row)
        }
    }
}
