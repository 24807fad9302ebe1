// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataSpace

/// The name of a machine's record below its space: `machines/NODE-NUMBER`.
///
/// The next record has the next number, and replaces the one before it.
package struct MachineName: Hashable, Sendable {
    /// The node of the machine.
    package let node: NodeID
    /// The number of the node's records up to this one.
    package let number: UInt64

    /// Creates a name.
    package init(node: NodeID, number: UInt64) {
        self.node = node
        self.number = number
    }

    /// Parses a name; nil for all other objects.
    ///
    /// Every number has room for others after it, even one that was forged without the key.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "machines" else { return nil }
        let words = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        guard words.count == 2, let node = Hexadecimal.number(words[0]),
            let number = UInt64(onlyForm: words[1]), number > 0, number < 1 << 63
        else { return nil }
        self.init(node: NodeID(rawValue: node), number: number)
    }
}

extension MachineName: Comparable {
    /// Orders the records of a node from the first to the last.
    package static func < (left: Self, right: Self) -> Bool {
        (left.node, left.number) < (right.node, right.number)
    }
}

extension MachineName: CustomStringConvertible {
    /// The name as a path below the space, to which the sealed record is bound.
    package var description: String { "machines/\(Hexadecimal.text(node.rawValue))-\(number)" }
}

/// The records of machines in a listing of the hub.
package struct MachineListing: Hashable, Sendable {
    private let names: [NodeID: [MachineName]]

    /// Creates a listing.
    package init(_ names: some Sequence<MachineName>) {
        self.names = Dictionary(grouping: Set(names), by: \.node).mapValues { names in
            names.sorted { $0 > $1 }
        }
    }

    /// The nodes with records, in order.
    package var nodes: [NodeID] { names.keys.sorted() }

    /// Returns the records of a node, the newest first.
    ///
    /// In a synchronized folder the newest may be incomplete: then the next one counts.
    package func names(of node: NodeID) -> [MachineName] { names[node] ?? [] }

    /// Returns the newest record of a node that a function can open; nil if it opens none.
    package func newest(
        of node: NodeID,
        opening open: (MachineName) throws -> MachineRecord?
    ) rethrows -> MachineRecord? {
        for name in names(of: node) {
            if let record = try open(name) { return record }
        }
        return nil
    }

    /// Returns the name of a node's next record.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - last: The number of the last record according to the store: the hub may have an old one.
    /// - Returns: The name.
    package func next(of node: NodeID, after last: UInt64) -> MachineName {
        let latest = max(last, names(of: node).first?.number ?? 0)
        return MachineName(node: node, number: latest == .max ? .max : latest + 1)
    }

    /// Returns the records that the hub need not keep once it has one.
    package func replaced(by name: MachineName) -> [MachineName] {
        names(of: name.node).filter { $0 < name }
    }
}
