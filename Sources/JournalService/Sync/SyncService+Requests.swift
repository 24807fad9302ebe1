// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftDataHub
internal import SwiftDataReplica
internal import SwiftDataSpace
internal import SwiftDataSync
internal import SwiftDataSyncEngine
internal import SwiftDataSyncSystem

// MARK: - Requests

extension SyncService: SyncControl {
    nonisolated func state() async throws(ProtocolError) -> SyncState {
        try await waiting { service in
            let report = SyncStateReport(
                access: service.access,
                isLocked: service.dependencies.isLocked
            )
            return await report.state(of: service.state)
        }
    }

    nonisolated func begin(_ request: SyncInit) async throws(ProtocolError) -> SyncInit.Reply {
        try await changing { try await $0.initialize(request) }
    }

    nonisolated func join(_ request: SyncJoin) async throws(ProtocolError) -> SyncJoin.Reply {
        try await changing { try await $0.enter(request) }
    }

    nonisolated func synchronize(
        _ request: SyncNow
    ) async throws(ProtocolError) -> SyncNow.Reply {
        try await waiting(within: .seconds(request.timeout)) { try await $0.exchange() }
    }

    nonisolated func pause() async throws(ProtocolError) {
        try await changing { try await $0.suspend() }
    }

    nonisolated func resume() async throws(ProtocolError) {
        try await changing { try await $0.proceed() }
    }

    nonisolated func machines() async throws(ProtocolError) -> [SyncMachine] {
        try await waiting { try await $0.describedMachines() }
    }

    nonisolated func remove(_ request: SyncRemove) async throws(ProtocolError) {
        try await changing { try await $0.takeOver(request) }
    }

    nonisolated func move(_ request: SyncMove) async throws(ProtocolError) {
        try await changing { try await $0.moveSpace(request) }
    }

    nonisolated func key(_ request: SyncKey) async throws(ProtocolError) -> Secret {
        guard request.isNew else { return try await waiting { try $0.keyText() } }
        return try await changing { try await $0.replaceKey(request) }
    }

    nonisolated func end(_ request: SyncOff) async throws(ProtocolError) {
        try await changing { try await $0.leave(request) }
    }
}

// MARK: - Changes

extension SyncService {
    private func initialize(_ request: SyncInit) async throws -> SyncInit.Reply {
        try requireOff()
        let hub = try dependencies.hubs.hub(at: request.hub)
        let (record, key) = try await SpaceSetup(hub: hub).create(request.passphrase)
        let settings = try await save(record, key, hub: request.hub, name: request.name)
        do {
            // Otherwise put by the first round; but here a hub that cannot be written is reported.
            try await hub.put(record.bytes, as: record.name.hubName())
        } catch {
            try await access.run { try $0.leave() }
            throw error
        }
        await begin(settings, hub: hub)
        try requireStarted()
        let text = request.passphrase == nil ? Secret(KeyText.text(key)) : nil
        return SyncInit.Reply(space: settings.space.description, key: text)
    }

    private func enter(_ request: SyncJoin) async throws -> SyncJoin.Reply {
        if case .running = state { return try await enterAgain(request) }
        try requireOff()
        let hub = try dependencies.hubs.hub(at: request.hub)
        let credential = try request.credential
        let (record, key) = try await SpaceSetup(hub: hub).join(request.space, credential)
        let settings = try await save(record, key, hub: request.hub, name: request.name)
        await begin(settings, hub: hub)
        try requireStarted()
        return SyncJoin.Reply(space: settings.space.description)
    }

    /// Writes the settings of a new synchronization.
    private func save(
        _ space: SpaceRecord,
        _ key: SpaceKey,
        hub: String,
        name: String?
    ) async throws -> SyncSettings {
        let record = dependencies.record
        _ = try requiredBinding
        return try await access.run { store in
            let settings = SyncSettings(
                hub: hub,
                record: space,
                key: key,
                boundStore: store.identifier,
                machine: name ?? HostName.current ?? "unnamed"
            )
            try record.write(settings, to: store)
            return settings
        }
    }

    private func exchange() async throws -> SyncNow.Reply {
        let report = try await round()
        guard let time = Timestamp(milliseconds: report.time) else {
            throw ProtocolError(.syncHub, "the clock of the hub is wrong; set it")
        }
        return SyncNow.Reply(sent: report.sent, received: report.received, asOf: time)
    }

