// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataSpace
import SwiftDataSync
import SwiftDataSyncEngine

/// A store in memory: a participant, and the changes that were not captured yet.
actor ParticipantStore: SyncStore {
    private(set) var participant: SyncParticipant
    private var uncaptured: [LocalChange] = []
    private var machineNodes: Set<NodeID>
    private let record: SpaceRecord
    private let sealer: ObjectSealer

    init(node: UInt64, in space: TestSpace, maximumObjectSize: Int = 100_000) throws {
        let node = NodeID(rawValue: node << 32)
        participant = SyncParticipant(
            schema: try .notes(),
            node: node,
            maximumObjectSize: maximumObjectSize
        )
        machineNodes = [node]
        record = space.record
        sealer = space.sealer
    }

    // MARK: The user

    /// Writes a note.
    func write(_ text: String, as number: UInt64, at time: Int64) {
        let row = RowID(entity: "note", key: RowKey(high: 0, low: number))
        let change: LocalChange =
            if participant.replica.contains(row) {
                .set(row, field: "text", .text(text), milliseconds: time)
            } else {
                .insert(row, ["text": .text(text)], milliseconds: time)
            }
        uncaptured.append(change)
    }

    /// The texts of all notes by number.
    var notes: [UInt64: String] {
        let replica = participant.replica
        return replica.rows.reduce(into: [:]) { notes, row in
            if case .text(let text)? = replica[row]?.fields["text"]?.value {
                notes[row.key.low] = text
            }
        }
    }

    var isCaptured: Bool { uncaptured.isEmpty }

    // MARK: SyncStore

    func space() -> (record: SpaceRecord, sealer: ObjectSealer) { (record, sealer) }

    func capture() {
        participant.capture(uncaptured)
        uncaptured = []
    }

    func begin(found: Set<ObjectName>) -> RoundStart {
        let obsolete = participant.confirm(found: found)
        if participant.isLogTaken(listing: found, objects: []) { moveLog() }
        return RoundStart(
            obsolete: obsolete,
            unread: participant.unread(in: found),
            positions: participant.reader.positions
        )
    }

    private func moveLog() {
        let node = NodeID(rawValue: participant.log.node.rawValue + 1)
        machineNodes.insert(node)
        participant.moveLog(to: node, of: machineNodes)
    }

    func receive(_ object: LogObject, named name: ObjectName) -> Bool {
        if participant.isLogTaken(listing: [], objects: [object]) { moveLog() }
        return participant.receive([(name: name, object: object)]).isEmpty
    }

    func finish(_ step: FinishingStep) throws -> FinishingStep? {
        var next: FinishingStep?
        switch step {
        case .repair(let end):
            participant.repair(at: end.time, patience: 1_000, isWaiting: end.isWaiting)
            next = .publish(found: end.found)
        case .publish(let found):
            participant.capture([])
            next = .merge(after: 0, found: found)
        case .merge(let position, let found):
            next =
                participant.mergeOutbox(after: position).map { .merge(after: $0, found: found) }
                ?? .review(found: found)
        case .review(let found): next = participant.heal(listing: found) ? .rewrite : nil
        case .rewrite: next = participant.write() ? .rewrite : nil
        }
        try participant.seal(with: sealer)
        return next
    }

    func nextOutgoing() -> (name: ObjectName, bytes: [UInt8])? {
        participant.log.nextOutgoing.map { ($0.name, $0.bytes) }
    }

    func confirm(_ name: ObjectName) -> Set<ObjectName> { participant.confirm(name) }

    func machine() -> MachineRecord? { nil }
}

extension SyncSchema {
    /// Notes with one text, of which a replaced one is kept.
    static func notes() throws -> SyncSchema {
        let kept = SyncEntity.Kept(entity: "kept", content: "text", owner: "note")
        return try SyncSchema(
            entities: [
                SyncEntity("note", fields: [.init("text", role: .guarded(kept))]),
                SyncEntity(
                    "kept",
                    fields: [
                        .init("text", role: .guarded(nil)), .init("note", role: .owner(of: "note")),
                    ]
                ),
            ],
            relations: []
        )
    }
}
