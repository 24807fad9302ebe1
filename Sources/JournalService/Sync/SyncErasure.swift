// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData
internal import SwiftDataReplica
internal import SwiftDataSync

/// The erasure that a machine carries out before it confirms the purges of all machines.
///
/// It follows the deletion of the rows, and of the objects that contained them. The store records
/// which purges are confirmed, so that an interrupted erasure is begun again by the next round.
struct SyncErasure: Sendable {
    /// The time after which an erasure continues that waits for a reader.
    private static let pause = Duration.milliseconds(20)

    let access: SyncAccess

    /// Overwrites purged content in the files of the store, in steps between other writes.
    ///
    /// - Returns: The purges that can be confirmed then; nil if there are none.
    /// - Throws: The errors of the store, such as of a reader that does not finish.
    func run() async throws -> [NodeID: UInt64]? {
        let purges = try await access.run { store in
            try store.replica.read { $0.unconfirmedPurges }
        }
        guard let purges else { return nil }
        var next: StoreErasure? = StoreErasure()
        while let erasure = next {
            if erasure.isBlocked { try await Task.sleep(for: Self.pause) }
            next = try await access.run { try $0.continuing(erasure) }
        }
        return purges
    }
}
