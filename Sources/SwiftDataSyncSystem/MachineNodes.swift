// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataSync

/// The nodes with which this machine writes to the logs of a store, as its file lists them.
package struct MachineNodes: Sendable {
    private let file: IdentityFile

    /// Finds the nodes of a store.
    ///
    /// - Parameter path: The path of the store.
    package init(ofStore path: String) { self.init(file: IdentityFile(ofStore: path)) }

    init(file: IdentityFile) { self.file = file }

    /// All nodes of the machine, the present one at the end.
    ///
    /// - Throws: The errors of the file.
    package var all: [NodeID] {
        get throws { try file.read().machineNodes }
    }

    /// Returns a random node, which the file has already.
    ///
    /// - Throws: The errors of the file.
    package func add() throws -> NodeID {
        let node = NodeID(rawValue: .random(in: 1 ... .max))
        try file.write(nodes: try all.filter { $0 != node } + [node])
        return node
    }

    /// Writes the nodes of removed machines into the file, as earlier nodes of this machine.
    ///
    /// - Throws: The errors of the file.
    package func adopt(_ nodes: Set<NodeID>) throws {
        guard !nodes.isEmpty else { return }
        let own = try all
        try file.write(nodes: nodes.subtracting(own).sorted() + own)
    }

    /// Decides whether an opened store keeps its node.
    ///
    /// A copy of the store, such as one that was taken from another machine, has a new node.
    ///
    /// - Parameters:
    ///   - store: The present identifier of the store.
    ///   - binding: The node of the store, and the store for which it was made.
    ///   - pausesAfterRestoration: Whether a person decides about a store from a backup.
    /// - Returns: The decision, which the caller carries out.
    /// - Throws: The errors of the file.
    package func decide(
        aboutStore store: String,
        boundTo binding: NodeBinding,
        pausesAfterRestoration: Bool
    ) throws -> IdentityFacts.Decision {
        IdentityFacts(store: store, binding: binding, file: try file.read())
            .decision(pausesAfterRestoration: pausesAfterRestoration)
    }
}
