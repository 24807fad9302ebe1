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
    private static let timeout = Duration.seconds(1)

    /// The maximum number of clients, which is the backlog of a socket.
    private static let maximumCount = 1024

    /// Sends an error to every connection that waits at an inherited socket, and closes it.
    static func send(_ error: ProtocolError, at inherited: Int32) {
        send(error, at: inherited, for: .zero)
    }

    /// Sends an error to every connection that arrives at a socket that the daemon created, and
    /// removes the socket.
    static func send(_ error: ProtocolError, at listener: consuming Listener) {
        send(error, at: listener.descriptor, for: timeout)
        listener.removeFile()
        // Connections that arrived before the file was removed.
        send(error, at: listener.descriptor, for: .zero)
        close(listener.descriptor)
    }

    private static func send(_ error: ProtocolError, at listener: Int32, for timeout: Duration) {
        let line = Response(id: nil, .failure(error)).line + [0x0A]
        let end = ContinuousClock.now + timeout
        for _ in 0..<maximumCount {
            var readiness = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            let rest = max(.zero, ContinuousClock.now.duration(to: end))
            guard poll(&readiness, 1, Int32(rest / .milliseconds(1))) == 1 else { return }
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            _ = Glibc.send(connection, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            close(connection)
        }
    }
}
