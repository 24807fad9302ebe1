// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
public import Observation
internal import SwiftData
internal import Synchronization

/// The synchronization of a container with the hub that its configuration names.
///
/// It runs while its container exists: a save is published after a quarter of a second, and what
/// other devices publish arrives in the store as a save of another context does. Errors are
/// repeated after a delay; they never change local data. Unsaved changes are not synchronized.
///
/// ```swift
/// try await container.sync.now()
/// print(container.sync.status.phase)
/// ```
///
/// ## Topics
///
/// ### State
///
/// - ``status``
/// - ``Status``
/// - ``events``
/// - ``Event``
///
/// ### Conflicts
///
/// - ``conflicts()``
/// - ``settle(_:)``
/// - ``Conflict``
///
/// ### Control
///
/// - ``now()``
/// - ``pause()``
/// - ``resume()``
/// - ``leave()``
public final class ContainerSync: Observable, Sendable {
    /// A step of the synchronization.
    public typealias Event = NSPersistentCloudKitContainer.Event

    private struct State {
        var status = Status()
        var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
        var lastListener = 0
    }

    private let container: ModelContainer
    private let hubs: HubDirectory
    private let registrar = ObservationRegistrar()
    private let state = Mutex(State())
    private let session = Mutex<SyncSession?>(nil)

    init(_ container: ModelContainer, hubs: HubDirectory) {
        // Without the container itself, which releases this object.
        self.container = ModelContainer(sharingStoresOf: container)
        self.hubs = hubs
    }

    deinit {
        session.withLock { $0 }?.end()
        for listener in state.withLock({ $0.listeners }).values { listener.finish() }
    }

    // MARK: State

    /// The present state, which is observable; it changes on any thread.
    public var status: Status {
        registrar.access(self, keyPath: \.status)
        return state.withLock { $0.status }
    }

    /// The events from now on: each when it begins, and again with its end.
    ///
    /// They are posted as `NSPersistentCloudKitContainer.eventChangedNotification`, too. A reader
    /// that falls behind misses the oldest of more than 256 events.
    public var events: AsyncStream<Event> {
        let (stream, listener) = AsyncStream.makeStream(
            of: Event.self,
            bufferingPolicy: .bufferingNewest(256)
        )
        let number = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = listener
            return state.lastListener
        }
        listener.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// The session; nil while the container is not synchronized.
    var running: SyncSession? { session.withLock { $0 } }

    // MARK: Control

    /// Exchanges changes with the hub now, and returns when that is done.
    ///
    /// What is saved here before the call is on the hub then, and what the hub had is in the store,
    /// except objects that have not arrived completely in a folder. Resumes a synchronization that
    /// is paused.
    ///
    /// - Throws: `CloudError`; the code is `.noAccount` without a hub.
    public func now() async throws {
        if running == nil { resume() }
        guard let session = running else {
            throw status.problem
                ?? CloudError(
                    .notSynchronized,
                    message: "the configuration of the store excludes it from synchronization"
                )
        }
        do {
            _ = try await session.synchronize()
        } catch {
            throw CloudError(describing: error)
        }
    }

    /// Ends the synchronization until it is resumed, after the exchange that is in progress.
    public func pause() async {
        let ended = session.withLock { session in
            defer { session = nil }
            return session
        }
        await ended?.ended()
        update { status in
            status = Status(account: status.account, phase: .paused, asOf: status.asOf)
        }
    }

    /// Pauses, and forgets the hub; all models remain.
    ///
    /// The next use joins the hub that the file of hubs has then, as a new device would.
    ///
    /// - Throws: `CloudError` if the store cannot be written, or another process synchronizes it.
    public func leave() async throws {
        await pause()
        guard let configuration = container.configurations.first, configuration.hubName != nil
        else { return }
        do {
            let lock = try StoreLock(ofStore: configuration.url.path(percentEncoded: false))
            try StoreBinding(container, configuration).leave()
            withExtendedLifetime(lock) {}
        } catch {
            throw CloudError(describing: error)
        }
    }

    /// Starts the synchronization again, also after the file of hubs has changed; does nothing
    /// while it runs.
    public func resume() {
        let outcome: Result<Void, CloudError>
        do throws(CloudError) {
            outcome = .success(try start())
        } catch {
            outcome = .failure(error)
        }
        if case .failure(let problem) = outcome {
            update { $0 = Status(account: CKAccountStatus(after: problem), problem: problem) }
        }
    }

    private func start() throws(CloudError) {
        let configurations = container.configurations.filter { $0.hubName != nil }
        guard let configuration = configurations.first, let name = configuration.hubName
        else { return }
        guard let hub = try hubs.hub(named: name) else {
            throw CloudError(
                .noAccount,
                message: "\(hubs.file.path(percentEncoded: false)) has no hub \(name); make or "
                    + "join one"
            )
        }
        guard container.configurations.count == 1 else {
            throw CloudError(
                .schema,
                message: "a container with several stores is not synchronized; open each of them "
                    + "in a container of its own"
            )
        }
        try session.withLock { session throws(CloudError) in
            guard session == nil else { return }
            session = try SyncSession(
                hub,
                container: container,
                configuration: configuration,
                monitor: SyncMonitor(of: self, hub: AccountBook.Hub(name: name, file: hubs.file))
            )
        }
    }

    // MARK: Changes of the state

    func update(_ change: (inout Status) -> Void) {
        let old = state.withLock { $0.status }
        registrar.withMutation(of: self, keyPath: \.status) {
            state.withLock { change(&$0.status) }
        }
        guard old.account != state.withLock({ $0.status.account }) else { return }
        NotificationCenter.default.post(name: .CKAccountChanged, object: nil)
    }

    func publish(_ event: Event) {
        for listener in state.withLock({ $0.listeners }).values { listener.yield(event) }
        NotificationCenter.default.post(
            name: NSPersistentCloudKitContainer.eventChangedNotification,
            object: self,
            userInfo: [NSPersistentCloudKitContainer.eventNotificationUserInfoKey: event]
        )
    }
}
