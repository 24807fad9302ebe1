// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol

/// Tells those who wait at a socket why there will be no daemon.
///
/// Whoever holds an inherited socket starts a daemon for each connection that nobody takes. So they
/// are taken: a client learns what is wrong with the store, and is not the reason for the next
/// attempt. At a socket of our own nobody waits yet, but whoever started us is about to connect.
enum StartRefusal {
    /// How long those who start a daemon, or ask whether there is one, are given to connect to a
    /// socket that has just been made.
    private static let patience = Duration.seconds(1)

    /// As many are told as a socket lets wait.
    private static let most = 1024

    /// Answers every connection that waits at an inherited socket with an error, and closes it.
    static func tell(_ error: ProtocolError, at inherited: Int32) {
        tell(error, at: inherited, for: .zero)
    }

    /// Answers every connection that comes to a socket of our own soon, and removes the socket.
    static func tell(_ error: ProtocolError, at listener: consuming Listener) {
        tell(error, at: listener.descriptor, for: patience)
        listener.removeFile()
        // Who connected at the last moment.
        tell(error, at: listener.descriptor, for: .zero)
        close(listener.descriptor)
    }

    private static func tell(_ error: ProtocolError, at listener: Int32, for patience: Duration) {
        let line = Response(id: nil, .failure(error)).line + [0x0A]
        let end = ContinuousClock.now + patience
        for _ in 0..<most {
            var readiness = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            let rest = max(.zero, ContinuousClock.now.duration(to: end))
            guard poll(&readiness, 1, Int32(rest / .milliseconds(1))) == 1 else { return }
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            _ = send(connection, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            close(connection)
        }
    }
}
