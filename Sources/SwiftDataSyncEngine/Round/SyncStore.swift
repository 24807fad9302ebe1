// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataSync

/// The store of a machine, as rounds of synchronization use it.
///
/// Each call is one transaction of the store: after an interruption anywhere, the next round
/// continues from what is committed.
package protocol SyncStore: Sendable {
    /// Returns the record of the space, and the keys that seal its objects.
    func space() async throws -> (record: SpaceRecord, sealer: ObjectSealer)

    /// Captures the changes of the store, which needs no hub.
    func capture() async throws

    /// Records which objects of the own log the hub has, and continues with the log of a new node
    /// if something else has written to it.
    ///
    /// - Parameter found: The objects of all logs on the hub.
    /// - Returns: What the round has to do.
    /// - Throws: The errors of the store.
    func begin(found: Set<ObjectName>) async throws -> RoundStart

    /// Merges an object into the store, unless it has to wait for those before it in its log.
    ///
    /// - Returns: Whether it was merged.
    func receive(_ object: LogObject, named name: ObjectName) async throws -> Bool

    /// Carries out a step of the end of a round, after which everything that the machine has to
    /// publish is sealed.
    ///
    /// - Returns: The next step; nil after the last one.
    /// - Throws: The errors of the store.
    func finish(_ step: FinishingStep) async throws -> FinishingStep?

    /// Returns the next sealed object to put; nil if none waits.
    func nextOutgoing() async throws -> (name: ObjectName, bytes: [UInt8])?

    /// Records that the hub has an object.
    ///
    /// - Returns: The objects that it replaces, to delete from the hub.
    func confirm(_ name: ObjectName) async throws -> Set<ObjectName>

    /// Returns what the machine publishes about itself; nil for nothing.
    ///
    /// It is called after the objects that were replaced are deleted from the hub.
    func machine() async throws -> MachineRecord?
}

/// The work of a round, according to the store.
package struct RoundStart: Hashable, Sendable {
    /// The objects to delete from the hub: others that it has replace them.
    package let obsolete: Set<ObjectName>
    /// The objects to fetch, in the order of their logs.
    package let unread: [ObjectName]
    /// The positions up to which the store has read the logs.
    package let positions: [NodeID: UInt64]

    /// Creates the work of a round.
    package init(
        obsolete: Set<ObjectName>,
        unread: [ObjectName],
        positions: [NodeID: UInt64]
    ) {
        self.obsolete = obsolete
        self.unread = unread
        self.positions = positions
    }
}

/// The findings of a round before it publishes.
package struct RoundEnd: Hashable, Sendable {
    /// The objects of all logs on the hub when the round began.
    package let found: Set<ObjectName>
    /// Whether objects are missing, incomplete, or wait for others.
    package let isWaiting: Bool
    /// The time of the hub in milliseconds since 1970.
    package let time: Int64

    /// Creates findings.
    package init(found: Set<ObjectName>, isWaiting: Bool, time: Int64) {
        self.found = found
        self.isWaiting = isWaiting
        self.time = time
    }
}

/// The steps of the end of a round.
///
/// Each is a transaction with a part of the work, so that a write of a user waits for one of them.
package enum FinishingStep: Hashable, Sendable {
    /// Restore the constraints of the merged rows.
    case repair(RoundEnd)
    /// Publish the next of the changes that merges made, then look for what to write again.
    case publish(found: Set<ObjectName>)
    /// Merge the next small objects that wait to be put, after a position in the own log.
    case merge(after: UInt64, found: Set<ObjectName>)
    /// Note the objects that the hub lost, and merge small ones that it has.
    case review(found: Set<ObjectName>)
    /// Write the next part of what is written again.
    case rewrite
}
