// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataHub
package import SwiftDataSync

/// The result of a round.
package struct RoundReport: Hashable, Sendable {
    /// The number of objects that were merged.
    package internal(set) var received = 0
    /// The number of objects that were put.
    package internal(set) var sent = 0
    /// The objects that are on the hub and were not merged.
    package internal(set) var unread: [UnreadObject] = []
    /// The newest record of each node.
    package internal(set) var records: [MachineName: MachineRecord] = [:]
    /// The mark of the hub's listing at the beginning of the round.
    package let mark: HubMark
    /// The time of the hub at the beginning of the round, in milliseconds since 1970.
    package let time: Int64
    /// The instant at which the listing arrived.
    package let listed: ContinuousClock.Instant

    init(_ listing: HubListing) {
        mark = listing.mark
        time = listing.time
        listed = .now
    }

    /// The machines of the space, in the order of their nodes.
    package var machines: [MachineRecord] { MachineRecord.present(Array(records.values)) }

    /// Whether the store has merged everything that the hub listed.
    package var isComplete: Bool { unread.isEmpty }
}

/// An object that is on the hub and was not merged.
package struct UnreadObject: Hashable, Sendable {
    /// The reason why an object was not merged.
    package enum Reason: Hashable, Sendable {
        /// It waits for objects before it in its log.
        case early
        /// The listing had the name, and the hub has no such object.
        case missing
        /// The rest of the file may still arrive.
        case incomplete
        /// A key seals it that the space had before, and that this machine never had.
        case earlierKey
        /// It does not open, and its owner has to write it again.
        case damaged(SyncError)
    }

    /// The name.
    package let name: ObjectName
    /// The reason.
    package let reason: Reason
}
