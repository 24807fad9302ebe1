// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Returns a socket path as `--socket` would name it.
package func socketPath(_ path: String) throws -> SocketPath {
    try SocketPath.resolve(option: path, environment: Environment([:]), uid: 0) { _ in nil }
}

extension JournalClient {
    /// Creates a client that never starts a daemon and has short timeouts.
    ///
    /// The default for `probe` is long, so that a responsive daemon is not taken for an unresponsive
    /// one on a slow machine unless the test asks for it.
    package convenience init(
        at path: String,
        call: Duration = .seconds(5),
        longCall: Duration = .seconds(5),
        probe: Duration = .seconds(5)
    ) throws {
        self.init(
            socket: try socketPath(path),
            timeouts: Timeouts(call: call, longCall: longCall, launch: .seconds(5), probe: probe),
            launcher: LocalDaemonLauncher(environment: Environment([:]), allowed: false)
        )
    }
}
