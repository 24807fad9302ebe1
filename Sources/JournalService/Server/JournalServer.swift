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
        let access: StoreAccess
        let service: RunningService
        do {
            access = try await storeAccess()
            service = try open(access)
        } catch {
            refuse(error, lock)
            throw StartupError(opening: storeName, error)
        }
        let listener = try listener(lock)
        guard let locked = access.lockedStore else {
            return try await service.serve(listener: listener, until: shutdown)
        }
        try await service.serve(listener: try Listener(sharing: listener), until: shutdown)
        guard shutdown.rearm(), let key = locked.key else { return listener.end() }
        let unlocked: RunningService
        do {
            // The store may have been replaced meanwhile, by one that must not be encrypted.
            let isPlain = try encryption() == nil
            unlocked = try open(isPlain ? .plain : .unlocked(key), after: locked)
        } catch {
            StartupErrorReply.send(ProtocolError(describing: error), at: listener)
            throw StartupError(opening: storeName, error)
        }
        logger.notice("the store was unlocked")
        try await unlocked.serve(listener: listener, until: shutdown)
    }

    /// Returns the access to the store, with the key of the former daemon or of a credential.
    private func storeAccess() async throws -> StoreAccess {
        guard let description = try encryption() else { return .plain }
        // The memory of the process contains passphrases, the key or texts from now on.
        CoreDump.disable()
        if let store = configuration.descriptorStore,
            let key = KeyHandover.key(in: store, of: description.envelope)
        {
            return .unlocked(key)
        }
        let locked = LockedStore(description)
        guard let credential = configuration.credential else { return .locked(locked) }
        do {
            return .unlocked(try await locked.unlock(credential))
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

    /// Returns the description of an encrypted store; nil if it is not encrypted.
    private func encryption() throws -> JournalEncryption.Description? {
        guard case .file(let path) = configuration.store else { return nil }
        return try waiting(for: path) {
            try JournalEncryption.description(of: URL(filePath: path))
        }
    }

    /// Opens the store; a locked one is replaced by an empty one in memory until it is unlocked.
    ///
    /// - Parameters:
    ///   - access: The access to the store.
    ///   - former: The locked store whose service this one continues; nil for the first one.
    /// - Returns: The service of the store.
    /// - Throws: The error of the store.
    private func open(
        _ access: StoreAccess,
        after former: LockedStore? = nil
    ) throws -> RunningService {
        SystemdNotifier.opening()
        let timeout = StartTimeout()
        let progress = MigrationProgress {
            timeout.reportProgress()
            SystemdNotifier.sendHeartbeat()
        }
        let container = try MigrationProgress.$current.withValue(progress) {
            switch (configuration.store, access) {
            case (.memory, _), (_, .locked): try JournalContainer.inMemory()
            case (.file(let path), .plain): try waiting(for: path) { try open(path) }
            case (.file(let path), .unlocked(let key)):
                try waiting(for: path) {
                    try JournalContainer.open(URL(filePath: path), encryptedWith: key)
                }
            }
        }
        var settings = configuration
        // Readiness was reported already.
        if former != nil { settings.readyDescriptor = nil }
        return try RunningService(
            container,
            access,
            settings,
            passage: former?.passage,
            logger
        )
    }

    /// Opens a store; waits for a process that checks or replaces its file, so that clients do not
    /// notice a restoration.
    private func waiting<Result>(
        for path: String,
        _ open: () throws -> Result
    ) throws -> Result {
        let end = ContinuousClock.now + Self.patience
        var isWaiting = false
        while true {
            do {
                return try open()
            } catch let error as StoreError where error.code == .locked {
                guard ContinuousClock.now < end,
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

    /// Sends the error to clients that wait at the socket.
    ///
    /// The log and the exit status report it too.
    private func refuse(_ error: any Error, _ lock: FileLock?) {
        var reason = ProtocolError(describing: error)
        reason.message += StartupError.advice(on: error, storeName)
        switch configuration.endpoint {
        case .descriptor(let descriptor): StartupErrorReply.send(reason, at: descriptor)
        case .socket:
            guard let listener = try? listener(lock) else { return }
            StartupErrorReply.send(reason, at: listener)
        }
    }

    private var storeName: String {
        switch configuration.store {
        case .memory: "in memory"
        case .file(let path): path
        }
    }
}

extension JournalServer: CustomStringConvertible {
    package var description: String { "journal-daemon" }
}
