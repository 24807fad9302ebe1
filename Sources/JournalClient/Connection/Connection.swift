// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// A connection to the daemon, which sends requests and receives replies and notifications.
///
/// Notifications that arrive before an expected reply are queued for `nextNotification`.
package final class Connection {
    private let socket: UnixSocket
    private let path: String
    private var framer = LineFramer(limit: Limits.replyLine)
    private var notifications: [ServerNotification] = []
    private var lastID: Int64 = 0
    /// Whether a reply was received.
    private(set) var hasReceivedReply = false

    init(_ socket: consuming UnixSocket, path: String) {
        self.socket = socket
        self.path = path
    }

    /// The process that listens, if the kernel reports it.
    package var peerPID: Int32? { socket.peer()?.processID }

    var peerUID: UInt32? { socket.peer()?.userID }

    /// The descriptor, for polling it together with others.
    package var descriptor: Int32 { socket.descriptor }

    /// Returns the id for the next request.
    func nextID() -> RequestID {
        lastID += 1
        return .integer(lastID)
    }

    /// Waits for the result of a request that was sent.
    ///
    /// It can be called again after a timeout.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The end of the wait.
    ///   - progressed: Called with the progress of the request.
    /// - Returns: The result.
    /// - Throws: The error of the reply, or `unresponsive` after the deadline.
    func result(
        of request: Request,
        deadline: Deadline,
        progressed: (WorkProgress) -> Void = { _ in }
    ) throws(ClientError) -> JSON {
        let response = try reply(to: request.id, deadline: deadline, progressed)
        do {
            return try response.outcome.get()
        } catch {
            throw ClientError(error)
        }
    }

    /// Sends one line; the line break is added.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - deadline: The end of the wait.
    ///   - extended: Returns another deadline after the first; nil for none.
    /// - Throws: `unresponsive` after the deadline, or the reason why the connection was closed.
    package func send(
        _ line: [UInt8],
        deadline: Deadline,
        extended: () -> Deadline? = { nil }
    ) throws(ClientError) {
        guard line.count <= Limits.line else {
            throw ClientError(
                .input,
                "the request is \(line.count) bytes; the limit is \(Limits.line)"
            )
        }
        switch socket.send(line + [0x0A], deadline: deadline, extended: extended) {
        case true?: return
        case false?:
            // The daemon may have sent the reason before it closed the connection.
            if let error = closingError() { throw error }
            throw lost()
        case nil: throw unresponsive()
        }
    }

    /// Shuts down the sending side; replies still arrive.
    package func finishSending() { socket.finishSending() }

    /// Returns the next notification, waiting for it if none is queued.
    package func nextNotification(deadline: Deadline) throws(ClientError) -> ServerNotification {
        if !notifications.isEmpty { return notifications.removeFirst() }
        while true {
            switch try nextMessage(deadline: deadline) {
            case .notification(let notification): return notification
            case .response(let response): try throwConnectionError(response)
            }
        }
    }

    /// Returns the next notification that has arrived, or `nil`.
    ///
    /// - Throws: `connectionLost` if the daemon closed the connection.
    func pendingNotification() throws(ClientError) -> ServerNotification? {
        if !notifications.isEmpty { return notifications.removeFirst() }
        while true {
            do {
                switch try nextMessage(deadline: .after(.zero)) {
                case .notification(let notification): return notification
                case .response(let response): try throwConnectionError(response)
                }
            } catch {
                // Nothing more has arrived.
                if error.code == .unresponsive { return nil }
                throw error
            }
        }
    }

    /// Returns the next line, or nil if the daemon closed the connection.
    package func nextLine(deadline: Deadline) throws(ClientError) -> [UInt8]? {
        while true {
            do {
                if let line = try framer.next() { return line }
            } catch {
                throw ClientError(
                    .malformedReply,
                    "the daemon sent a line longer than \(error.limit) bytes"
                )
            }
            switch socket.receive(deadline: deadline) {
            case .bytes(let bytes): framer.append(bytes)
            case .end: return nil
            case .late: throw unresponsive()
            }
        }
    }

    /// Sends as many bytes as possible without waiting; returns nil if the connection is closed.
    package func sendAvailable(_ bytes: ArraySlice<UInt8>) -> Int? { socket.sendNow(bytes) }

    /// Passes the lines that have arrived to a closure; returns false if the daemon closed the
    /// connection.
    package func receiveAvailable(_ take: ([UInt8]) -> Void) throws(ClientError) -> Bool {
        var open = true
        switch socket.receive(deadline: .after(.zero)) {
        case .bytes(let bytes): framer.append(bytes)
        case .end: open = false
        case .late: break
        }
        do {
            while let line = try framer.next() { take(line) }
        } catch {
            throw ClientError(
                .malformedReply,
                "the daemon sent a line longer than \(error.limit) bytes"
            )
        }
        return open
    }

    private func reply(
        to id: RequestID?,
        deadline: Deadline,
        _ progressed: (WorkProgress) -> Void
    ) throws(ClientError) -> Response {
        while true {
            switch try nextMessage(deadline: deadline) {
            case .notification(let notification) where notification.method == ProgressReport.method:
                // The progress of an earlier call is ignored.
                let report = try notification.content(ProgressReport.self)
                if report.request == id { progressed(report.progress) }
            case .notification(let notification): notifications.append(notification)
            case .response(let response):
                if response.id == id {
                    hasReceivedReply = true
                    return response
                }
                try throwConnectionError(response)
            }
        }
    }

    private func nextMessage(deadline: Deadline) throws(ClientError) -> ServerMessage {
        guard let line = try nextLine(deadline: deadline) else { throw lost() }
        do {
            return try ServerMessage(line: line)
        } catch {
            throw ClientError(
                .malformedReply,
                "unexpected reply from \(path): \(error.problem)"
            )
        }
    }

    /// Throws the error of a reply without an id, which is about the connection as a whole.
    ///
    /// Other replies belong to calls that timed out; they are ignored.
    private func throwConnectionError(_ response: Response) throws(ClientError) {
        guard response.id == nil, case .failure(let error) = response.outcome else { return }
        throw ClientError(error)
    }

    private func closingError() -> ClientError? {
        do {
            while let line = try nextLine(deadline: .after(.zero)) {
                guard case .response(let response)? = try? ServerMessage(line: line) else {
                    continue
                }
                try throwConnectionError(response)
            }
            return nil
        } catch {
            return error.code == .refused ? error : nil
        }
    }

    private func lost() -> ClientError {
        ClientError(.connectionLost, "the daemon closed the connection before it replied")
    }

    private func unresponsive() -> ClientError { Self.unresponsive(path: path, pid: peerPID) }

    /// Returns the error about a daemon that does not respond.
    ///
    /// - Parameters:
    ///   - path: The path of the socket.
    ///   - pid: The process that listened at the socket last, which may have exited since: systemd
    ///     keeps the socket of a daemon. Nil if it is unknown.
    /// - Returns: The error; its advice is to kill only a daemon that runs.
    static func unresponsive(path: String, pid: Int32?) -> ClientError {
        let name = pid.flatMap { ProcessTable.isRunning(Int($0)) ? ProcessTable.name(of: $0) : nil }
        var process = ""
        var advice: String?
        switch (pid, name) {
        case (let pid?, let name?):
            process = " (process \(pid), \(name))"
            if RunningDaemon.isDaemon(pid) {
                advice = "If this persists, stop it with: kill \(pid)"
            } else if name == "systemd" {
                advice = UserManager.statusAdvice
            }
        case (_?, nil): advice = UserManager.statusAdvice
        case (nil, _): break
        }
        return ClientError(
            .unresponsive,
            "the daemon at \(path)\(process) does not respond",
            advice: advice
        )
    }
}

extension ServerNotification {
    /// Decodes the parameters as the content of a kind of notification.
    ///
    /// - Throws: `malformedReply` if they do not have this form.
    func content<Content: NotificationContent>(
        _ type: Content.Type
    ) throws(ClientError) -> Content {
        do {
            return try Content(json: params)
        } catch {
            throw ClientError(
                .malformedReply,
                "unexpected notification from the daemon: \(error.message(root: method))"
            )
        }
    }
}
