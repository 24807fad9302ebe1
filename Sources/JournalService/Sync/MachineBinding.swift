// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import SwiftData
internal import SwiftDataReplica
internal import SwiftDataSync
internal import SwiftDataSyncSystem

/// Opens the replica of a store with the node of this machine.
struct MachineBinding: Sendable {
    /// The number of changes that the writer captures in one commit.
    private static let pageSize = 256

    private let file: IdentityFile
    /// Seals the records of the replica; nil for a store that is not encrypted.
    private let cipher: StoreRecordCipher?

    /// Finds the file of the machine in the folder of a store.
    ///
    /// - Parameters:
    ///   - path: The path of the store.
    ///   - storeKey: The key of the store; nil for a store that is not encrypted.
    init(ofStore path: String, storeKey: JournalKey?) {
        file = IdentityFile(ofStore: path)
        cipher = storeKey.map { StoreRecordCipher($0) }
    }

    /// Opens the replica.
    ///
    /// A copy of the store, such as one that was taken from another machine, continues with a new
    /// node.
    ///
    /// - Parameters:
    ///   - store: The store of the writer.
    ///   - settings: The settings of its synchronization.
    ///   - software: The program and its version, for the other machines.
    ///   - resuming: Whether a person has decided that a restored store continues.
    /// - Returns: False if the store was restored from a backup: a person decides whether it takes
    ///   what the others have.
    /// - Throws: The errors of the file and of the store.
    func open(
        _ store: SyncedStore,
        _ settings: SyncSettings,
        software: String,
        resuming: Bool
    ) throws -> Bool {
        try cipher?.sealRecords(of: store)
        let replica = try store.open(settings.sealer, replicaSettings(settings, software))
        var identity = MachineIdentity(pausesAfterRestoration: true)
        let facts = IdentityFacts(
            store: store.identifier,
            binding: NodeBinding(
                node: try replica.read { $0.log.node },
                store: settings.boundStore
            ),
            file: try file.read()
        )
        var actions = identity.storeOpened(facts, newNode: Self.randomNode())
        if resuming, case .paused = identity.state {
            actions = identity.resumed(newNode: Self.randomNode())
        }
        guard case .running = identity.state else { return false }
        // With a node that the replica asks for.
        if !actions.isEmpty { try replica.moveLog() }
        return true
    }

    /// Opens the replica with the log of a new node, which replaces the logs of earlier nodes.
    ///
    /// - Parameters:
    ///   - store: The store of the writer.
    ///   - settings: The settings of its synchronization.
    ///   - software: The program and its version, for the other machines.
    ///   - nodes: The nodes of removed machines, which become nodes of this machine.
    /// - Throws: The errors of the file and of the store.
    func restartLog(
        of store: SyncedStore,
        _ settings: SyncSettings,
        software: String,
        adopting nodes: Set<NodeID>
    ) throws {
        if !nodes.isEmpty {
            let own = try machineNodes()
            try file.write(nodes: nodes.subtracting(own).sorted() + own)
        }
        try cipher?.sealRecords(of: store)
        try store.open(settings.sealer, replicaSettings(settings, software)).restartLog()
    }

    private func replicaSettings(
        _ settings: SyncSettings,
        _ software: String
    ) throws -> ContainerReplica.Settings {
        let machine = ContainerReplica.Machine(
            name: settings.machine,
            software: software,
            schema: "\(JournalSchemaV1.versionIdentifier)"
        )
        var settings = ContainerReplica.Settings(
            policy: .journal,
            machineNodes: Set(try machineNodes()),
            newNode: newNode
        )
        settings.machine = machine
        settings.recordCipher = cipher
        settings.pageSize = Self.pageSize
        settings.complete = ShownModels.assignRevisions
        return settings
    }

    /// Returns a random node, which the file has already.
    @Sendable private func newNode() throws -> NodeID {
        let node = Self.randomNode()
        try file.write(nodes: try machineNodes().filter { $0 != node } + [node])
        return node
    }

    private func machineNodes() throws -> [NodeID] {
        IdentityFacts(store: "", binding: nil, file: try file.read()).machineNodes
    }

    private static func randomNode() -> NodeID { NodeID(rawValue: .random(in: 1 ... .max)) }
}
