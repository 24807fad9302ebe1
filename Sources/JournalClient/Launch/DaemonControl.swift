// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Stops the daemon and, for work on the files of its store, keeps systemd from starting it again.
package struct DaemonControl {
    private let environment: Environment
    private let client: JournalClient
    /// Whether systemd starts the daemon.
    package let usesSystemd: Bool

    /// Creates a control of the daemon of a client, which must not launch one.
    package init(environment: Environment, client: JournalClient) {
        self.environment = environment
        self.client = client
        let strategy = LaunchStrategy.choose(
            socket: client.socket,
            allowed: true,
            environment: environment,
            installation: .local()
        )
        usesSystemd = strategy == .systemd
    }

    /// Stops the daemon that is running, and waits until it has exited.
    ///
    /// If systemd listens, the next connection starts another one.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: An error if the daemon does not respond or refuses.
    package func stopRunning() throws(ClientError) -> Bool {
        guard usesSystemd else { return try shutDown() }
        do throws(ClientError) {
            return try client.shutDownAndWait()
        } catch  where error.code == .connectionLost {
            // The daemon cannot start, and another connection would only start the next one.
            return false
        }
    }

    /// Stops the daemon, and keeps systemd from starting it again; waits until it has exited.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: An error if the daemon does not respond or refuses.
    @discardableResult
    package func stop() throws(ClientError) -> Bool {
        // The socket first: otherwise the next connection would start the daemon again.
        let manager = UserManager(environment: environment)
        if usesSystemd {
            _ = try manager.run(
                ["stop", "--quiet", SystemdUnits.socketName],
                deadline: .after(.seconds(30))
            )
            // The service ends with the socket that it requires, and with it a connection.
            client.disconnect()
        }
        let wasRunning = try shutDown()
        if usesSystemd {
            _ = try manager.run(
                ["stop", "--quiet", SystemdUnits.serviceName],
                deadline: .after(.seconds(90))
            )
        }
        return wasRunning
    }

    /// Stops the daemon; waits for the end of one that cannot start and answers only with the
    /// reason.
    private func shutDown() throws(ClientError) -> Bool {
        let deadline = Deadline.after(.seconds(10))
        while true {
            do throws(ClientError) {
                return try client.shutDownAndWait()
            } catch  where error.code == .unavailable {
                // It ended before the request reached it.
                return false
            } catch  where [.connectionLost, .refused].contains(error.code) && !deadline.isOver {
                client.disconnect()
                deadline.pause(milliseconds: 100)
            }
        }
    }

    /// Returns whether a daemon runs, without starting one.
    ///
    /// systemd would start one for a connection, so it is asked instead.
    package func isRunning() throws(ClientError) -> Bool {
        guard usesSystemd else { return try client.connectIfRunning() }
        let outcome = try UserManager(environment: environment).run(
            ["is-active", "--quiet", SystemdUnits.serviceName],
            deadline: .after(.seconds(10))
        )
        return outcome == .exited(0)
    }

    /// Makes systemd listen again.
    package func listen() {
        guard usesSystemd else { return }
        try? UserManager(environment: environment).startSocket(deadline: .after(.seconds(30)))
    }

    /// Returns the path of the store that the next daemon opens.
    ///
    /// - Throws: An error if it cannot be determined.
    package func store() throws(ClientError) -> String {
        do {
            let directories = UserDirectories(
                environment: environment,
                home: CurrentProcess.homeDirectory
            )
            if usesSystemd,
                let bytes = try? FileSystem.read(
                    "\(directories.systemdUnits)/\(SystemdUnits.serviceName)"
                ),
                let store = SystemdUnits.store(inService: String(decoding: bytes, as: UTF8.self))
            {
                return store
            }
            return try directories.store
        } catch {
            throw ClientError(error)
        }
    }
}
