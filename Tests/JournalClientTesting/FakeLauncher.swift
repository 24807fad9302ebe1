// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
package import Synchronization

/// A launcher that runs a closure of the test and counts its launches.
package final class FakeLauncher: DaemonLauncher, DaemonLaunch {
    /// The number of launches.
    package let launchCount = Mutex(0)
    private let onLaunch: @Sendable () throws -> Void
    private let outcome: ClientError?
    private let startFailure: ClientError?

    /// Creates a launcher.
    ///
    /// - Parameters:
    ///   - failure: The error of all launches; nil if they succeed.
    ///   - startFailure: The reason why no daemon could be started for a connection.
    ///   - onLaunch: The closure that each launch runs.
    package init(
        failure: ClientError? = nil,
        startFailure: ClientError? = nil,
        onLaunch: @escaping @Sendable () throws -> Void = {}
    ) {
        outcome = failure
        self.startFailure = startFailure
        self.onLaunch = onLaunch
    }

    package func launch(socket: SocketPath, deadline: Deadline) throws(ClientError)
        -> any DaemonLaunch
    {
        launchCount.withLock { $0 += 1 }
        do {
            try onLaunch()
        } catch {
            throw ClientError(.program, "\(error)")
        }
        return self
    }

    package func startFailure(socket: SocketPath) -> ClientError? { startFailure }

    package func failure() -> ClientError? { outcome }
}
