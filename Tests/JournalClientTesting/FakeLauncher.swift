// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
package import Synchronization

/// A launcher that runs a closure of the test and counts its launches.
package final class FakeLauncher: DaemonLauncher, DaemonLaunch {
    /// The number of launches.
    package let launchCount = Mutex(0)
    /// The number of further questions to which the answer is that the daemon starts.
    package let startingAnswers: Mutex<Int>
    private let onLaunch: @Sendable () throws -> Void
    private let outcome: ClientError?
    private let startFailure: ClientError?
    private let whileStarting: (@Sendable () -> Void)?

    /// Creates a launcher.
    ///
    /// - Parameters:
    ///   - failure: The error of all launches; nil if they succeed.
    ///   - startFailure: The reason why no daemon could be started for a connection.
    ///   - startingAnswers: The number of questions to which the answer is that the daemon starts.
    ///   - onLaunch: The closure that each launch runs.
    package init(
        failure: ClientError? = nil,
        startFailure: ClientError? = nil,
        startingAnswers: Int = 0,
        onLaunch: @escaping @Sendable () throws -> Void = {}
    ) {
        outcome = failure
        self.startFailure = startFailure
        self.startingAnswers = Mutex(startingAnswers)
        whileStarting = nil
        self.onLaunch = onLaunch
    }

    private init(whileStarting: @escaping @Sendable () -> Void) {
        outcome = nil
        startFailure = nil
        startingAnswers = Mutex(0)
        self.whileStarting = whileStarting
        onLaunch = {}
    }

    /// Returns a launcher of a daemon that starts without an end.
    ///
    /// - Parameter body: Called whenever the client asks for the state of the daemon.
    /// - Returns: The launcher.
    package static func starting(_ body: @escaping @Sendable () -> Void) -> FakeLauncher {
        FakeLauncher(whileStarting: body)
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

    package func isStarting(socket: SocketPath) -> Bool {
        startingAnswers.withLock { remaining in
            remaining -= 1
            return remaining >= 0
        }
    }

    package func state() -> DaemonLaunchState {
        if let outcome { return .failed(outcome) }
        guard let whileStarting else { return .left }
        whileStarting()
        return .starting(process: 1)
    }
}
