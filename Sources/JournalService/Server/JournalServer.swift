// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc
internal import JournalModel
internal import JournalProtocol
internal import JournalSystem
package import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import SwiftData

/// The daemon: opens the store, listens, and serves until a shutdown is requested.
///
/// The store is opened before connections are accepted, and readiness is reported once requests
/// would be answered. The shutdown reverses the order: accepting stops, requests in progress are
/// answered, the store is closed, and the lock of the socket is released last.
package struct JournalServer: Service {
    /// The time for which the daemon waits for a process that checks or replaces its store; less
    /// than clients wait for a daemon.
    private static let patience = Duration.seconds(5)

    private let configuration: ServiceConfiguration
    private let logger: Logger

    /// Creates a daemon without starting it.
    package init(_ configuration: ServiceConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves until a graceful shutdown, a client's `shutdown` request, or the end of the idle
    /// time.
    ///
    /// - Throws: `StartupError` if the daemon cannot start, `AlreadyRunning` if another one serves
    /// the socket.
    package func run() async throws {
        // The lock is released after the store is closed, because the next holder opens it.
        let lock = try lock()
        let shutdown = ShutdownTrigger()
        try await withTaskCancellationOrGracefulShutdownHandler {
            try await serve(lock, until: shutdown)
        } onCancelOrGracefulShutdown: {
            shutdown.fire("received a signal", permitsHandover: true)
        }
        withExtendedLifetime(lock) {}
        logger.info("stopped")
    }

    private func serve(_ lock: FileLock?, until shutdown: ShutdownTrigger) async throws {
        let passage = Passage(from: configuration.descriptorStore)
        var next: Result<RunningService, any Error>
        do {
            next = .success(try await service(continuing: passage))
        } catch {
            next = .failure(error)
        }
        let listener: Listener
        do {
            listener = try self.listener(lock)
        } catch {
            throw next.failure.map { StartupError(opening: storeName, $0) } ?? error
        }
        if case .failure(let error) = next {
            next = .success(try await service(continuing: passage, after: error, at: listener))
        }
        while true {
            let service = try next.get()
            guard try await service.serve(listener: listener, until: shutdown) else {
                if service.access.isReserved { handOver(passage, shutdown: shutdown) }
                return
            }
            if !service.access.isReserved { passage.keep(service.access.key) }
            guard shutdown.rearm() else {
                handOver(passage, shutdown: shutdown)
                return listener.end()
            }
            do {
                next = .success(try await self.service(continuing: passage))
            } catch {
                StartupErrorReply.send(reply(error), at: listener)
                throw StartupError(opening: storeName, error)
            }
        }
    }

    /// Keeps what waits for the next service of this process for the next daemon.
    private func handOver(_ passage: Passage, shutdown: ShutdownTrigger) {
        guard shutdown.permitsHandover, let store = configuration.descriptorStore else { return }
        passage.handOver(to: store, logger: logger)
    }

    // MARK: The service of the store

    /// Looks at the store and prepares the service in which it is.
    ///
    /// - Parameters:
    ///   - passage: The connections and the key of earlier services.
    ///   - patience: The time for which a process that checks the store is awaited.
    /// - Returns: The service; one without the store if another program changes the file.
    /// - Throws: The error of a store that cannot be opened.
    private func service(
        continuing passage: Passage,
        patience: Duration = Self.patience
    ) async throws -> RunningService {
        guard !isReserved else { return try open(.reserved, passage: passage, patience: patience) }
        do {
            let access = try await storeAccess(passage, patience: patience)
            return try open(access, passage: passage, patience: patience)
        } catch let error as StoreError where error.code == .locked && isReserved {
            // It was reserved since.
            return try open(.reserved, passage: passage, patience: patience)
        }
    }

    /// Looks again at a store that could not be opened, for a moment, whenever a client waits for
    /// the reason.
    ///
    /// The reason may be gone: a client that arrives is about to read it. systemd passes only
    /// clients that have waited since the first look.
    private func service(
        continuing passage: Passage,
        after failure: any Error,
        at listener: borrowing Listener
    ) async throws -> RunningService {
        var failure = failure
        var looked = ContinuousClock.now
        let end = looked + StartupErrorReply.timeout
        while listener.file != nil, StartupErrorReply.isAwaited(at: listener, until: end) {
            // Clients wait, so that many of them do not cause as many looks.
            try? await Task.sleep(until: looked + StartupErrorReply.interval)
            do {
                return try await service(continuing: passage, patience: .zero)
            } catch {
                failure = error
            }
            looked = .now
            StartupErrorReply.send(reply(failure), at: listener.descriptor)
        }
        StartupErrorReply.send(reply(failure), at: listener)
        throw StartupError(opening: storeName, failure)
    }

    /// Whether another program has reserved the store to change its file.
    private var isReserved: Bool {
        guard case .file(let path) = configuration.store else { return false }
        return StoreReservation.isHeld(for: path)
    }

    /// Returns the access to the store, with a key from the previous service, from the previous
    /// daemon, or from a passphrase.
    private func storeAccess(_ passage: Passage, patience: Duration) async throws -> ServedStore {
        let passphrase = passage.takePassphrase()
        guard let locked = try lockedStore(patience) else { return .plain }
        // From now on the memory of the process contains passphrases, the key or plain text.
        CoreDump.disable()
        if let key = passage.key(of: locked.description.envelope) { return .unlocked(key) }
        if let passphrase, let key = try? await locked.unlock(passphrase) { return .unlocked(key) }
        guard let credential = configuration.credential else { return .locked(locked) }
        do {
            return .unlocked(try await locked.unlock(credential.passphrase()))
        } catch {
            logger.error(
                "the passphrase of the credential does not unlock the store",
                metadata: ["credential": "\(credential.path)", "error": "\(error)"]
            )
            return .locked(locked)
        }
    }

    private func lock() throws -> FileLock? {
        guard case .socket(let socket) = configuration.endpoint else { return nil }
        try SocketDirectory.prepare(for: socket)
        return try SingleInstance.acquire(socket.path)
    }

    private func listener(_ lock: FileLock?) throws -> Listener {
        switch configuration.endpoint {
        case .descriptor(let descriptor): return Listener(adopting: descriptor)
        case .socket(let socket):
            guard let lock else { throw StartupError(.cannotCreate, "the socket is not locked") }
            return try Listener(binding: socket.path, holding: lock)
        }
    }

    /// Returns the store if it is encrypted; nil if it is not.
    private func lockedStore(_ patience: Duration) throws -> LockedStore? {
        guard case .file(let path) = configuration.store else { return nil }
        let stamp = FileStamp(path: path)
        let description = try waiting(for: path, patience: patience) {
            try JournalEncryption.description(of: URL(filePath: path))
        }
        return description.map { LockedStore($0, of: path, stamp: stamp) }
    }

    /// Opens the store; one without access to it is replaced by an empty one in memory.
    ///
    /// - Parameters:
    ///   - access: The access to the store.
    ///   - passage: The connections of earlier services.
    ///   - patience: The time for which a process that checks the store is awaited.
    /// - Returns: The service of the store.
    /// - Throws: The error of the store.
    private func open(
        _ access: ServedStore,
        passage: Passage,
        patience: Duration
    ) throws -> RunningService {
        SystemdNotifier.opening()
        let timeout = StartTimeout()
        let progress = MigrationProgress {
            timeout.reportProgress()
            SystemdNotifier.sendHeartbeat()
        }
        let container = try MigrationProgress.$current.withValue(progress) {
            switch (configuration.store, access) {
            case (.memory, _), (_, .locked), (_, .reserved): try JournalContainer.inMemory()
            case (.file(let path), .plain):
                try waiting(for: path, patience: patience) { try open(path) }
            case (.file(let path), .unlocked(let key)):
                try waiting(for: path, patience: patience) {
                    try JournalContainer.open(URL(filePath: path), encryptedWith: key)
                }
            }
        }
        var settings = configuration
        // Readiness is reported once.
        if !passage.isFirst() { settings.readyDescriptor = nil }
        // A daemon that waits for its store has clients that wait.
        if access.isReserved { settings.idleExit = nil }
        return try RunningService(
            container,
            access: access,
            configuration: settings,
            passage: passage,
            logger: logger
        )
    }

    /// Opens a store; waits for a process that checks or replaces its file, so that clients do not
    /// notice a restoration.
    private func waiting<Result>(
        for path: String,
        patience: Duration,
        _ open: () throws -> Result
    ) throws -> Result {
        let end = ContinuousClock.now + patience
        var isWaiting = false
        while true {
            do {
                return try open()
            } catch let error as StoreError where error.code == .locked {
                guard ContinuousClock.now < end, !isReserved,
                    ModelConfiguration.isBrieflyLocked(URL(filePath: path))
                else { throw error }
                if !isWaiting {
                    logger.notice("waiting for the store", metadata: ["reason": "\(error.message)"])
                }
                isWaiting = true
                poll(nil, 0, 20)
            }
        }
    }

    private func open(_ path: String) throws -> ModelContainer {
        try JournalContainer.open(URL(filePath: path)) { [logger] version in
            SystemdNotifier.status("Migrating the store")
            logger.notice(
                "migrating the store; the former one is kept as a backup",
                metadata: ["version": "\(version)", "backup": "\(path).backup"]
            )
        }
    }

    /// Returns the error for clients that wait at the socket; the log and the exit status report it
    /// too.
    private func reply(_ error: any Error) -> ProtocolError {
        var reply = ProtocolError(describing: error)
        reply.message += StartupError.advice(on: error, store: storeName)
        return reply
    }

    private var storeName: String {
        switch configuration.store {
        case .memory: "in memory"
        case .file(let path): path
        }
    }
}

extension Result {
    /// The error; nil of a success.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension JournalServer: CustomStringConvertible {
    package var description: String { "journal-daemon" }
}
