// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The synchronization of one machine: its replica, its log, and its positions in the other logs.
///
/// It does no I/O. A round is: list the hub, `confirm(found:)`, fetch and decode what is `unread`,
/// `moveLog(to:of:)` if `isLogTaken`, `capture(_:)`, `receive(_:)`, `repair(at:patience:)`,
/// `capture([])`, rewrite, `seal(with:)`, put the `outbox`, and `confirm(_:)` each object.
package struct SyncParticipant: Sendable {
    /// The rows.
    package internal(set) var replica: Replica
    /// The log of this machine.
    package internal(set) var log: OwnLog
    /// The positions in the other logs.
    package internal(set) var reader = LogReader()
    /// The nodes of this machine, the present one included.
    package internal(set) var nodes: Set<NodeID>
    var mustRewrite = false
    /// The positions of the last purges that are known in each log.
    package internal(set) var purges: [NodeID: UInt64] = [:]
    /// The positions in the logs up to which this machine has removed purged content from its own.
    package internal(set) var purged: [NodeID: UInt64] = [:]
    /// The time since which something that others had read is missing here; nil if nothing is.
    package internal(set) var lateSince: Int64?
    /// The records, and what they contain of the state that is loaded at the start.
    var stored: StoredParticipant?

    /// Creates a machine without rows.
    ///
    /// - Parameters:
    ///   - schema: The entities and their rules.
    ///   - node: The node of the machine.
    ///   - maximumObjectSize: The size of an object that only a single change exceeds.
    ///   - omitted: The rules to leave out, for tests.
    package init(
        schema: SyncSchema,
        node: NodeID,
        maximumObjectSize: Int = RewritePolicy.maximumObjectSize,
        omitting omitted: Set<SyncRule> = []
    ) {
        replica = Replica(schema: schema, node: node, omitting: omitted)
        log = OwnLog(node: node, maximumSize: maximumObjectSize)
        nodes = [node]
    }

    /// Whether nothing waits to be published.
    package var isAtRest: Bool { !replica.hasOutcomes && log.isOutboxEmpty && !mustWrite }

    // MARK: The own node

    /// Returns whether something else writes to this log, or this store is an old one.
    ///
    /// - Parameters:
    ///   - listing: The names on the hub.
    ///   - objects: Their unread objects.
    /// - Returns: Whether the machine must continue with a new node.
    package func isLogTaken(
        listing: some Sequence<ObjectName>,
        objects: some Sequence<LogObject>
    ) -> Bool {
        listing.contains { $0.node == log.node && !reader.hasRead($0) }
            || objects.contains { $0.covers[log.node] != nil }
    }

    /// Continues with the log of a new node; what was not put is published again.
    ///
    /// - Parameters:
    ///   - node: The new node.
    ///   - machineNodes: The nodes that this machine had, from the file that no copy of the store
    ///     contains. Logs of those that the store does not contain are read from the beginning.
    package mutating func moveLog(to node: NodeID, of machineNodes: Set<NodeID>) {
        let all = machineNodes.union([node])
        reader.forget(all.subtracting(nodes))
        nodes = all
        replica.node = node
        // A rewriting that has begun contains objects that were never put.
        if mustWrite { mustRewrite = true }
        replica.addOutcomes(log.unsentKeys)
        log.restart(as: node)
    }

    // MARK: Changes

    /// Publishes the changes of the store, and outcomes of merges.
    ///
    /// - Parameters:
    ///   - changes: The changes in the order of the history, with present values.
    ///   - limit: The number of outcomes at most; call it again while the replica has others.
    ///   - isContinued: Whether the changes belong to the last object of the log, if that is not
    ///     sealed.
    package mutating func capture(
        _ changes: [LocalChange],
        outcomes limit: Int = .max,
        isContinued: Bool = false
    ) {
        let keys = replica.capture(changes, outcomes: limit)
        let changes = replica.changes(for: keys)
        log.append(changes, read: reader.positions, isContinued: isContinued)
        if changes.contains(where: \.isPurge) { purges[log.node] = log.numbers.next }
    }

    /// Returns the names of a listing that `receive(_:)` needs.
    package func unread(in listing: some Sequence<ObjectName>) -> [ObjectName] {
        listing.filter { !reader.hasRead($0) }.sorted()
    }

    /// Returns whether an object joins up with what was read of its log.
    package func canReceive(_ name: ObjectName) -> Bool {
        name.node != log.node && reader.canRead(name)
    }

    /// Applies the objects that join up, each log in its order.
    ///
    /// - Parameter objects: Unread objects in any order.
    /// - Returns: The objects that wait for those before them.
    @discardableResult
    package mutating func receive(
        _ objects: [(name: ObjectName, object: LogObject)]
    ) -> [ObjectName] {
        var waiting = objects
        var hasMoved = true
        while hasMoved {
            hasMoved = false
            for (name, object) in waiting where canReceive(name) {
                apply(object, named: name)
                hasMoved = true
            }
            waiting = waiting.filter { !reader.hasRead($0.name) && $0.name.node != log.node }
        }
        return waiting.map(\.name)
    }

    private mutating func apply(_ object: LogObject, named name: ObjectName) {
        replica.apply(object.changes)
        reader.record(object, named: name)
        if object.changes.contains(where: \.isPurge) {
            purges[object.node] = max(purges[object.node] ?? 0, object.end)
        }
        if nodes.contains(object.node) {
            let subjects = Set(object.changes.map(\.key))
            log.adopt(subjects, of: name)
            for subject in subjects where !subject.isPermanent {
                if replica.death(of: subject.row)?.isPurge == true {
                    replica.merge.purged.insert(subject.row)
                }
            }
        }
        // Without this rule a test finds what a merge of rows too early does.
        if !replica.follows(.late) { replica.repair(at: 0, patience: .max) }
    }

    /// Restores the constraints, unless what others had read is missing here.
    ///
    /// - Parameters:
    ///   - time: The present time in any unit.
    ///   - patience: The time after which late objects are not waited for any more.
    ///   - isWaiting: Whether objects wait for those before them.
    package mutating func repair(at time: Int64, patience: Int64, isWaiting: Bool = false) {
        let isLate = isWaiting || reader.isLate(except: nodes)
        lateSince = isLate ? lateSince ?? time : nil
        if let lateSince, time - lateSince < patience { return }
        replica.repair(at: time, patience: patience)
    }

    // MARK: The hub

    /// Records the objects of the outbox that a listing contains.
    ///
    /// - Returns: The objects to delete from the hub.
    package mutating func confirm(found listing: Set<ObjectName>) -> Set<ObjectName> {
        let found = log.waitingNames.filter(listing.contains)
        return found.reduce(into: []) { $0.formUnion(confirm($1)) }
    }

    /// Records that the hub has an object of the outbox.
    ///
    /// - Returns: The objects to delete from the hub: they are replaced.
    package mutating func confirm(_ name: ObjectName) -> Set<ObjectName> {
        reader.record(name)
        return log.confirm(name)
    }

    /// Seals the objects of the outbox, which are kept so: what is put again has the same bytes.
    ///
    /// - Parameters:
    ///   - sealer: The keys of the space.
    ///   - isOpen: Whether the last object is not sealed, so that further changes belong to it.
    /// - Throws: `SyncError` with the code `.encryption`.
    package mutating func seal(
        with sealer: ObjectSealer,
        keepingLastOpen isOpen: Bool = false
    ) throws(SyncError) {
        try log.seal(with: sealer, keepingLastOpen: isOpen)
    }
}
