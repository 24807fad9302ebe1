// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol

/// Sends the error that prevents the daemon from starting to clients that wait at the socket.
///
/// systemd starts a daemon for each connection that is not accepted. So waiting connections are
/// accepted: a client receives the reason, and does not cause the next attempt. At a socket that
/// the daemon creates itself no client waits yet, but the one that started the daemon is about to
/// connect.
enum StartupErrorReply {
    /// The time that clients have to connect to a socket that was just created.
    static let timeout = Duration.seconds(1)

    /// The time between two looks at the store.
    static let interval = Duration.milliseconds(100)

    /// The maximum number of clients, which is the backlog of a socket.
    private static let maximumCount = 1024

    /// Sends an error to every connection that waits at a socket, and closes it.
    static func send(_ error: ProtocolError, at listener: Int32) {
        let line = Response(id: nil, outcome: .failure(error)).line + [0x0A]
        for _ in 0..<maximumCount {
            guard isReadable(listener, within: .zero) else { return }
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            _ = Glibc.send(connection, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            close(connection)
        }
    }

    /// Sends an error to every connection that waits, and closes the socket.
    static func send(_ error: ProtocolError, at listener: borrowing Listener) {
        listener.removeFile()
        // Connections that arrived before the file was removed.
        send(error, at: listener.descriptor)
        close(listener.descriptor)
    }

    /// Waits for a client; returns false at the end of the time.
    static func isAwaited(
        at listener: borrowing Listener,
        until end: ContinuousClock.Instant
    ) -> Bool {
        isReadable(listener.descriptor, within: max(.zero, ContinuousClock.now.duration(to: end)))
    }

    private static func isReadable(_ descriptor: Int32, within timeout: Duration) -> Bool {
        var readiness = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&readiness, 1, Int32(timeout / .milliseconds(1))) == 1
    }
}