    /// Runs a round, and another one if its session was replaced, such as by one with a new key.
    private func round() async throws -> RoundReport {
        while true {
            let session = try runningSession
            do {
                return try await session.synchronize()
            } catch {
                // The error may come from a session that a change has ended.
                let next = try await exclusively { try runningSession }
                guard next !== session, !Task.isCancelled else { throw error }
            }
        }
    }

    private func describedMachines() async throws -> [SyncMachine] {
        let last = try runningSession.activity.status.last
        // Before the first round the other machines are not known.
        let report = if let last { last } else { try await round() }
        return try await access.run { store in
            try store.replica.read { MachineList(report.machines, $0).machines }
        }
    }

    private func suspend() async throws {
        guard var settings else { throw ProtocolError.syncIsOff }
        settings.isPaused = true
        try await write(settings)
        set(.paused(settings, nil))
    }

    private func proceed() async throws {
        guard var settings else { throw ProtocolError.syncIsOff }
        if case .running = state { return }
        settings.isPaused = false
        try await write(settings)
        await begin(settings, resuming: true)
        try requireStarted()
    }

    /// Continues on another hub, to which the first round writes what it lacks.
    private func moveSpace(_ request: SyncMove) async throws {
        guard var settings else { throw ProtocolError.syncIsOff }
        let hub = try dependencies.hubs.hub(at: request.hub)
        try await hub.create()
        let spaces = try await hub.spaces()
        guard spaces.isEmpty || spaces.contains(settings.space) else {
            throw ProtocolError(
                .syncSpace,
                "the hub has another space; name a hub without one, or the one to which another "
                    + "machine has moved"
            )
        }
        settings.hub = request.hub
        try await write(settings)
        if case .paused(_, let reason) = state {
            set(.paused(settings, reason))
        } else {
            await begin(settings, hub: hub)
            try requireStarted()
        }
    }

    private func keyText() throws -> Secret {
        guard let settings else { throw ProtocolError.syncIsOff }
        return Secret(KeyText.text(settings.key))
    }

    private func leave(_ request: SyncOff) async throws {
        if case .off = state { throw ProtocolError.syncIsOff }
        if request.delete { try await deleteOwnObjects() }
        set(.off)
        try await access.run { try $0.leave() }
    }

    /// Deletes what this machine has put on the hub.
    private func deleteOwnObjects() async throws {
        let session = try runningSession
        // No further object is put.
        session.end()
        let nodes = try await access.run { try $0.replica.read { $0.nodes } }
        let listing = try await session.hub.list(HubPrefix(space: session.settings.space))
        for name in listing.names {
            let node = ObjectName(name.path)?.node ?? MachineName(name.path)?.node
            if let node, nodes.contains(node) { try await session.hub.delete(name) }
        }
    }

    // MARK: State

    /// The settings; nil while synchronization is off, or if they cannot be read.
    private var settings: SyncSettings? {
        switch state {
        case .off: nil
        case .paused(let settings, _): settings
        case .running(let session): session.settings
        case .failed(let settings, _): settings
        }
    }

    func write(_ settings: SyncSettings) async throws {
        let record = dependencies.record
        try await access.run { try record.write(settings, to: $0) }
    }

    private func requireOff() throws {
        if case .off = state { return }
        throw ProtocolError.alreadySynchronized
    }

    func requireStarted() throws {
        if case .failed(_, let error) = state { throw error }
    }

    var runningSession: SyncSession {
        get throws {
            switch state {
            case .off: throw ProtocolError.syncIsOff
            case .paused(_, let reason):
                throw reason
                    ?? ProtocolError(
                        .syncPaused,
                        "the synchronization is paused; run \"journal sync resume\""
                    )
            case .running(let session): return session
            case .failed(_, let error): throw error
            }
        }
    }
}

extension ProtocolError {
    /// The error of a request that needs the synchronization.
    fileprivate static var syncIsOff: ProtocolError {
        ProtocolError(
            .syncOff,
            "the journal is not synchronized; begin with journal sync init or journal sync join"
        )
    }

    /// The error of a request to begin what has begun.
    static var alreadySynchronized: ProtocolError {
        ProtocolError(
            .syncSpace,
            "the journal is synchronized already; to use another space, run \"journal sync off\" "
                + "first"
        )
    }
}
