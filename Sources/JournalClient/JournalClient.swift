// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Typed calls to the daemon, with timeouts; a daemon that is not running is launched.
///
/// The first call opens the connection, which later calls reuse. A client is used from one thread.
///
/// ## Topics
/// - ``call(_:)``
/// - ``call(method:params:)``
/// - ``subscribe(_:)``
/// - ``nextNotification()``
package final class JournalClient {
    /// The socket of the daemon.
    package let socket: SocketPath
    let timeouts: Timeouts
    let launcher: any DaemonLauncher

    /// Called while a call that takes long makes progress, and with nil at its end.
    package var progressChanged: (WorkProgress?) -> Void = { _ in }
    /// Called repeatedly while a daemon that starts is awaited for longer than a second;
    /// `progressChanged` reports the end.
    package var waitsForStart: () -> Void = {}
    /// Returns whether the call in progress is to be cancelled; asked while it makes progress.
    package var isCancelled: () -> Bool = { false }
    /// The step to which the writes of typed calls belong, for `undo`; nil for none.
    package var step: StepName?
    private var connection: Connection? {
        didSet {
            guard connection !== oldValue else { return }
            connectionNumber += 1
            confirmedCapabilities = []
        }
    }
    /// The capabilities that the daemon of the connection was asked for and has.
    private var confirmedCapabilities: Set<String> = []

    /// The number of times that a connection was opened or closed.
    ///
    /// If it differs, subscriptions and lists of the previous connection are closed.
    private(set) var connectionNumber = 0

    /// Creates a client; nothing is connected yet.
    package init(
        socket: SocketPath,
        timeouts: Timeouts = Timeouts(),
        launcher: any DaemonLauncher
    ) {
        self.socket = socket
        self.timeouts = timeouts
        self.launcher = launcher
    }

    /// Calls a method and decodes its result.
    ///
    /// An idempotent call is retried once if the connection is closed before the reply, so that a
    /// daemon that was killed or replaced does not cause an error.
    package func call<Call: MethodCall>(_ call: Call) throws(ClientError) -> Call.Reply {
        let params = options.added(to: call.json, of: Call.method)
        try require(Call.method.requiredCapabilities(of: params))
        let result = try self.call(
            method: Call.method.rawValue,
            params: params,
            isIdempotent: call.isIdempotent
        )
        do {
            return try Call.Reply(json: result)
        } catch {
            throw ClientError(
                .malformedReply,
                "unexpected reply from the daemon: \(error.message(root: "result"))"
            )
        }
    }

    /// Calls the method of an element of a batch, and returns its result undecoded.
    package func call(_ call: Batch.Call) throws(ClientError) -> JSON {
        try self.call(
            method: call.method.rawValue,
            params: options.added(to: call.params, of: call.method)
        )
    }

    /// Begins another step, for the writes that follow.
    package func beginStep(_ command: String) {
        step = StepName(id: .random(), client: "journal", command: command)
    }

    /// The options of typed calls.
    private var options: CallOptions { CallOptions(step: step) }

    /// Calls a method by name and returns its result undecoded; a write belongs to no step.
    package func call(method: String, params: JSON) throws(ClientError) -> JSON {
        try call(method: method, params: params, isIdempotent: false)
    }

    /// Subscribes to changes, which are then read with `nextNotification`.
    package func subscribe(_ call: Subscribe) throws(ClientError) -> Subscribe.Reply {
        try self.call(call)
    }

    /// Waits for the next notification without a timeout.
    package func nextNotification() throws(ClientError) -> ServerNotification {
        guard let connection else {
            throw ClientError(.connectionLost, "there is no connection to read from")
        }
        do {
            return try connection.nextNotification(deadline: .never)
        } catch {
            self.connection = nil
            throw error
        }
    }

    /// The descriptor of the connection, for polling it together with others; nil without one.
    package var descriptor: Int32? { connection?.descriptor }

    /// Returns the next notification that has arrived, or `nil`.
    ///
    /// - Throws: `connectionLost` if the connection was lost.
    package func pendingNotification() throws(ClientError) -> ServerNotification? {
        guard let connection else {
            throw ClientError(.connectionLost, "the daemon closed the connection")
        }
        do {
            return try connection.pendingNotification()
        } catch {
            self.connection = nil
            throw error
        }
    }

    /// Connects, launching a daemon if none is running.
    @discardableResult
    package func connect() throws(ClientError) -> Connection {
        if let connection { return connection }
        let fresh = try connect(deadline: .after(timeouts.call))
        connection = fresh.connection
        return fresh.connection
    }

    /// Connects if a daemon is running; launches none.
    ///
    /// - Returns: Whether there is a connection.
    package func connectIfRunning() throws(ClientError) -> Bool {
        if connection == nil { connection = try attemptConnection(.after(timeouts.call)) }
        return connection != nil
    }

    /// Stops the daemon and waits until its process has exited.
    ///
    /// The daemon closes its connections first and the store last, so the end of the connection
    /// would be too early for copying the store or starting another daemon.
    ///
    /// - Returns: False if no daemon is running; none is launched.
    /// - Throws: An error if the daemon does not respond or refuses.
    package func shutDownAndWait() throws(ClientError) -> Bool { try endAndWait(by: Shutdown()) }

    /// Asks the daemon to forget the key of an encrypted journal, and waits until it has exited.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: An error if the journal is not encrypted.
    @discardableResult
    package func lockAndWait() throws(ClientError) -> Bool {
        // A locked daemon need not exit.
        guard try connectIfRunning(), try !call(Status()).isLocked else { return false }
        return try endAndWait(by: StoreLock())
    }

    private func endAndWait(by end: some MethodCall) throws(ClientError) -> Bool {
        guard try connectIfRunning() else { return false }
        // At a socket of systemd, the kernel names the process that listened first. A daemon that
        // waits for its store does not answer the question.
        let listening = connection?.peerPID.flatMap { RunningDaemon.isDaemon($0) ? Int($0) : nil }
        let process = listening ?? (try? call(Hello(clientName: "journal")).pid)
        do throws(ClientError) {
            _ = try call(end)
        } catch  where error.code == .unavailable {
            // It has exited in the meantime, such as after its idle time.
            return true
        }
        guard let connection else { return true }
        self.connection = nil
        let deadline = Deadline.after(timeouts.launch)
        do {
            while try connection.nextLine(deadline: deadline) != nil {}
        } catch  where error.code == .unresponsive {
            // It replied before, so it is not unresponsive.
            throw ClientError(
                .busy,
                "the daemon is shutting down and still finishing requests"
            )
        }
        guard let process else { return true }
        while ProcessTable.isRunning(process), !deadline.isOver {
            deadline.pause(milliseconds: 5)
        }
        return true
    }

    /// Closes the connection.
    package func disconnect() { connection = nil }

    private func call(
        method: String,
        params: JSON,
        isIdempotent: Bool
    ) throws(ClientError) -> JSON {
        do {
            return try attempt(method, params: params)
        } catch  where isIdempotent && error.isTransient {
            connection = nil
            return try attempt(method, params: params)
        }
    }

    /// Requires capabilities of the daemon.
    private func require(_ capabilities: Set<String>) throws(ClientError) {
        let unconfirmed = capabilities.subtracting(confirmedCapabilities)
        guard !unconfirmed.isEmpty else { return }
        _ = try call(Hello(clientName: "journal", required: unconfirmed.sorted()))
        confirmedCapabilities.formUnion(unconfirmed)
    }

    private func attempt(_ method: String, params: JSON) throws(ClientError) -> JSON {
        let limit = timeouts.limit(of: method)
        var deadlines = ReplyDeadlines(firstProbe: timeouts.call, limit: limit)
        let connection: Connection
        if let present = self.connection {
            connection = present
        } else {
            let fresh = try connect(deadline: deadlines.firstProbe)
            if fresh.launched {
                // A daemon that is still opening its store may need longer for its first reply.
                deadlines = ReplyDeadlines(
                    firstProbe: timeouts.launch,
                    limit: max(timeouts.launch, limit)
                )
            }
            connection = fresh.connection
            self.connection = connection
        }
        do {
            let request = Request(
                id: connection.nextID(),
                method: method,
                params: Self.askingForProgress(method, params: params)
            )
            return try result(of: request, over: connection, within: deadlines)
        } catch {
            // After anything but an error reply, a late reply could be taken for the next one.
            if error.code != .refused { self.connection = nil }
            throw explained(error)
        }
    }

    /// Returns parameters with the request for notifications of the progress, if the method has
    /// some.
    private static func askingForProgress(_ method: String, params: JSON) -> JSON {
        MethodName(rawValue: method).map { CallOptions(progress: true).added(to: params, of: $0) }
            ?? params
    }

    /// Returns the reason why there was no reply, if it is that no daemon could be started.
    private func explained(_ error: ClientError) -> ClientError {
        guard [.connectionLost, .unresponsive].contains(error.code) else { return error }
        return launcher.startFailure(socket: socket) ?? error
    }

    private func connect(
        deadline: Deadline
    ) throws(ClientError) -> (connection: Connection, launched: Bool) {
        if let connection = try attemptConnection(deadline) { return (connection, false) }
        var deadline = Deadline.after(timeouts.launch)
        let start = timeouts.start.map { (limit: $0, deadline: Deadline.after($0)) }
        let notice = Deadline.after(Self.startNotice)
        let launch = try launcher.launch(socket: socket, deadline: deadline)
        var wait: Int32 = 5
        defer { if notice.isOver { progressChanged(nil) } }
        while true {
            if let connection = try attemptConnection(deadline) { return (connection, true) }
            switch launch.state() {
            case .failed(let failure): throw failure
            case .left: break
            case .starting(let process):
                if let start, start.deadline.isOver {
                    throw Self.doesNotListen(process, at: socket, after: start.limit)
                }
                deadline = .after(timeouts.launch)
                if notice.isOver { waitsForStart() }
            }
            guard !deadline.isOver else {
                throw ClientError(
                    .unavailable,
                    "a daemon was started, but nothing listens at \(socket.path)"
                )
            }
            deadline.pause(milliseconds: wait)
            wait = min(wait * 2, 100)
        }
    }

    /// Connects once; returns nil if nothing listens.
    func attemptConnection(_ deadline: Deadline) throws(ClientError) -> Connection? {
        var attempt = UnixSocket.Attempt.notListening
        if let socket = UnixSocket.connect(
            path: socket.path,
            deadline: deadline,
            attempt: &attempt
        ) {
            let connection = Connection(socket, path: self.socket.path)
            try Self.requireSameUser(connection, at: self.socket.path)
            return connection
        }
        switch attempt {
        case .connected, .notListening: return nil
        case .queueFull: throw Connection.unresponsive(path: socket.path, pid: nil)
        case .failed(let error):
            throw ClientError(
                error == .accessDenied ? .wrongOwner : .unavailable,
                "cannot connect to \(socket.path): \(error)"
            )
        }
    }

    /// Requires the same user at the other end: an entry must not be sent to a socket in `/tmp`
    /// that another user created.
    private static func requireSameUser(
        _ connection: Connection,
        at path: String
    ) throws(ClientError) {
        guard let uid = connection.peerUID, uid != CurrentProcess.userID else { return }
        throw ClientError(
            .wrongOwner,
            "the socket \(path) belongs to user \(uid), not to user \(CurrentProcess.userID)",
            advice: "Use another socket with --socket"
        )
    }
}
