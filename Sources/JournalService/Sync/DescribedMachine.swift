// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import SwiftData
internal import SwiftDataHub
internal import SwiftDataReplica
internal import SwiftDataSync

/// This machine, as it describes itself to the others.
struct DescribedMachine: Sendable {
    let access: SyncAccess
    /// The name that people give to it.
    let name: String
    /// The program and its version.
    let software: String

    /// Returns the present description.
    func record() async throws -> MachineRecord {
        try await access.run { store in
            try store.replica.read { participant in
                MachineRecord(
                    node: participant.log.node,
                    name: name,
                    software: software,
                    schema: "\(JournalSchemaV1.versionIdentifier)",
                    time: WallClock.milliseconds(),
                    read: participant.reader.positions,
                    earlierNodes: participant.nodes
                )
            }
        }
    }
}
