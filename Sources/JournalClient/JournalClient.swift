// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Typed calls to the daemon, which is found, started when it is missing, and given a deadline.
///
/// The connection is made by the first call and kept. Used from one thread.
///
/// ## Topics
/// - ``call(_:)``
/// - ``call(method:params:)``
/// - ``subscribe(_:)``
/// - ``nextNotification()``
package final class JournalClient {
    /// Where the daemon is.
    package let socket: SocketPath
    let timeouts: Timeouts
    private let launcher: any DaemonLauncher
    private var connection: Connection?

    /// Prepares a client; nothing is connected yet.
    package init(
        socket: SocketPath,
        timeouts: Timeouts = Timeouts(),
        launcher: any DaemonLauncher
    ) {
        self.socket = socket
        self.timeouts = timeouts
        self.launcher = launcher
    }

    /// Calls a method and reads its result.
    ///
    /// A call that may be repeated is sent once more when the connection ends before its answer,
    /// so that a daemon that was killed or replaced costs a moment and not an error.
    package func call<Call: MethodCall>(_ call: Call) throws(ClientError) -> Call.Reply {
        let result = try self.call(
            method: Call.method.rawValue,
            params: call.json,
            isIdempotent: call.isIdempotent
        )
        do {
            return try Call.Reply(json: result)
        } catch {
            throw ClientError(.malformedReply, "a strange answer: \(error.message(root: "result"))")
        }
    }

    /// Calls a method by name and returns its result as it came.
    package func call(method: String, params: JSON) throws(ClientError) -> JSON {
        try call(method: method, params: params, isIdempotent: false)
    }

    /// Asks for changes; they are then read with `nextNotification`.
    package func subscribe(_ call: Subscribe) throws(ClientError) -> Subscribe.Reply {
        try self.call(call)
    }

    /// Waits for the next notification as long as it takes.
    package func nextNotification() throws(ClientError) -> ServerNotification {
        guard let connection else {
            throw ClientError(.connectionLost, "there is no connection to wait on")
        }
        do {
            return try connection.nextNotification(deadline: .never)
        } catch {
            self.connection = nil
            throw error
        }
    }

    /// Connects, starting a daemon if there is none.
    @discardableResult
    package func connect() throws(ClientError) -> Connection {
        if let connection { return connection }
        let fresh = try connect(deadline: .after(timeouts.call))
        connection = fresh.connection
        return fresh.connection
    }

    /// Ends the daemon and waits until it has gone.
    ///
    /// It closes its connections first and the store last, so the end of the connection alone would
    /// be too early for somebody who wants to copy the store or start another daemon.
    ///
    /// - Returns: False when nobody listens; none is started to be ended.
    /// - Throws: When the daemon does not answer, or refuses.
    package func shutDownAndWait() throws(ClientError) -> Bool {
        if connection == nil {
            connection = try attemptConnection(.after(timeouts.call))
            guard connection != nil else { return false }
        }
        let process = try? call(Hello(clientName: "journal")).pid
        _ = try call(Shutdown())
        guard let connection else { return true }
        self.connection = nil
        let deadline = Deadline.after(timeouts.launch)
        do {
            while try connection.nextLine(deadline: deadline) != nil {}
        } catch  where error.code == .unresponsive {
            // It answered, so it lives.
            throw ClientError(
                .busy,
                "the daemon was told to end, and still finishes what is under way"
            )
        }
        guard let process else { return true }
        while ProcessTable.isRunning(process), !deadline.isOver {
            deadline.pause(milliseconds: 5)
        }
        return true
    }

    /// Ends the connection.
    package func disconnect() { connection = nil }

    private func call(
        method: String,
        params: JSON,
        isIdempotent: Bool
    ) throws(ClientError) -> JSON {
        do {
            return try attempt(method, params)
        } catch  where isIdempotent && Self.isTransient(error) {
            connection = nil
            return try attempt(method, params)
        }
    }

    private func attempt(_ method: String, _ params: JSON) throws(ClientError) -> JSON {
        let limit = timeouts.limit(of: method)
        var wait = Wait(first: timeouts.call, limit: limit)
        let connection: Connection
        if let present = self.connection {
            connection = present
        } else {
            // The first answer of a daemon that is still opening its store may take longer.
            let startWait = Wait(first: timeouts.launch, limit: max(timeouts.launch, limit))
            let fresh = try connect(deadline: wait.first)
            if fresh.started { wait = startWait }
            connection = fresh.connection
            self.connection = connection
        }
        do {
            let request = Request(id: connection.nextID(), method: method, params: params)
            return try answer(to: request, over: connection, wait)
        } catch {
            // After anything but an orderly answer the two sides may be out of step.
            if error.code != .refused { self.connection = nil }
            throw error
        }
    }

    private func connect(
        deadline: Deadline
    ) throws(ClientError) -> (connection: Connection, started: Bool) {
        if let connection = try attemptConnection(deadline) { return (connection, false) }
        let deadline = Deadline.after(timeouts.launch)
        let start = try launcher.start(socket: socket, deadline: deadline)
        var wait: Int32 = 5
        while true {
            if let connection = try attemptConnection(deadline) { return (connection, true) }
            if let failure = start.failure() { throw failure }
            guard !deadline.isOver else {
                throw ClientError(
                    .unavailable,
                    "a daemon was started, but nobody listens at \(socket.path)"
                )
            }
            deadline.pause(milliseconds: wait)
            wait = min(wait * 2, 100)
        }
    }

    /// Connects once; nil when nobody listens.
    func attemptConnection(_ deadline: Deadline) throws(ClientError) -> Connection? {
        var attempt = UnixSocket.Attempt.notListening
        if let socket = UnixSocket.connect(
            path: socket.path,
            deadline: deadline,
            &attempt
        ) {
            let connection = Connection(socket, path: self.socket.path)
            try Self.requireSameUser(connection, self.socket.path)
            return connection
        }
        switch attempt {
        case .connected, .notListening: return nil
        case .queueFull: throw Connection.hung(path: socket.path, pid: nil)
        case .failed(let error):
            throw ClientError(
                error == .accessDenied ? .wrongOwner : .unavailable,
                "cannot connect to \(socket.path): \(error)"
            )
        }
    }

    /// Whoever listens must be the user: a text is not handed to a stranger's socket in `/tmp`.
    private static func requireSameUser(
        _ connection: Connection,
        _ path: String
    ) throws(ClientError) {
        guard let uid = connection.peerUID, uid != CurrentProcess.userID else { return }
        throw ClientError(
            .wrongOwner,
            "the socket \(path) belongs to user \(uid), not to you",
            advice: "Choose your own with --socket"
        )
    }

    private static func isTransient(_ error: ClientError) -> Bool {
        error.code == .connectionLost || error.cause?.kind == .shuttingDown
    }
}
