// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftDataHub
internal import SwiftDataReplica
internal import SwiftDataSpace
internal import SwiftDataSync
internal import SwiftDataSyncEngine

// MARK: - Removed machines and new keys

extension SyncService {
    /// Takes over the log of a machine that does not come back.
    func takeOver(_ request: SyncRemove) async throws {
        let session = try runningSession
        // The hub has to respond; and what the machine has put there last is merged.
        let records = try await session.synchronize().machines
        let node = Hexadecimal.number(request.node).map { NodeID(rawValue: $0) }
        let nodes = try await access.run { store in
            try store.replica.read { $0.nodes(ofMachine: node, among: records) }
        }
        guard !nodes.isEmpty else {
            throw InvalidParams("is not the node of another machine; see sync.machines")
                .under("node")
        }
        let hub = session.hub
        try await restart(session.settings, hub: hub, adopting: nodes)
        let listing = try await hub.list(HubPrefix(space: session.settings.space))
        for name in listing.names {
            guard let machine = MachineName(name.path), nodes.contains(machine.node) else {
                continue
            }
            try await hub.delete(name)
        }
    }

    /// Replaces the key of the space.
    ///
    /// The store has the new key before the hub does: otherwise an interruption could leave a space
    /// with a key that no machine has.
    func replaceKey(_ request: SyncKey) async throws -> Secret {
        let session = try runningSession
        // The present key is the newest one, and the hub responds.
        _ = try await session.synchronize()
        let next = try await SpaceSetup.renewed(session.settings.record, request.passphrase)
        let settings = session.settings.changing(to: next)
        try await restart(settings, hub: session.hub)
        return Secret(KeyText.text(next.key))
    }

    /// Continues with the new key of the space that the journal belongs to.
    func enterAgain(_ request: SyncJoin) async throws -> SyncJoin.Reply {
        let session = try runningSession
        let hub = try dependencies.hubs.hub(at: request.hub)
        let space = session.settings.space.description
        let credential = try request.credential
        let next = try await SpaceSetup(hub: hub).join(request.space ?? space, credential)
        guard next.record.name > session.settings.record.name,
            next.record.name.space == session.settings.space
        else { throw ProtocolError.alreadySynchronized }
        var settings = session.settings.changing(to: next)
        settings.hub = request.hub
        try await restart(settings, hub: hub)
        return SyncJoin.Reply(space: space)
    }

    /// Continues with settings in the log of a new node, which replaces the logs of earlier nodes.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - hub: The hub.
    ///   - nodes: The nodes of removed machines, which become nodes of this machine.
    /// - Throws: The errors of the file of the machine and of the store.
    private func restart(
        _ settings: SyncSettings,
        hub: any SyncHub,
        adopting nodes: Set<NodeID> = []
    ) async throws {
        let (binding, record) = (try requiredBinding, dependencies.record)
        let software = software
        // Nothing is sealed with an earlier key from here on.
        if case .running(let session) = state { session.end() }
        do {
            try await access.run { store in
                try record.write(settings, to: store)
                try binding.restartLog(of: store, settings, software: software, adopting: nodes)
            }
        } catch {
            await begin(settings, hub: hub)
            throw error
        }
        await begin(settings, hub: hub)
        try requireStarted()
    }

    /// Forgets the earlier keys of a space, which nothing on the hub needs any more.
    nonisolated func forgetKeys(before record: SpaceRecordName) async {
        try? await changing { service in
            guard case .running(let session) = service.state,
                session.settings.record.name == record
            else { return }
            var settings = session.settings
            settings.earlierKeys = []
            try await service.write(settings)
            await service.begin(settings, hub: session.hub)
        }
    }
}

extension SyncSettings {
    /// Returns the settings with a new key, and the present one to open what it has sealed.
    fileprivate func changing(to next: SpaceSetup.OpenSpace) -> SyncSettings {
        var settings = self
        settings.record = next.record
        settings.key = next.key
        settings.earlierKeys = [key] + earlierKeys
        return settings
    }
}

extension SyncParticipant {
    /// Returns the nodes of another machine; none if there is no such machine.
    fileprivate func nodes(
        ofMachine node: NodeID?,
        among records: [MachineRecord]
    ) -> Set<NodeID> {
        guard let node, !nodes.contains(node) else { return [] }
        if let record = records.first(where: { $0.node == node }) {
            return record.earlierNodes.union([node]).subtracting(nodes)
        }
        return reader.positions[node] == nil ? [] : [node]
    }
}
