// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Objects that a machine writes again: lost and purged ones, small ones, and the whole log.
extension SyncParticipant {
    // MARK: Lost and purged objects

    /// Notes the objects to write again, or begins to rewrite the log: the hub lost a part of it,
    /// or it contains purged content.
    ///
    /// - Parameter listing: The names on the hub, except of own objects that are damaged.
    /// - Returns: Whether `write()` has something to do.
    @discardableResult
    package mutating func heal(listing: Set<ObjectName>) -> Bool {
        notePurged()
        if replica.follows(.heal) { noteMissing(listing) }
        if mustRewrite { beginRewriting() }
        return mustWrite
    }

    /// The purges that are not confirmed, once no object of this machine has their content; nil if
    /// there are none, or objects are to be replaced.
    ///
    /// Read it when the objects that were replaced are deleted from the hub.
    package var unconfirmedPurges: [NodeID: UInt64]? {
        guard purged != purges, replica.merge.purged.isEmpty, !mustRewrite, !mustWrite,
            log.isOutboxEmpty
        else { return nil }
        return purges
    }

    /// Records that no object of this machine on the hub has purged content, once that is so.
    package mutating func confirmPurges() {
        if let purges = unconfirmedPurges { confirm(purges: purges) }
    }

    /// Records that purges were carried out, unless others followed.
    package mutating func confirm(purges: [NodeID: UInt64]) {
        if purges == unconfirmedPurges { purged = purges }
    }

    /// Returns the machines that have not removed all purged content that is known here.
    package func machines(
        withPurgedContent machines: [MachineRecord]
    ) -> [MachineRecord] {
        machines.filter { machine in
            !purges.allSatisfy { machine.hasPurged($0.key, upTo: $0.value) }
        }
    }

    /// Whether objects are to be written again.
    package var mustWrite: Bool { log.rewritingState != nil || !log.outdated.isEmpty }

    /// Notes the objects of the own log that the hub lost.
    ///
    /// What the machine published under earlier nodes may be lost, too: then it writes all again.
    private mutating func noteMissing(_ listing: Set<ObjectName>) {
        let missing = log.expectedNames.subtracting(listing)
        guard !missing.isEmpty else { return }
        if log.keys.keys().contains(where: { $0.node != log.node }) {
            mustRewrite = true
        } else {
            log.outdated.formUnion(missing)
        }
    }

    /// Notes the objects that carry fields of purged rows.
    private mutating func notePurged() {
        let rows = Set(replica.merge.purged.keys())
        guard !rows.isEmpty else { return }
        var names: [ObjectName] = []
        log.keys.visit { name, subjects in
            if subjects.contains(where: { $0.carriesContent && rows.contains($0.row) }) {
                names.append(name)
            }
            return true
        }
        for name in names {
            if name.node == log.node {
                log.outdated.insert(name)
            } else if nodes.contains(name.node) {
                mustRewrite = true
            }
        }
        replica.merge.purged.removeAll()
    }

    /// Writes one object or a part of the log again.
    ///
    /// - Parameter limit: The number of subjects that complete a part.
    /// - Returns: Whether something is left to write.
    package mutating func write(limit: Int = 1_000) -> Bool {
        if let name = log.outdated.keys().min() {
            log.outdated.remove(name)
            // A rewriting of the whole log replaces it.
            if log.rewriting[name] == nil, let subjects = log.keys[name] {
                log.rewrite(
                    name,
                    with: replica.changes(for: replica.current(subjects)),
                    read: reader.positions
                )
            }
        } else if log.rewritingState != nil {
            let subjects = log.takeSubjects(limit: limit) ?? []
            log.continueRewriting(
                with: replica.changes(for: replica.current(subjects)),
                read: reader.positions,
                isLast: !log.rewriting.contains { !$1 }
            )
        }
        return mustWrite
    }

    /// Begins to rewrite the log as the present state of what the machine published.
    ///
    /// It contains the logs of the machine's earlier nodes from then on.
    package mutating func beginRewriting() {
        mustRewrite = false
        let earlier = nodes.subtracting([log.node])
        log.beginRewriting(
            replacing: reader.names.keys().filter { nodes.contains($0.node) },
            covers: reader.positions.filter { earlier.contains($0.key) }
        )
    }

    /// Rewrites the log at once.
    package mutating func rewriteAll() {
        beginRewriting()
        while write() {}
    }

    // MARK: A new log

    /// Continues with the log of a new node, and publishes all again in the next round.
    ///
    /// The new log replaces the logs of the machine's earlier nodes. The node of a removed machine
    /// can be one of them: its log is read again, and becomes part of the new one.
    ///
    /// - Parameters:
    ///   - node: The new node.
    ///   - machineNodes: The nodes of this machine, and those that it takes over.
    package mutating func restartLog(as node: NodeID, of machineNodes: Set<NodeID>) {
        moveLog(to: node, of: machineNodes)
        mustRewrite = true
    }

    // MARK: Small objects

    /// Returns whether more objects wait to be put than a limit, such as after days without a
    /// connection.
    package func isOutboxLarge(limit: Int) -> Bool {
        log.waiting.keys(limit: limit + 1).count > limit
    }

    /// Merges the next objects that wait to be put and together have the size of one.
    ///
    /// Call it after `confirm(found:)`, which removed the objects that the hub has.
    ///
    /// - Parameter position: The result of the last call; 0 for the first one.
    /// - Returns: The end of the merged objects; nil if there are no more to merge.
    package mutating func mergeOutbox(after position: UInt64) -> UInt64? {
        guard let names = log.mergeableGroup(after: position), let last = names.last else {
            return nil
        }
        let changes = replica.changes(for: log.keys(of: names))
        log.merge(waiting: names, with: changes, read: reader.positions)
        return last.end
    }

    /// Merges the youngest objects of the log that a policy chooses.
    package mutating func rewrite(by policy: RewritePolicy) {
        let count = policy.mergedCount(sizes: log.sizes)
        if count > 1 { rewriteYoungest(count) }
    }

    /// Merges the youngest objects of the log into one with their present state.
    package mutating func rewriteYoungest(_ count: Int) {
        guard !mustWrite, let names = log.youngest(count) else { return }
        let keys = replica.current(log.keys(of: names))
        log.replace(names, with: replica.changes(for: keys), read: reader.positions)
    }
}

extension ChangeKey {
    /// Whether a change of the subject has values.
    fileprivate var carriesContent: Bool {
        switch self {
        case .row, .field: true
        case .pair, .death, .redirect: false
        }
    }
}

extension RecordMap {
    fileprivate func contains(where matches: (Key, Value) -> Bool) -> Bool {
        var isFound = false
        visit { key, value in
            isFound = matches(key, value)
            return !isFound
        }
        return isFound
    }
}
