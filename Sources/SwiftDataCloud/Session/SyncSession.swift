// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftData
internal import SwiftDataHub
internal import SwiftDataSyncEngine

/// A running synchronization of a store with a hub.
final class SyncSession: Sendable {
    private let engine: SyncEngine
    private let store: SessionStore
    private let task: Task<Void, Never>

    /// Starts to synchronize.
    ///
    /// - Parameters:
    ///   - named: The hub with its key.
    ///   - container: The container.
    ///   - configuration: The configuration of its store.
    ///   - monitor: Receives the steps.
    /// - Throws: `CloudError` for an address that is none, or a store that is synchronized already.
    init(
        _ named: NamedHub,
        container: ModelContainer,
        configuration: ModelConfiguration,
        monitor: SyncMonitor
    ) throws(CloudError) {
        let lock = try StoreLock(ofStore: configuration.url.path(percentEncoded: false))
        let hub: any SyncHub
        do {
            hub = try HubConnection.hub(at: named.address, named: named.name)
        } catch {
            throw CloudError(describing: error)
        }
        let (commits, sender) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let binding = StoreBinding(container, configuration)
        let store = SessionStore(
            hub: hub,
            key: named.key,
            binding: binding,
            monitor: monitor,
            committed: { sender.yield() }
        )
        let engine = SyncEngine(
            hub: hub,
            store: store,
            delays: SyncSchedule.Delays(forHubAt: named.address),
            report: { monitor.note($0) }
        )
        self.engine = engine
        self.store = store
        task = Task {
            monitor.begin(storeIdentifier: binding.identifier)
            await withDiscardingTaskGroup { group in
                group.addTask { await engine.run() }
                group.addTask { for await _ in commits { engine.noteCommit() } }
            }
            monitor.end()
            withExtendedLifetime(lock) {}
        }
    }

    /// Runs a round that begins after this call.
    func synchronize() async throws -> RoundReport { try await engine.synchronize() }

    /// Returns the conflicts.
    func conflicts() async throws -> [ContainerSync.Conflict] { try await store.conflicts() }

    /// Settles a conflict on all devices, which the next round publishes.
    func settle(_ conflict: ContainerSync.Conflict) async throws {
        try await store.settle(conflict)
        engine.noteCommit()
    }

    /// Ends the synchronization, after the round that is in progress.
    func end() { task.cancel() }

    /// Ends the synchronization, and waits for its end.
    func ended() async {
        task.cancel()
        await task.value
    }
}
