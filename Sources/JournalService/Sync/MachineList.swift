// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftDataSpace
internal import SwiftDataSync

/// The machines of a space, for people.
struct MachineList: Sendable {
    /// The machines, sorted by their names.
    let machines: [SyncMachine]

    /// Lists the machines that have published a record or a log.
    ///
    /// - Parameters:
    ///   - records: The record of each machine.
    ///   - participant: The synchronization of this machine.
    init(_ records: [MachineRecord], _ participant: SyncParticipant) {
        let unconfirmed = Set(participant.machines(withPurgedContent: records).map(\.node))
        let described = records.map { record in
            SyncMachine(
                name: record.name,
                node: Hexadecimal.text(record.node.rawValue),
                isCurrent: participant.nodes.contains(record.node),
                software: record.software,
                lastSeen: Timestamp(milliseconds: record.time),
                hasPendingPurges: unconfirmed.contains(record.node)
            )
        }
        let known = records.reduce(into: participant.nodes) { nodes, record in
            nodes.formUnion(record.earlierNodes.union([record.node]))
        }
        let others = Set(participant.reader.positions.keys).subtracting(known)
            .map { SyncMachine(name: "unknown", node: Hexadecimal.text($0.rawValue)) }
        machines = (described + others).sorted { ($0.name, $0.node) < ($1.name, $1.node) }
    }
}
