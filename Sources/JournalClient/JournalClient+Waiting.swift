// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The deadlines for one reply.
struct ReplyDeadlines {
    /// The time of the first probe.
    let firstProbe: Deadline
    /// The time after which even a responsive daemon has taken too long.
    let final: Deadline
    /// The duration until `final`.
    let limit: Duration

    init(firstProbe: Duration, limit: Duration) {
        self.firstProbe = .after(firstProbe)
        final = .after(limit)
        self.limit = limit
    }
}

// From one connection, an unresponsive daemon and one that works on a long request look the same.
// Only the first should be killed, so the daemon is probed before an error is reported.
extension JournalClient {
    /// Sends a request and waits for its result while the daemon responds to probes, up to the
    /// final deadline.
    ///
    /// - Throws: `unresponsive` if the daemon responds to no connection, `busy` if only the reply
    ///   to this request is missing.
    func result(
        of request: Request,
        over connection: Connection,
        _ deadlines: ReplyDeadlines
    ) throws(ClientError) -> JSON {
        do {
            try connection.send(request.line, deadline: deadlines.firstProbe)
        } catch  where error.code == .unresponsive {
            throw isResponsive(connection) ? Self.busy(request, deadlines) : error
        }
        var deadline = deadlines.firstProbe
        while true {
            do {
                return try connection.result(of: request, deadline: deadline)
            } catch  where error.code == .unresponsive {
                guard isResponsive(connection) else { throw error }
            }
            guard deadlines.final.isOver else {
                deadline = .after(timeouts.call)
                continue
            }
            // The reply may have arrived during the probe.
            do {
                return try connection.result(of: request, deadline: .after(.zero))
            } catch  where error.code == .unresponsive {
                throw Self.busy(request, deadlines)
            }
        }
    }

    /// Probes the process at the other end with a trivial request over another connection.
    private func isResponsive(_ connection: Connection) -> Bool {
        let deadline = Deadline.after(timeouts.probe)
        do throws(ClientError) {
            guard let other = try attemptConnection(deadline),
                other.peerPID == connection.peerPID
            else { return false }
            // Answered also by a daemon that waits for its store.
            let probe = Request(id: other.nextID(), Cancel(id: 0))
            try other.send(probe.line, deadline: deadline)
            _ = try other.result(of: probe, deadline: deadline)
            return true
        } catch {
            // An error reply is a response too.
            return error.code == .refused
        }
    }

    private static func busy(_ request: Request, _ deadlines: ReplyDeadlines) -> ClientError {
        let writes = MethodName(rawValue: request.method)?.traits.writes == true
        let longer = max(60, deadlines.limit.components.seconds * 4)
        return ClientError(
            .busy,
            "the daemon is busy: it did not answer this request within "
                + "\(deadlines.limit.secondsText) s",
            advice: (writes ? "The request may still be executed.\n" : "")
                + "To wait longer: --timeout \(longer)"
        )
    }
}
