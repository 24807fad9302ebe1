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
    /// The time that another daemon has to answer or to exit, in milliseconds.
    static let timeoutMilliseconds = 10_000

    /// Acquires the lock of a socket path.
    ///
    /// - Throws: `AlreadyRunning` if another daemon answers; `StartupError` if one holds the lock
    ///   and does not answer.
    static func acquire(_ socket: String) throws -> FileLock {
        var waited = 0
        var pause = 5
        while true {
            if let lock = try lock(socket) {
                // The file of the lock may have been removed while a daemon serves.
                guard !answers(socket) else { throw AlreadyRunning() }
                return lock
            }
            if answers(socket) { throw AlreadyRunning() }
            guard waited < timeoutMilliseconds else {
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

    /// Whether a daemon answers at a socket; one that only listens may hang.
    private static func answers(_ path: String) -> Bool {
        guard let address = UnixSocketAddress(path: path) else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard (try? address.connect(descriptor)) != nil else { return false }
        // Answered also by a daemon that waits for its store.
        let request = Request(id: 0, call: Cancel(id: 0)).line + [0x0A]
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) > 0 else {
            return false
        }
        var readiness = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&readiness, 1, 1000) == 1 else { return false }
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1
    }
}
