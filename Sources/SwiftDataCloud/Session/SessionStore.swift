// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData
internal import SwiftDataHub
internal import SwiftDataReplica
internal import SwiftDataSync
internal import SwiftDataSyncEngine

/// The store of a session: a container that is opened once its space is known, and that reports
/// the steps of its rounds.
actor SessionStore: SyncStore {
    private struct Opened {
        let store: ContainerSyncStore
        let commits: CommitObservation
    }

    private let hub: any SyncHub
    private let key: SpaceKey
    private let binding: StoreBinding
    private let monitor: SyncMonitor
    private let committed: @Sendable () -> Void
    private var opened: Opened?

    /// Creates the store of a session.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - key: The key of the space.
    ///   - binding: The container and its file.
    ///   - monitor: Receives the steps.
    ///   - committed: Called after each commit of the program.
    init(
        hub: any SyncHub,
        key: SpaceKey,
        binding: StoreBinding,
        monitor: SyncMonitor,
        committed: @escaping @Sendable () -> Void
    ) {
        self.hub = hub
        self.key = key
        self.binding = binding
        self.monitor = monitor
        self.committed = committed
    }

    /// The store, which is opened by the first round that finds its space.
    private var store: ContainerSyncStore {
        get async throws {
            if let opened { return opened.store }
            let stored = try binding.storedSpace()
            let record: SpaceRecord
            if let stored {
                record = try stored.space
                guard record.name.key == key.id else { throw SyncError.otherSpace }
            } else {
                record = try await SpaceFinder(hub: hub).record(for: key)
            }
            let store = try await binding.open(record, key: key, stored: stored)
            opened = Opened(store: store, commits: await store.observeCommits(committed))
            return store
        }
    }

    func space() async throws -> (record: SpaceRecord, sealer: ObjectSealer) {
        monitor.note(.began)
        return try await store.space()
    }

    func capture() async throws {
        // Before the first round the store has all changes.
        guard let store = opened?.store else { return }
        try await store.capture()
        try await countPending(in: store)
    }

    func begin(found: Set<ObjectName>) async throws -> RoundStart {
        let start = try await store.begin(found: found)
        monitor.note(.listed)
        return start
    }

    func receive(_ object: LogObject, named name: ObjectName) async throws -> Bool {
        monitor.note(.receiving)
        return try await store.receive(object, named: name)
    }

    func finish(_ step: FinishingStep) async throws -> FinishingStep? {
        let store = try await store
        if let next = try await store.finish(step) { return next }
        monitor.note(.merged)
        monitor.noteConflicts(try await store.keptTextCount())
        try await countPending(in: store)
        return nil
    }

    func nextOutgoing() async throws -> (name: ObjectName, bytes: [UInt8])? {
        let next = try await store.nextOutgoing()
        if next != nil { monitor.note(.sending) }
        return next
    }

    func confirm(_ name: ObjectName) async throws -> Set<ObjectName> {
        let store = try await store
        let replaced = try await store.confirm(name)
        try await countPending(in: store)
        return replaced
    }

    func machine() async throws -> MachineRecord? {
        try await store.machine()
    }

    // MARK: Conflicts

    /// Returns the conflicts; none before the store is open.
    func conflicts() async throws -> [ContainerSync.Conflict] {
        guard let store = opened?.store else { return [] }
        let names = monitor.machineNames
        return try await store.keptTexts().map { ContainerSync.Conflict($0, machines: names) }
    }

    /// Settles a conflict on all devices.
    func settle(_ conflict: ContainerSync.Conflict) async throws {
        guard let store = opened?.store else { return }
        try await store.remove(keptText: conflict.row)
        monitor.noteConflicts(try await store.keptTextCount())
    }

    private func countPending(in store: ContainerSyncStore) async throws {
        monitor.notePending(try await store.read { $0.log.waitingCount })
    }
}

extension SyncError {
    /// The error of a store that is synchronized with another space.
    fileprivate static var otherSpace: SyncError {
        SyncError(
            .key,
            message: "the store was synchronized with another hub or key; use that key again, or "
                + "leave that hub"
        )
    }
}
