// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch
internal import Glibc
internal import Synchronization

/// A socket that serves a hub to the processes of this user, each connection on a thread.
package final class HubListener: Sendable {
    /// The maximum number of connections; others are closed.
    package static let maximumCount = 32

    private let descriptor: Int32
    private let makeHub: @Sendable () -> any BlockingHub
    private let count = Mutex(0)

    /// Creates a socket.
    ///
    /// - Parameters:
    ///   - path: The path of the socket.
    ///   - makeHub: Returns the hub of a connection.
    /// - Throws: `HubError` if the socket cannot be created, or if another process uses it.
    package init(
        at path: String,
        makeHub: @escaping @Sendable () -> any BlockingHub
    ) throws(HubError) {
        descriptor = try UnixSocket.listen(at: path)
        self.makeHub = makeHub
    }

    deinit {
        // A program that was started in this moment may have inherited the descriptor.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// Accepts connections.
    ///
    /// - Throws: `HubError` if the socket fails.
    package func run() throws(HubError) {
        while true {
            let connection = accept(descriptor, nil, nil)
            if connection >= 0 {
                serve(connection)
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED: break
            // Other connections may end in this time.
            case EMFILE, ENFILE, ENOMEM, ENOBUFS: poll(nil, 0, 100)
            default: throw .system(errno, failure: "cannot accept connections")
            }
        }
    }

    private func serve(_ connection: Int32) {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        let isAccepted =
            UnixSocket.isOwn(connection)
            && count.withLock { count in
                guard count < Self.maximumCount else { return false }
                count += 1
                return true
            }
        guard isAccepted else {
            close(connection)
            return
        }
        // A serial queue has a thread of its own while it has work.
        DispatchQueue(label: "SwiftDataHub.connection").async { [self] in
            HubServer(makeHub(), input: connection, output: connection).run()
            // As above: the connection ends for the other end, too.
            shutdown(connection, Int32(SHUT_RDWR))
            close(connection)
            count.withLock { $0 -= 1 }
        }
    }
}
