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
package struct IdentityFacts: Hashable, Sendable {
    /// The file of the machine as it is found.
    package enum File: Hashable, Sendable {
        /// The file does not exist.
        case missing
        /// The file cannot be decoded.
        case damaged
        /// The content of the file, and the place at which it was found.
        case found(MachineFile, at: MachinePlace)
    }

    /// The present identifier of the store.
    package let store: String
    /// The node of the store; nil if the store is not synchronized.
    package let binding: NodeBinding?
    /// The file of the machine.
    package let file: File

    /// Creates facts.
    package init(store: String, binding: NodeBinding?, file: File) {
        self.store = store
        self.binding = binding
        self.file = file
    }

    /// The reason for a new node; nil if the node stays.
    var change: IdentityChange? {
        guard let binding else { return nil }
        guard binding.store == store else { return .storeRestored }
        switch file {
        case .missing: return .fileMissing
        case .damaged: return .fileDamaged
        case .found(let file, let place):
            if file.place.machine != place.machine { return .otherMachine }
            if file.place != place { return .otherPlace }
            if file.nodes.last == binding.node { return nil }
            return file.nodes.contains(binding.node) ? .olderStore : .otherStore
        }
    }

    /// The nodes that this machine had, the last one at the end.
    ///
    /// The nodes in a file of another machine are not its own: that machine may still use them.
    package var machineNodes: [NodeID] {
        guard case .found(let file, let place) = file, file.place.machine == place.machine else {
            return []
        }
        return file.nodes
    }
}

/// The facts about the log of a machine that the hub shows.
package struct LogFacts: Hashable, Sendable {
    /// Whether the own log has an object that the store does not know.
    package let hasUnknownObject: Bool
    /// Whether the log of another node says that it contains the own one.
    package let isCovered: Bool

    /// Creates facts.
    package init(hasUnknownObject: Bool = false, isCovered: Bool = false) {
        self.hasUnknownObject = hasUnknownObject
        self.isCovered = isCovered
    }

    var change: IdentityChange? {
        if hasUnknownObject { return .logTaken }
        return isCovered ? .logCovered : nil
    }
}

/// The reason why a machine continues with a new node.
package enum IdentityChange: Hashable, Sendable, CaseIterable {
    /// The store was made from a backup, which has another identifier.
    case storeRestored
    /// The file of the machine does not exist: the store may be a copy.
    case fileMissing
    /// The file of the machine cannot be decoded.
    case fileDamaged
    /// Store and file were copied from another machine.
    case otherMachine
    /// Store and file were copied on this machine, or restored.
    case otherPlace
    /// The store is older than the file.
    case olderStore
    /// The store was replaced by one of another machine.
    case otherStore
    /// Something else writes to the own log, or the store is older than it.
    case logTaken
    /// Another node continues the own log.
    case logCovered
}
