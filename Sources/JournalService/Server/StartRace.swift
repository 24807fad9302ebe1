// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol
internal import JournalSystem

/// Settles who serves a socket when several daemons start at once.
///
/// Who has the lock serves. The others wait until that one answers, and are then not needed; or until
/// it has gone, and take its place.
enum StartRace {
    /// How long another daemon may take to answer or to end, in milliseconds.
    static let patienceMilliseconds = 10_000

    /// Takes the lock of a socket path.
    ///
    /// - Throws: `AlreadyRunning` when another daemon answers; `StartFailure` when one has the lock
    ///   and does not.
    static func win(_ socket: String) throws -> FileLock {
        var waited = 0
        var pause = 5
        while true {
            if let lock = try lock(socket) { return lock }
            if answers(socket) { throw AlreadyRunning() }
            guard waited < patienceMilliseconds else {
                let holder = FileLock.holder(of: lockPath(socket)).map { "process \($0)" }
                throw StartFailure(
                    .temporary,
                    "\(holder ?? "another process") owns \(socket) and does not answer"
                )
            }
            poll(nil, 0, Int32(pause))
            waited += pause
            pause = min(2 * pause, 100)
        }
    }

    /// Takes the lock of a socket path, or returns nil if another process has it.
    ///
    /// A socket file that its daemon left behind looks like one in use: binding to it fails although
    /// nothing listens. Only the holder of the lock may remove such a file.
    private static func lock(_ socket: String) throws(StartFailure) -> FileLock? {
        do throws(SystemError) {
            return try FileLock.acquire(lockPath(socket))
        } catch {
            throw StartFailure(.cannotCreate, "\(lockPath(socket)) cannot be created: \(error)")
        }
    }

    private static func lockPath(_ socket: String) -> String { socket + ".lock" }

    /// Whether somebody answers at a socket, which is more than that it listens.
    private static func answers(_ path: String) -> Bool {
        guard let address = UnixSocketAddress(path: path) else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard (try? address.connect(descriptor)) != nil else { return false }
        let question = Request(id: 0, Hello()).line + [0x0A]
        guard send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) > 0 else {
            return false
        }
        var readiness = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&readiness, 1, 1000) == 1 else { return false }
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1
    }
}
