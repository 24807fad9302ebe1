// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization
import Testing

@testable import SwiftDataSync

/// What a step reads and writes, counted: it does not grow with what was published before.
struct RecordCostTests {
    /// The operations and bytes of a step.
    private struct Cost {
        var reads = 0
        var changes = 0
        var bytes = 0
    }

    /// Records that count the calls that read them.
    private final class CountingRecords: SyncRecords {
        private let state = Mutex((records: SimulatedRecords(), reads: 0))

        var reads: Int { state.withLock { $0.reads } }

        func value(for key: [UInt8]) -> [UInt8]? {
            state.withLock { state in
                state.reads += 1
                return state.records.value(for: key)
            }
        }

        func records(
            prefix: [UInt8],
            after key: [UInt8]?,
            limit: Int
        ) -> [(key: [UInt8], value: [UInt8])] {
            state.withLock { state in
                state.reads += 1
                return state.records.records(prefix: prefix, after: key, limit: limit)
            }
        }

        func write(_ changes: [RecordChange]) { state.withLock { $0.records.write(changes) } }
    }

    private let records = CountingRecords()
    private var participant: SyncParticipant

    init() throws {
        participant = try SyncParticipant(
            records: records,
            schema: try .journal(),
            newNode: { NodeID(rawValue: 1) }
        )
    }

    /// Runs a step, and writes its changes.
    private mutating func cost(
        of step: (inout SyncParticipant) throws -> Void
    ) throws -> Cost {
        let before = records.reads
        try step(&participant)
        let changes = try participant.takeChanges()
        records.write(changes)
        return Cost(
            reads: records.reads - before,
            changes: changes.count,
            bytes: changes.reduce(0) { $0 + $1.key.count + ($1.value?.count ?? 0) }
        )
    }

    private static func page(_ number: UInt64) -> [LocalChange] {
        (0..<UInt64(50)).map { index in
            let row = Journal.row("book", number * 50 + index)
            let name = "\(10_000 + number * 50 + index)"
            return .insert(row, ["name": .text(name)], milliseconds: 1_000)
        }
    }

    @Test mutating func pageCostsTheSameHoweverManyObjectsWait() throws {
        let costs = try (0..<UInt64(40)).map { number in
            try cost { participant in
                participant.capture(Self.page(number), outcomes: 50)
                try participant.seal(with: .numbered(1))
            }
        }
        #expect(participant.log.outbox.count == 40)
        let (early, late) = (costs[2], costs[39])
        #expect(late.reads <= early.reads)
        #expect(late.changes == early.changes)
        #expect(abs(late.bytes - early.bytes) < early.bytes / 20)
        // Rows with their names; the object, its subjects, its bytes, and the state.
        #expect(late.changes <= 2 * 50 + 5)
    }

    /// Nothing was deleted, merged or parked: no new row is looked for there.
    @Test mutating func newRowIsReadOnce() throws {
        _ = try cost { $0.capture(Self.page(0)) }
        let page = try cost { $0.capture(Self.page(1)) }
        // Its record, and the rows with its name.
        #expect(page.reads < 2 * 50 + 30)
        let entries = try cost { participant in
            let pages = (0..<UInt64(100)).map { number -> LocalChange in
                let values: [String: SyncValue] = [
                    "text": .text("\(number)"), "star": .integer(0), "book": .row(Journal.book),
                ]
                return .insert(Journal.row("entry", number), values, milliseconds: 1_000)
            }
            participant.capture([Journal.insertNamed(Journal.book, "work", at: 1_000)] + pages)
        }
        #expect(entries.reads < 100 + 50)
    }

    @Test mutating func putCostsTheSameHoweverManyObjectsWait() throws {
        for number in 0..<UInt64(40) { _ = try cost { $0.capture(Self.page(number)) } }
        var costs: [Cost] = []
        while let object = participant.log.nextOutgoing {
            costs.append(try cost { _ = $0.confirm(object.name) })
        }
        #expect(costs.count == 40)
        #expect(costs.allSatisfy { $0.changes <= 8 && $0.bytes < 1_000 })
    }

    /// A notebook whose name another one has cannot be shown until the end of a round.
    @Test mutating func rowIsShownAgainWithoutItsReferrers() throws {
        let entries = (0..<UInt64(100)).map { number -> LocalChange in
            let values: [String: SyncValue] = [
                "text": .text("\(number)"), "star": .integer(0), "book": .row(Journal.book),
            ]
            return .insert(Journal.row("entry", number), values, milliseconds: 1_000)
        }
        _ = try cost { participant in
            participant.capture([Journal.insertNamed(Journal.book, "work", at: 1_000)] + entries)
        }
        let row = try cost { $0.showAgain([Journal.book]) }
        let referrers = try cost { $0.showReferrers(of: [Journal.book]) }
        #expect(row.reads < 50)
        #expect(referrers.reads > 100)
    }

    /// No step of a rewriting has more than a part of the log.
    @Test mutating func rewritingHasAPartOfTheLogInEachStep() throws {
        for number in 0..<UInt64(40) { _ = try cost { $0.capture(Self.page(number)) } }
        while let object = participant.log.nextOutgoing {
            _ = try cost { _ = $0.confirm(object.name) }
        }
        _ = try cost { $0.beginRewriting() }
        var costs: [Cost] = []
        var isUnfinished = true
        while isUnfinished {
            costs.append(try cost { isUnfinished = $0.write(limit: 100) })
        }
        #expect(costs.count == 20)
        #expect(costs.allSatisfy { $0.bytes < 20_000 })
        #expect(participant.log.outbox.count == 20)
        while let object = participant.log.nextOutgoing { _ = participant.confirm(object.name) }
        #expect(participant.log.expectedNames.count == 20)
    }
}
