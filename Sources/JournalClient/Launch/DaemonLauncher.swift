// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Launches a daemon; tests substitute their own.
package protocol DaemonLauncher {
    /// Starts the launch and returns immediately, or once systemd listens.
    func launch(socket: SocketPath, deadline: Deadline) throws(ClientError) -> any DaemonLaunch

    /// Returns whether systemd is starting a daemon for the connections that it has accepted.
    func isStarting(socket: SocketPath) -> Bool

    /// Returns the reason why systemd could not start a daemon for a connection that it had
    /// accepted, or `nil`.
    func startFailure(socket: SocketPath) -> ClientError?
}

/// A launch in progress.
package protocol DaemonLaunch {
    /// Returns the state of the launch.
    func state() -> DaemonLaunchState
}

/// The state of a launch.
package enum DaemonLaunchState: Sendable {
    /// The process of the daemon runs. It listens once it has opened its store, which takes long if
    /// the store is migrated.
    case starting(process: Int)
    /// Another process listens, or is about to.
    case left
    /// The daemon will never listen.
    case failed(ClientError)
}
