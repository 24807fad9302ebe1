// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SyncParticipant {
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
}
