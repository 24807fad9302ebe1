// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Stops the daemon, or has it close its store for work on the file.
package struct DaemonControl {
    private let environment: Environment
    private let client: JournalClient
    /// Whether systemd starts the daemon.
    package let usesSystemd: Bool
    /// The reason why no daemon can be started, with what to do; nil if one can.
    package let obstacle: ClientError?

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
        obstacle =
            if case .none(let obstacle) = strategy {
                ClientError(.unavailable, obstacle.reason, advice: obstacle.advice)
            } else {
                nil
            }
    }

    /// Whether systemd passes the passphrase of the store to the daemon.
    package var hasCredential: Bool {
        guard usesSystemd else { return false }
        let names = ["LoadCredential", "LoadCredentialEncrypted", "SetCredential"]
        return UserManager(environment: environment)
            .properties(names, of: SystemdUnits.serviceName).values
            .contains { $0.contains("journal.passphrase") }
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

    /// Has the daemon close the store until no program reserves it any more.
    ///
    /// - Returns: Whether there was a daemon; one that cannot open its store is none.
    /// - Throws: An error if the daemon does not respond or refuses.
    func release() throws(ClientError) -> Bool {
        // A connection of before waits for the store, and so does this one afterwards.
        client.disconnect()
        defer { client.disconnect() }
        guard try client.connectIfRunning() else { return false }
        do throws(ClientError) {
            _ = try client.call(StoreRelease())
            return true
        } catch  where error.cause?.kind == .methodUnknown {
            // It is of an earlier version; the next one waits while the store is reserved.
            return try shutDown()
        } catch  where Self.isWithoutStore(error) {
            return false
        }
    }

    /// Whether an error comes from a daemon that cannot open its store, or that has ended.
    private static func isWithoutStore(_ error: ClientError) -> Bool {
        if [.connectionLost, .unavailable].contains(error.code) { return true }
        let reasons: [ErrorKind] = [
            .storeLocked, .storeFailed, .storeNotAStore, .storeTooNew, .storeReadOnly, .storeFull,
            .internal, .shuttingDown,
        ]
        return error.cause.map { reasons.contains($0.kind) } ?? false
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
