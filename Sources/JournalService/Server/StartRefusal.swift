// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol

/// Tells those who wait at an inherited socket why there will be no daemon.
///
/// Whoever holds the socket starts a daemon for each connection that nobody takes. So they are taken:
/// a client learns what is wrong with the store, and is not the reason for the next attempt.
enum StartRefusal {
    /// How many are told; as many as a socket lets wait.
    private static let most = 1024

    /// Answers every connection that waits with an error, and closes it.
    static func tell(_ error: ProtocolError, at listener: Int32) {
        let line = Response(id: nil, .failure(error)).line + [0x0A]
        for _ in 0..<most {
            var readiness = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&readiness, 1, 0) == 1 else { return }
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            _ = send(connection, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            close(connection)
        }
    }
}
