// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol
internal import JournalSystem

/// Ensures that only one daemon serves a socket when several start at once.
///
/// The daemon that holds the lock serves. The others wait: once it answers, they exit; if it exits,
/// one of them takes its place.
enum SingleInstance {
    /// The time that a daemon that listens has to answer, in milliseconds.
    static let timeoutMilliseconds = 10_000
    /// The time that another daemon has to listen or to exit, in milliseconds.
    ///
    /// Before, it may migrate its store, or complete a long write.
    static let startTimeoutMilliseconds = 600_000

    /// The state of a socket.
    private enum Presence {
        case answers
        /// A daemon that only listens may hang.
        case listens
        case none
    }

    /// Acquires the lock of a socket path.
    ///
    /// - Throws: `AlreadyRunning` if another daemon answers; `StartupError` if one holds the lock
    ///   and does not answer.
    static func acquire(_ socket: String) throws -> FileLock {
        var waited = 0
        var waitedSilently = 0
        var pause = 5
        while true {
            if let lock = try lock(socket) {
                // The file of the lock may have been removed while a daemon serves.
                guard presence(socket) != .answers else { throw AlreadyRunning() }
                return lock
            }
            let presence = presence(socket)
            if presence == .answers { throw AlreadyRunning() }
            if presence == .listens { waitedSilently += pause }
            guard waitedSilently < timeoutMilliseconds, waited < startTimeoutMilliseconds else {
                let holder = FileLock.holder(of: lockPath(socket)).map { "process \($0)" }
                throw StartupError(
                    .temporary,
                    "\(holder ?? "another process") owns \(socket) and does not answer"
                )
            }
            poll(nil, 0, Int32(pause))
            waited += pause
            pause = min(2 * pause, 100)
        }
    }

    /// Acquires the lock of a socket path, or returns nil if another process holds it.
    ///
    /// A socket file that its daemon left behind looks like one in use: binding to it fails
    /// although nothing listens. Only the holder of the lock may remove such a file.
    private static func lock(_ socket: String) throws(StartupError) -> FileLock? {
        do throws(SystemError) {
            return try FileLock.acquire(lockPath(socket))
        } catch {
            throw StartupError(.cannotCreate, "\(lockPath(socket)) cannot be created: \(error)")
        }
    }

    private static func lockPath(_ socket: String) -> String { socket + ".lock" }

    /// Returns whether a daemon answers at a socket, or only listens.
    private static func presence(_ path: String) -> Presence {
        guard let address = UnixSocketAddress(path: path) else { return .none }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return .none }
        defer { close(descriptor) }
        guard (try? address.connect(descriptor)) != nil else { return .none }
        // Answered also by a daemon that waits for its store.
        let request = Request(id: 0, call: Cancel(id: 0)).line + [0x0A]
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) > 0 else {
            return .listens
        }
        var readiness = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&readiness, 1, 1000) == 1 else { return .listens }
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 ? .answers : .listens
    }
}
