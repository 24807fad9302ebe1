// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import Logging
internal import SwiftDataHub
internal import SwiftDataSync
internal import Synchronization

/// Synchronizes the store of the daemon with a hub, once a person has begun that.
///
/// Without settings in the store it does nothing. The writer executes what needs the store; what
/// needs the hub runs in tasks of its own, which nothing else waits for.
actor SyncService {
    /// The parts of the daemon that synchronization uses.
    struct Dependencies: Sendable {
        var access: SyncAccess
        var hubs: HubSource
        var record: SyncSettingsRecord
        /// The binding of the store to this machine; nil for a store without a file.
        var binding: MachineBinding?
        /// Whether the store waits for its passphrase.
        var isLocked: Bool
        /// The version of the daemon.
        var version: String
        var logger: Logger
    }

    /// The state of the synchronization.
    enum State {
        case off
        /// A person has paused it, or has to decide about a problem.
        case paused(SyncSettings, ProtocolError?)
        case running(SyncSession)
        /// It could not be started; nil if the settings cannot be read.
        case failed(SyncSettings?, ProtocolError)
    }

    /// The part of the state that other threads read.
    private struct Shared {
        var session: SyncSession?
        var isOff = true
    }

    let dependencies: Dependencies
    private(set) var state = State.off
    private nonisolated let shared = Mutex(Shared())
    private nonisolated let waits = SyncWaits()
    private nonisolated let changed = Mutex<(@Sendable () -> Void)?>(nil)
    private var isChanging = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates the synchronization of a store, which `start()` starts.
    init(_ dependencies: Dependencies) { self.dependencies = dependencies }

    var access: SyncAccess { dependencies.access }

    /// The program and its version, for the other machines.
    var software: String { "journal \(dependencies.version)" }

    // MARK: From other threads

    /// Notes that a change of the store was committed.
    nonisolated func noteCommit() {
        shared.withLock { $0.session }?.noteCommit()
        noteChange()
    }

    nonisolated func whenChanged(_ body: @escaping @Sendable () -> Void) {
        changed.withLock { $0 = body }
    }

    /// Notes that the state may have changed.
    private nonisolated func noteChange() { changed.withLock { $0 }?() }

    /// Whether the store is synchronized, also while the hub does not respond.
    nonisolated var isRunning: Bool { shared.withLock { $0.session } != nil }

    /// The clock of this machine, as of the last exchange.
    nonisolated var clock: LocalClock {
        let shared = shared.withLock { $0 }
        guard let session = shared.session else { return shared.isOff ? .alone : .unknown }
        return session.activity.clockOffset.map { .ahead($0) } ?? .unknown
    }

    /// Runs a body; its caller waits until it ends or the synchronization is stopped.
    nonisolated func waiting<Value: Sendable>(
        within timeout: Duration? = nil,
        for body: @escaping @Sendable (isolated SyncService) async throws -> Value
    ) async throws(ProtocolError) -> Value {
        try await waits.value(within: timeout) { try await body(self) }
    }

    /// Runs a change of the state after those that run, as `waiting(within:for:)`.
    nonisolated func changing<Value: Sendable>(
        _ body: @escaping @Sendable (isolated SyncService) async throws -> Value
    ) async throws(ProtocolError) -> Value {
        try await waiting { service in
            try await service.exclusively { try await body(service) }
        }
    }

    // MARK: Life

    /// Starts the synchronization if the store has settings.
    func start() async {
        await exclusively {
            do {
                let record = dependencies.record
                guard let settings = try await access.run({ try record.read($0) }) else { return }
                await begin(settings)
            } catch {
                fail(nil, error)
            }
        }
    }

    /// Stops the synchronization and answers all requests.
    func stop() {
        waits.close()
        shared.withLock { $0.session }?.end()
    }

    /// Synchronizes with settings that are in the store.
    func begin(
        _ settings: SyncSettings,
        hub: (any SyncHub)? = nil,
        resuming: Bool = false
    ) async {
        guard !settings.isPaused else { return set(.paused(settings, nil)) }
        do {
            let (binding, record) = (try requiredBinding, dependencies.record)
            let software = software
            let hub = try hub ?? dependencies.hubs.hub(at: settings.hub)
            let bound = try await access.run { store -> SyncSettings? in
                let isOpen = try binding.open(
                    store,
                    settings,
                    software: software,
                    resuming: resuming
                )
                guard isOpen else { return nil }
                guard settings.boundStore != store.identifier else { return settings }
                var settings = settings
                settings.boundStore = store.identifier
                try record.write(settings, to: store)
                return settings
            }
            guard let bound else { return set(.paused(settings, .storeWasRestored)) }
            let session = SyncSession(
                bound,
                hub: hub,
                access: access,
                changed: { [weak self] in self?.noteChange() },
                forgetKeys: { [weak self] in await self?.forgetKeys(before: bound.record.name) }
            )
            set(.running(session))
        } catch {
            fail(settings, error)
        }
    }

    /// Ends the present session, if any, and continues in a state.
    func set(_ state: State) {
        if case .running(let session) = self.state { session.end() }
        self.state = state
        let next: Shared =
            switch state {
            case .off: Shared()
            case .paused, .failed: Shared(isOff: false)
            case .running(let session): Shared(session: session, isOff: false)
            }
        shared.withLock { $0 = next }
        noteChange()
    }

    private func fail(_ settings: SyncSettings?, _ error: any Error) {
        dependencies.logger.error(
            "the synchronization cannot be started",
            metadata: ["error": "\(error)"]
        )
        set(.failed(settings, ProtocolError(describing: error)))
    }

    /// The binding of the store.
    ///
    /// - Throws: `store.failed` for a store without a file.
    var requiredBinding: MachineBinding {
        get throws {
            guard let binding = dependencies.binding else {
                throw ProtocolError(
                    .storeFailed,
                    "the journal has no file that can be written; it cannot be synchronized"
                )
            }
            return binding
        }
    }

    /// Runs a change of the state after those that run.
    func exclusively<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        if isChanging {
            await withCheckedContinuation { waiting.append($0) }
        }
        isChanging = true
        defer {
            if waiting.isEmpty {
                isChanging = false
            } else {
                waiting.removeFirst().resume()
            }
        }
        return try await body()
    }
}

extension ProtocolError {
    /// The reason why the synchronization of a restored store is paused.
    static var storeWasRestored: ProtocolError {
        ProtocolError(
            .syncPaused,
            "the journal was restored from a backup; to take what the other machines have, run "
                + "\"journal sync resume\""
        )
    }
}
