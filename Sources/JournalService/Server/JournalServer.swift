// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import JournalSystem
package import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import SwiftData

/// The daemon: opens the store, listens, and works until it is told to end.
///
/// The order of the start is the order of what can fail: nobody is let in before the store is open,
/// and systemd hears that the daemon is ready once it would answer. The end goes the other way
/// round: nobody new, what was asked for is answered, the store is closed, and only then may the
/// next daemon have the socket.
package struct JournalServer: Service {
    private let configuration: ServiceConfiguration
    private let logger: Logger

    /// Makes a daemon that does nothing yet.
    package init(_ configuration: ServiceConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves until a graceful shutdown, a client's `shutdown`, or the end of an idle time.
    ///
    /// - Throws: `StartFailure` when the daemon cannot start, `AlreadyRunning` when it need not.
    package func run() async throws {
        // The lock must outlive the store: who gets it next opens the same one.
        let lock = try lock()
        let stop = StopSignal()
        try await withTaskCancellationOrGracefulShutdownHandler {
            let session: ServiceSession
            do {
                session = try open()
            } catch {
                refuse(error, lock)
                throw StartFailure(opening: storeName, error)
            }
            try await session.serve(listener: try listener(lock), until: stop)
        } onCancelOrGracefulShutdown: {
            stop.fire("a signal")
        }
        withExtendedLifetime(lock) {}
        logger.info("ended")
    }

    private func lock() throws -> FileLock? {
        guard case .socket(let socket) = configuration.entrance else { return nil }
        try SocketDirectory.prepare(for: socket)
        return try StartRace.win(socket.path)
    }

    private func listener(_ lock: FileLock?) throws -> Listener {
        switch configuration.entrance {
        case .descriptor(let descriptor): return Listener(adopting: descriptor)
        case .socket(let socket):
            guard let lock else { throw StartFailure(.cannotCreate, "the socket is not locked") }
            return try Listener(binding: socket.path, holding: lock)
        }
    }

    private func open() throws -> ServiceSession {
        SystemdLink.opening()
        let container =
            switch configuration.store {
            case .memory: try JournalContainer.inMemory()
            case .file(let path): try JournalContainer.open(URL(filePath: path))
            }
        return try ServiceSession(container, configuration, logger)
    }

    /// Tells clients why there will be no daemon; the log and the exit status tell everybody else.
    private func refuse(_ error: any Error, _ lock: FileLock?) {
        let reason = ProtocolError(describing: error)
        switch configuration.entrance {
        case .descriptor(let descriptor): StartRefusal.tell(reason, at: descriptor)
        case .socket:
            guard let listener = try? listener(lock) else { return }
            StartRefusal.tell(reason, at: listener)
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
