// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The description that a machine publishes of itself, for the others and their people.
package struct MachineRecord: Hashable, Sendable {
    /// The largest encoded record.
    package static let maximumSize = 64 * 1_024
    /// The number of bytes of the longest text.
    static let maximumTextSize = 255

    /// The node of the machine.
    package let node: NodeID
    /// The name that people give to the machine.
    package let name: String
    /// The program and its version.
    package let software: String
    /// The version of the store's schema.
    package let schema: String
    /// The time of the record by the clock of the machine, in milliseconds since 1970.
    package let time: Int64
    /// The positions up to which the machine has read the logs.
    package let read: [NodeID: UInt64]
    /// The positions in the logs up to which the machine has removed purged content from its own.
    package let purged: [NodeID: UInt64]
    /// The earlier nodes of the machine.
    package let earlierNodes: Set<NodeID>

    /// Creates a record; a longer text ends at the last character that fits into 255 bytes.
    package init(
        node: NodeID,
        name: String,
        software: String,
        schema: String,
        time: Int64,
        read: [NodeID: UInt64] = [:],
        purged: [NodeID: UInt64] = [:],
        earlierNodes: Set<NodeID> = []
    ) {
        self.node = node
        self.name = Self.limited(name)
        self.software = Self.limited(software)
        self.schema = Self.limited(schema)
        self.time = time
        self.read = read
        self.purged = purged
        self.earlierNodes = earlierNodes.subtracting([node])
    }

    private static func limited(_ text: String) -> String {
        var count = 0
        return String(
            text.prefix { character in
                count += character.utf8.count
                return count <= maximumTextSize
            }
        )
    }

    /// Returns whether the machine has carried out the purges of a log up to a position.
    package func hasPurged(_ node: NodeID, upTo position: UInt64) -> Bool {
        purged[node].map { $0 >= position } ?? false
    }

    /// Returns whether the record is worth publishing after an earlier one of the machine.
    ///
    /// Positions alone change with every object: others see them once in ten minutes.
    package func isNews(after old: MachineRecord?) -> Bool {
        guard let old else { return true }
        let age = time - old.time
        return name != old.name || software != old.software || schema != old.schema
            || purged != old.purged || earlierNodes != old.earlierNodes
            || !(0..<86_400_000).contains(age) || (read != old.read && age >= 600_000)
    }

    /// Returns the records of machines without the records of their earlier nodes.
    ///
    /// - Parameter records: The newest record of each node.
    /// - Returns: One record for each machine, in the order of the nodes.
    package static func present(_ records: [MachineRecord]) -> [MachineRecord] {
        records.filter { record in
            !records.contains { other in
                other.earlierNodes.contains(record.node)
                    && (!record.earlierNodes.contains(other.node)
                        || (record.time, record.node) < (other.time, other.node))
            }
        }
        .sorted { $0.node < $1.node }
    }
}
