// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol

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
    static func win(_ socket: String) throws -> SocketLock {
        var waited = 0
        var pause = 5
        while true {
            if let lock = try SocketLock(for: socket) { return lock }
            if answers(socket) { throw AlreadyRunning() }
            guard waited < patienceMilliseconds else {
                throw StartFailure(
                    .temporary,
                    "\(SocketLock.holder(of: socket)) owns \(socket) and does not answer"
                )
            }
            poll(nil, 0, Int32(pause))
            waited += pause
            pause = min(2 * pause, 100)
        }
    }

    /// Whether somebody answers at a socket, which is more than that it listens.
    private static func answers(_ path: String) -> Bool {
        guard var address = sockaddr_un(path: path) else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else { return false }
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
