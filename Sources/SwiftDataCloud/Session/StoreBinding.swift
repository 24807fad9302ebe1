// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftData
internal import SwiftDataReplica
internal import SwiftDataSync
internal import SwiftDataSyncSystem

/// Opens a store as the one of a space, with the node of this machine.
struct StoreBinding: Sendable {
    /// The identifier of the store.
    let identifier: String
    private let container: ModelContainer
    private let nodes: MachineNodes

    init(_ container: ModelContainer, _ configuration: ModelConfiguration) {
        self.container = container
        identifier =
            container.storeIdentifier(forConfigurationNamed: configuration.name) ?? ""
        nodes = MachineNodes(ofStore: configuration.url.path(percentEncoded: false))
    }

    /// Returns the space of the store; nil if it was never synchronized.
    ///
    /// - Throws: The errors of the store.
    func storedSpace() throws -> StoredSpace? {
        try container.readSyncRecords { try $0.value(for: StoredSpace.key) }
            .map { try StoredSpace(bytes: $0) }
    }

    /// Opens the store.
    ///
    /// A copy of the store, such as one that was taken from another machine or from a backup,
    /// continues with a new node.
    ///
    /// - Parameters:
    ///   - record: The record of the space.
    ///   - key: The key of the space.
    ///   - stored: The space of the store; nil if it was never synchronized.
    /// - Returns: The store.
    /// - Throws: `SyncError` with the code `.schema` if a model cannot be synchronized; the errors
    ///   of the file and of the store.
    func open(
        _ record: SpaceRecord,
        key: SpaceKey,
        stored: StoredSpace?
    ) async throws -> ContainerSyncStore {
        let sealer = ObjectSealer(space: record.name.space, keys: KeyRing(current: key))
        let store = ContainerSyncStore(
            container,
            record: record,
            sealer: sealer,
            settings: try settings(sealer)
        )
        let node = try await store.read { $0.log.node }
        let decision = try nodes.decide(
            aboutStore: identifier,
            boundTo: NodeBinding(node: node, store: stored?.store ?? identifier),
            pausesAfterRestoration: false
        )
        // With a node that the replica asks for.
        if decision == .replace { try await store.moveLog() }
        if stored?.store != identifier {
            let space = StoredSpace(record, store: identifier)
            try await store.setRecord(space.bytes, for: StoredSpace.key)
        }
        return store
    }

    /// Removes the space and all records of the synchronization from the store.
    func leave() throws {
        try ModelContext(container).commitGroup(hasSavepoints: false) { group in
            try group.syncRecords.removeAll()
            try group.setCaptureCursor(nil)
        }
    }

    private func settings(_ sealer: ObjectSealer) throws -> ContainerReplica.Settings {
        var policy = SyncPolicy()
        policy.givesIdentities = true
        policy.guardsAttributes = true
        policy.keepsTexts = true
        var settings = ContainerReplica.Settings(
            policy: policy,
            machineNodes: Set(try nodes.all),
            newNode: nodes.add
        )
        settings.machine = ContainerReplica.Machine(
            name: HostName.current ?? "",
            software: ProcessInfo.processInfo.processName,
            schema: "\(container.schema.version)"
        )
        settings.recordCipher = SpaceCipher(sealer: sealer)
        return settings
    }
}

/// Seals the records of a store with the key of the space, which is not in the store: they have
/// values that wait for others, and some may be encrypted in their rows.
private struct SpaceCipher: RecordCipher {
    let sealer: ObjectSealer

    func seal(_ value: [UInt8], for key: [UInt8]) throws -> [UInt8] {
        try sealer.seal(value, at: Self.place(of: key))
    }

    func open(_ sealed: [UInt8], for key: [UInt8]) throws -> [UInt8] {
        try sealer.open(sealed, at: Self.place(of: key))
    }

    private static func place(of key: [UInt8]) -> String {
        "record " + key.map { String($0, radix: 16) }.joined(separator: ".")
    }
}
