// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The node of a store, and the store for which it was made.
package struct NodeBinding: Hashable, Sendable {
    /// The node.
    package let node: NodeID
    /// The identifier that the store had then; backups have others.
    package let store: String

    /// Creates a binding.
    package init(node: NodeID, store: String) {
        self.node = node
        self.store = store
    }
}

/// The facts about the identity of a machine when its store is opened.
///
/// They decide with which node the machine writes, so that no two machines write to one log.
package struct IdentityFacts: Hashable, Sendable {
    /// The decision about the node of a store that was opened.
    package enum Decision: Hashable, Sendable {
        /// The store writes with the node that it has.
        case keep
        /// The log moves to a new node.
        case replace
        /// The store was restored: a person decides whether it takes what the others have.
        case pause
    }

    /// The file of the machine as it is found.
    package enum File: Hashable, Sendable {
        /// The file does not exist.
        case missing
        /// The file cannot be decoded.
        case damaged
        /// The content of the file, and the place at which it was found.
        case found(MachineFile, at: MachinePlace)

        /// The nodes that this machine had, the last one at the end.
        ///
        /// The nodes in a file of another machine are not its own: that machine may still use them.
        package var machineNodes: [NodeID] {
            guard case .found(let file, let place) = self, file.place.machine == place.machine
            else { return [] }
            return file.nodes
        }
    }

    /// The present identifier of the store.
    package let store: String
    /// The node of the store.
    package let binding: NodeBinding
    /// The file of the machine.
    package let file: File

    /// Creates facts.
    package init(store: String, binding: NodeBinding, file: File) {
        self.store = store
        self.binding = binding
        self.file = file
    }

    /// Decides whether the store keeps its node.
    ///
    /// A new node is written to the file before the store has it, so that the file has every node
    /// that the store may use; whatever an interruption leaves is found at the next opening.
    ///
    /// - Parameter pausesAfterRestoration: Whether a person decides about a store from a backup, as
    ///   about a journal.
    /// - Returns: The decision, which the caller carries out.
    package func decision(pausesAfterRestoration: Bool) -> Decision {
        guard binding.store == store else { return pausesAfterRestoration ? .pause : .replace }
        // A copy of the file has another place; an older store, or the one of another machine, has
        // another node.
        guard case .found(let file, let place) = file, file.place == place,
            file.nodes.last == binding.node
        else { return .replace }
        return .keep
    }
}
