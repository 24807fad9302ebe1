// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Decides with which node a machine writes, so that no two machines write to one log.
///
/// It does no I/O: an event returns the actions to carry out, in their order. The file is written
/// before the store, so that it has every node that the store may use; whatever an interruption
/// leaves is found at the next opening.
package struct MachineIdentity: Hashable, Sendable {
    /// The state of a machine.
    package enum State: Hashable, Sendable {
        /// The store is not synchronized, or not opened yet.
        case off
        /// The machine writes to the log of a node.
        case running(NodeID)
        /// The store was restored: a person decides whether it takes what the others have.
        case paused(IdentityChange)
    }

    /// An action of the program.
    package enum Action: Hashable, Sendable {
        /// Write the file of the machine, with its nodes.
        case writeFile([NodeID])
        /// Record the binding in the store, and move the log to its node.
        ///
        /// The nodes are the ones of the machine, for `SyncParticipant.moveLog(to:of:)`.
        case bind(NodeBinding, of: Set<NodeID>)
        /// Report the reason, and synchronize no more until a person resumes.
        case pause(IdentityChange)
    }

    /// Whether a store that was made from a backup pauses, as a journal does.
    package let pausesAfterRestoration: Bool
    /// The state.
    package private(set) var state = State.off
    private var store = ""
    private var nodes: [NodeID] = []

    /// Creates the identity of a machine with a store that is not opened yet.
    package init(pausesAfterRestoration: Bool) {
        self.pausesAfterRestoration = pausesAfterRestoration
    }

    /// The store was opened.
    ///
    /// - Parameters:
    ///   - facts: What is known about the machine.
    ///   - newNode: A random node, in case that it is needed.
    /// - Returns: The actions.
    package mutating func storeOpened(_ facts: IdentityFacts, newNode: NodeID) -> [Action] {
        store = facts.store
        nodes = facts.machineNodes
        state = .off
        guard let binding = facts.binding else { return [] }
        guard let change = facts.change else {
            state = .running(binding.node)
            return []
        }
        guard change == .storeRestored, pausesAfterRestoration else { return move(to: newNode) }
        state = .paused(change)
        return [.pause(change)]
    }

    /// A person began the synchronization of the store.
    ///
    /// - Parameter newNode: A random node.
    /// - Returns: The actions.
    package mutating func spaceJoined(newNode: NodeID) -> [Action] { move(to: newNode) }

    /// The hub was listed.
    ///
    /// - Parameters:
    ///   - facts: What the hub says about the own log.
    ///   - newNode: A random node, in case that it is needed.
    /// - Returns: The actions.
    package mutating func hubListed(_ facts: LogFacts, newNode: NodeID) -> [Action] {
        guard case .running = state, facts.change != nil else { return [] }
        return move(to: newNode)
    }

    /// A person resumed the synchronization of a restored store.
    ///
    /// - Parameter newNode: A random node.
    /// - Returns: The actions.
    package mutating func resumed(newNode: NodeID) -> [Action] {
        guard case .paused = state else { return [] }
        return move(to: newNode)
    }

    /// A person ended the synchronization of the store; the file keeps the nodes.
    package mutating func spaceLeft() { state = .off }

    private mutating func move(to node: NodeID) -> [Action] {
        nodes = nodes.filter { $0 != node } + [node]
        state = .running(node)
        return [
            .writeFile(nodes),
            .bind(NodeBinding(node: node, store: store), of: Set(nodes)),
        ]
    }
}
