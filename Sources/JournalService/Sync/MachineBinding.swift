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

    private let nodes: MachineNodes
    /// Seals the records of the replica; nil for a store that is not encrypted.
    private let cipher: StoreRecordCipher?

    /// Finds the file of the machine in the folder of a store.
    ///
    /// - Parameters:
    ///   - path: The path of the store.
    ///   - storeKey: The key of the store; nil for a store that is not encrypted.
    init(ofStore path: String, storeKey: JournalKey?) {
        nodes = MachineNodes(ofStore: path)
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
        let decision = try nodes.decide(
            aboutStore: store.identifier,
            boundTo: NodeBinding(
                node: try replica.read { $0.log.node },
                store: settings.boundStore
            ),
            pausesAfterRestoration: !resuming
        )
        // With a node that the replica asks for.
        if decision == .replace { try replica.moveLog() }
        return decision != .pause
    }

    /// Opens the replica with the log of a new node, which replaces the logs of earlier nodes.
    ///
    /// - Parameters:
    ///   - store: The store of the writer.
    ///   - settings: The settings of its synchronization.
    ///   - software: The program and its version, for the other machines.
    ///   - removed: The nodes of removed machines, which become nodes of this machine.
    /// - Throws: The errors of the file and of the store.
    func restartLog(
        of store: SyncedStore,
        _ settings: SyncSettings,
        software: String,
        adopting removed: Set<NodeID>
    ) throws {
        try nodes.adopt(removed)
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
            machineNodes: Set(try nodes.all),
            newNode: nodes.add
        )
        settings.machine = machine
        settings.recordCipher = cipher
        settings.pageSize = Self.pageSize
        settings.complete = ShownModels.assignRevisions
        return settings
    }
}
