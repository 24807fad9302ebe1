// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// How long one answer is waited for.
struct Wait {
    /// When the daemon has to show for the first time that it lives.
    let first: Deadline
    /// When even a daemon that lives has taken too long.
    let last: Deadline
    /// How long that is.
    let limit: Duration

    init(first: Duration, limit: Duration) {
        self.first = .after(first)
        last = .after(limit)
        self.limit = limit
    }
}

// A daemon that hangs and one that works on something long look the same from a connection that
// waits. Only the first one is to be killed, so it is asked something easy before anything is said.
extension JournalClient {
    /// Sends a request and waits for its result as long as the daemon lives and the wait allows.
    ///
    /// - Throws: `hung` when the daemon answers nobody, `busy` when it only does not answer this.
    func answer(
        to request: Request,
        over connection: Connection,
        _ wait: Wait
    ) throws(ClientError) -> JSON {
        do {
            try connection.send(request.line, deadline: wait.first)
        } catch  where error.code == .unresponsive {
            throw isAlive(connection) ? Self.busy(request, wait) : error
        }
        var deadline = wait.first
        while true {
            do {
                return try connection.result(of: request, deadline: deadline)
            } catch  where error.code == .unresponsive {
                guard isAlive(connection) else { throw error }
            }
            guard wait.last.isOver else {
                deadline = .after(timeouts.call)
                continue
            }
            // It may have answered while it was asked whether it lives.
            do {
                return try connection.result(of: request, deadline: .after(.zero))
            } catch  where error.code == .unresponsive {
                throw Self.busy(request, wait)
            }
        }
    }

    /// Whether the process at the other end answers somebody who asks next to nothing.
    private func isAlive(_ connection: Connection) -> Bool {
        let deadline = Deadline.after(timeouts.probe)
        do throws(ClientError) {
            guard let other = try attemptConnection(deadline),
                other.peerPID == connection.peerPID
            else { return false }
            let hello = Request(id: other.nextID(), Hello(clientName: "journal"))
            try other.send(hello.line, deadline: deadline)
            _ = try other.result(of: hello, deadline: deadline)
            return true
        } catch {
            // To refuse is to answer.
            return error.code == .refused
        }
    }

    private static func busy(_ request: Request, _ wait: Wait) -> ClientError {
        let isWrite = MethodName(rawValue: request.method)?.traits.writes == true
        let longer = max(60, wait.limit.components.seconds * 4)
        return ClientError(
            .busy,
            "the daemon is busy: it answers, but not to this within "
                + "\(wait.limit.secondsText) s",
            advice: (isWrite ? "What was asked for may still be done.\n" : "")
                + "Wait longer with: --timeout \(longer)"
        )
    }
}
