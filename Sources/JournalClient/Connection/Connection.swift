// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// One conversation with the daemon: lines out, replies and notifications in.
///
/// A notification that arrives while a reply is awaited is kept for `nextNotification`.
package final class Connection {
    private let socket: UnixSocket
    private let path: String
    private var framer = LineFramer(limit: Limits.replyLine)
    private var notifications: [ServerNotification] = []
    private var lastID: Int64 = 0

    init(_ socket: consuming UnixSocket, path: String) {
        self.socket = socket
        self.path = path
    }

    /// The process that listens, as far as the kernel knows it.
    package var peerPID: Int32? { socket.peer()?.processID }

    var peerUID: UInt32? { socket.peer()?.userID }

    /// The descriptor, for waiting on it together with others.
    package var descriptor: Int32 { socket.descriptor }

    /// The id for the next request.
    func nextID() -> RequestID {
        lastID += 1
        return .integer(lastID)
    }

    /// Waits for the result of a request that was sent; after a deadline one may wait again.
    func result(of request: Request, deadline: Deadline) throws(ClientError) -> JSON {
        let response = try reply(to: request.id, deadline: deadline)
        do {
            return try response.outcome.get()
        } catch {
            throw ClientError(error)
        }
    }

    /// Sends one line; the newline is added.
    package func send(_ line: [UInt8], deadline: Deadline) throws(ClientError) {
        guard line.count <= Limits.line else {
            throw ClientError(
                .input,
                "the request has \(line.count) bytes; \(Limits.line) is the most"
            )
        }
        switch socket.send(line + [0x0A], deadline: deadline) {
        case true?: return
        case false?:
            // The daemon may have said why before it closed.
            if let closingError = closingError() { throw closingError }
            throw lost()
        case nil: throw hung()
        }
    }

    /// Says that no further request will come; answers still do.
    package func finishSending() { socket.finishSending() }

    /// The next notification, waiting for it if none is kept.
    package func nextNotification(deadline: Deadline) throws(ClientError) -> ServerNotification {
        if !notifications.isEmpty { return notifications.removeFirst() }
        while true {
            switch try nextMessage(deadline: deadline) {
            case .notification(let notification): return notification
            case .response(let response): try refuse(response)
            }
        }
    }

    /// The next line as it came, or nil when the daemon closed.
    package func nextLine(deadline: Deadline) throws(ClientError) -> [UInt8]? {
        while true {
            do {
                if let line = try framer.next() { return line }
            } catch {
                throw ClientError(
                    .malformedReply,
                    "the daemon sent a line of over \(error.limit) bytes"
                )
            }
            switch socket.receive(deadline: deadline) {
            case .bytes(let bytes): framer.append(bytes)
            case .end: return nil
            case .late: throw hung()
            }
        }
    }

    /// Sends as many bytes as the daemon takes without waiting; nil when it has gone.
    package func sendAvailable(_ bytes: ArraySlice<UInt8>) -> Int? { socket.sendNow(bytes) }

    /// Takes the lines that are there without waiting; false when the daemon has closed.
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
                "the daemon sent a line of over \(error.limit) bytes"
            )
        }
        return open
    }

    private func reply(
        to id: RequestID?,
        deadline: Deadline
    ) throws(ClientError) -> Response {
        while true {
            switch try nextMessage(deadline: deadline) {
            case .notification(let notification): notifications.append(notification)
            case .response(let response):
                if response.id == id { return response }
                try refuse(response)
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
                "\(path) does not speak the journal protocol: \(error.problem)"
            )
        }
    }

    /// Throws the error of a reply without an id, which speaks of the connection as a whole.
    ///
    /// Other replies answer calls that were given up; they are passed over.
    private func refuse(_ response: Response) throws(ClientError) {
        guard response.id == nil, case .failure(let error) = response.outcome else { return }
        throw ClientError(error)
    }

    private func closingError() -> ClientError? {
        do {
            while let line = try nextLine(deadline: .after(.zero)) {
                guard case .response(let response)? = try? ServerMessage(line: line) else {
                    continue
                }
                try refuse(response)
            }
            return nil
        } catch {
            return error.code == .refused ? error : nil
        }
    }

    private func lost() -> ClientError {
        ClientError(.connectionLost, "the daemon closed the connection before it answered")
    }

    private func hung() -> ClientError { Self.hung(path: path, pid: peerPID) }

    static func hung(path: String, pid: Int32?) -> ClientError {
        let name = pid.flatMap { ProcessTable.name(of: $0) }
        let who = pid.map { " (process \($0)\(name.map { ", \($0)" } ?? ""))" } ?? ""
        let advice =
            name == "systemd"
            ? "Look at: systemctl --user status journal.service"
            : pid.map { "If it stays like this: kill \($0), and try again" }
        return ClientError(
            .unresponsive,
            "the daemon at \(path)\(who) does not answer in time",
            advice: advice
        )
    }
}
