// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The positions up to which a machine has read the logs.
///
/// A position moves only over objects that join up: an object waits for the ones before it, which a
/// synchronized folder may deliver later.
package struct LogReader: Sendable {
    /// The number of changes that are read of each log.
    package internal(set) var positions: [NodeID: UInt64] = [:]
    /// The objects that are read or written here.
    var names = RecordSet<ObjectName>(.name)
    /// The positions that the last object of each log states for the other logs.
    var stated: [NodeID: Statement] = [:]

    struct Statement: Hashable, Sendable {
        let end: UInt64
        let read: [NodeID: UInt64]
    }

    /// Creates the positions of a machine that has read nothing.
    package init() {}

    /// Returns the number of changes that are read of a log.
    package func position(in node: NodeID) -> UInt64 { positions[node] ?? 0 }

    /// Returns whether an object was read or written here.
    package func hasRead(_ name: ObjectName) -> Bool { names.contains(name) }

    /// Returns whether an object can be read next in its log.
    ///
    /// An object that was not read is read even if its numbers were: two machines with one node may
    /// have used them.
    package func canRead(_ name: ObjectName) -> Bool {
        !hasRead(name) && name.start <= position(in: name.node)
    }

    /// Records that an object was applied.
    package mutating func record(_ object: LogObject, named name: ObjectName) {
        record(name)
        for (node, position) in object.covers {
            positions[node] = max(self.position(in: node), position)
        }
        // An object that was written again states more than later ones.
        let known = stated[object.node]
        stated[object.node] = Statement(
            end: max(known?.end ?? 0, object.end),
            read: object.read.merging(known?.read ?? [:]) { max($0, $1) }
        )
    }

    /// Records an object of one's own.
    mutating func record(_ name: ObjectName) {
        names.insert(name)
        positions[name.node] = max(position(in: name.node), name.end)
    }

    /// Forgets the logs of nodes, which are then read from the beginning.
    mutating func forget(_ nodes: Set<NodeID>) {
        for name in names.keys() where nodes.contains(name.node) { names.remove(name) }
        for node in nodes {
            positions[node] = nil
            stated[node] = nil
        }
    }

    /// Returns whether the author of an applied object had read what is not read here.
    ///
    /// - Parameter nodes: The nodes of this machine, which do not count.
    /// - Returns: Whether something is late.
    package func isLate(except nodes: Set<NodeID>) -> Bool {
        stated.values.contains { statement in
            statement.read.contains { node, end in
                !nodes.contains(node) && end > position(in: node)
            }
        }
    }
}
