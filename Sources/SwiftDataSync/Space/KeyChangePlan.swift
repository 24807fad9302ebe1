// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The objects that a machine with the present key of a space writes, so that no earlier key is
/// needed.
///
/// Each machine writes its own objects again, and leaves the others: their owners do so once they
/// have the key. Until then both keys open. A plan is a function of what the hub has, so that it
/// can be interrupted anywhere, and made again.
package struct KeyChangePlan: Hashable, Sendable {
    /// Whether the record of the space with the present key is missing.
    package let mustPutSpaceRecord: Bool
    /// Whether the own log has objects that an earlier key seals.
    package let mustRewriteLog: Bool
    /// Whether the newest record of the machine is not sealed with the present key.
    package let mustPutMachineRecord: Bool
    /// The records of the space to delete; empty until the present one is on the hub.
    ///
    /// The objects of the log are not listed: they are deleted with its rewriting.
    package let obsoleteRecords: [SpaceRecordName]
    /// The own records of machines to delete; empty until what replaces them is on the hub.
    package let obsoleteMachines: [MachineName]
    /// The nodes of other machines with objects that an earlier key seals, in order.
    package let waitingNodes: [NodeID]

    /// Makes the plan of a machine.
    ///
    /// - Parameters:
    ///   - record: The record of the space with the present key.
    ///   - node: The node of the machine.
    ///   - nodes: All nodes of the machine.
    ///   - listing: What the hub has.
    package init(
        for record: SpaceRecordName,
        node: NodeID,
        nodes: Set<NodeID>,
        listing: SpaceListing
    ) {
        let own = listing.machines.filter { nodes.contains($0.key.node) || $0.key.node == node }
        let newest = own.keys.filter { $0.node == node }.max()
        let present = newest.flatMap { own[$0] == record.key ? $0 : nil }
        mustPutSpaceRecord = !listing.records.contains(record)
        mustPutMachineRecord = present == nil
        mustRewriteLog = listing.objects.contains { name, key in
            nodes.contains(name.node) && key != record.key
        }
        obsoleteRecords =
            mustPutSpaceRecord ? [] : listing.records.filter { $0 < record }.sorted()
        obsoleteMachines =
            present.map { present in
                own.keys.filter { $0.node != node || $0 < present }.sorted()
            } ?? []
        let machines = MachineListing(listing.machines.keys)
        let waiting = machines.nodes.filter { node in
            machines.names(of: node).first.map { listing.machines[$0] != record.key } ?? false
        }
        let logs = listing.objects.filter { $0.value != record.key }.map(\.key.node)
        waitingNodes = Set(waiting + logs).subtracting(nodes.union([node])).sorted()
    }

    /// Whether no object needs an earlier key, which can be removed from the key ring.
    package var isComplete: Bool {
        !mustPutSpaceRecord && !mustRewriteLog && !mustPutMachineRecord && obsoleteRecords.isEmpty
            && obsoleteMachines.isEmpty && waitingNodes.isEmpty
    }

    /// Returns the record of a key that this machine does not have yet; nil if it has the present
    /// one.
    package static func unknownRecord(
        in listing: SpaceListing,
        after record: SpaceRecordName
    ) -> SpaceRecordName? {
        listing.records.filter { $0 > record }.max()
    }
}
