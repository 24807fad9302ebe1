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

/// The state of waiting for a reply.
private struct ReplyWait {
    /// The time of the next probe.
    var probe: Deadline
    /// The time after which a daemon without progress has taken too long.
    private(set) var final: Deadline
    /// Whether the request was cancelled.
    var isCancelled = false
    /// Whether the daemon may be starting.
    var mayBeStarting: Bool
    private let limit: Duration

    init(_ deadlines: ReplyDeadlines, mayBeStarting: Bool) {
        probe = deadlines.firstProbe
        final = deadlines.final
        limit = deadlines.limit
        self.mayBeStarting = mayBeStarting
    }

    /// Begins the time again.
    mutating func progressed() { final = .after(limit) }
}

// From one connection, an unresponsive daemon and one that works on a long request look the same.
// Only the first should be killed, so the daemon is probed before an error is reported.
extension JournalClient {
    /// The time after which a user notices that a daemon starts.
    static var startNotice: Duration { .seconds(1) }

    /// Sends a request and waits for its result while the daemon responds to probes, up to the
    /// final deadline, which begins again whenever the daemon makes progress.
    ///
    /// A daemon that systemd starts is awaited as long as it starts. systemd ends one that hangs.
    ///
    /// - Throws: `unresponsive` if the daemon responds to no connection, `busy` if only the reply
    ///   to this request is missing.
    func result(
        of request: Request,
        over connection: Connection,
        within deadlines: ReplyDeadlines
    ) throws(ClientError) -> JSON {
        do {
            try connection.send(request.line, deadline: deadlines.firstProbe) {
                launcher.isStarting(socket: socket) ? .after(timeouts.call) : nil
            }
        } catch  where error.code == .unresponsive {
            throw isResponsive(connection) != nil ? Self.busy(request, within: deadlines) : error
        }
        let mayBeStarting = !connection.hasReceivedReply
        var wait = ReplyWait(deadlines, mayBeStarting: mayBeStarting)
        let reportsProgress = MethodName(rawValue: request.method)?.traits.reportsProgress == true
        defer { if reportsProgress || mayBeStarting { progressChanged(nil) } }
        while true {
            let slice = slice(of: wait, reportsProgress: reportsProgress)
            do {
                return try connection.result(of: request, deadline: slice) { progress in
                    wait.progressed()
                    progressChanged(progress)
                }
            } catch  where error.code == .unresponsive {
                if reportsProgress {
                    try cancelIfRequested(request, over: connection, during: &wait)
                }
                if wait.mayBeStarting { awaitStart(&wait) }
                guard wait.probe.isOver else { continue }
                guard let isWorking = isResponsive(connection) else {
                    awaitStart(&wait)
                    guard wait.mayBeStarting else { throw error }
                    continue
                }
                if isWorking { wait.progressed() }
            }
            guard wait.final.isOver else {
                wait.probe = .after(timeouts.call)
                continue
            }
            return try lateResult(of: request, over: connection, within: deadlines)
        }
    }

    /// Returns the reply if it has arrived during the probe.
    private func lateResult(
        of request: Request,
        over connection: Connection,
        within deadlines: ReplyDeadlines
    ) throws(ClientError) -> JSON {
        do {
            return try connection.result(of: request, deadline: .after(.zero))
        } catch  where error.code == .unresponsive {
            throw Self.busy(request, within: deadlines)
        }
    }

    /// The time after which a signal that was received is noticed.
    private static var slice: Duration { .milliseconds(200) }

    /// Returns the time until which one wait lasts.
    private func slice(of wait: ReplyWait, reportsProgress: Bool) -> Deadline {
        if reportsProgress { return .earlier(wait.probe, .after(Self.slice)) }
        return wait.mayBeStarting ? .earlier(wait.probe, .after(Self.startNotice)) : wait.probe
    }

    /// Begins the times again if systemd is starting the daemon.
    private func awaitStart(_ wait: inout ReplyWait) {
        wait.mayBeStarting = launcher.isStarting(socket: socket)
        guard wait.mayBeStarting else { return }
        wait.progressed()
        wait.probe = .after(timeouts.call)
        waitsForStart()
    }

    /// Cancels a request once; its reply still arrives.
    private func cancelIfRequested(
        _ request: Request,
        over connection: Connection,
        during wait: inout ReplyWait
    ) throws(ClientError) {
        guard !wait.isCancelled, isCancelled(), let id = request.id else { return }
        wait.isCancelled = true
        let cancellation = Request(id: nil, call: Cancel(id: id))
        try connection.send(cancellation.line, deadline: .after(timeouts.call))
    }

    /// Probes the process at the other end with a trivial request over another connection.
    ///
    /// - Returns: Whether other requests wait for a long write that makes progress; `nil` without a
    ///   response.
    private func isResponsive(_ connection: Connection) -> Bool? {
        let deadline = Deadline.after(timeouts.probe)
        do throws(ClientError) {
            guard let other = try attemptConnection(deadline),
                other.peerPID == connection.peerPID
            else { return nil }
            // Answered also by a daemon that waits for its store.
            let probe = Request(id: other.nextID(), call: Cancel(id: 0))
            let hello = Request(id: other.nextID(), call: Hello(clientName: "journal"))
            try other.send(probe.line + [0x0A] + hello.line, deadline: deadline)
            _ = try other.result(of: probe, deadline: deadline)
            let reply = try? other.result(of: hello, deadline: .after(Self.slice))
            return reply.flatMap { try? Hello.Reply(json: $0) }?.isWorking ?? false
        } catch {
            // An error reply is a response too.
            return error.code == .refused ? false : nil
        }
    }

    /// Returns the error of a daemon that was launched and runs, but does not listen in time.
    static func doesNotListen(
        _ process: Int,
        at socket: SocketPath,
        after limit: Duration
    ) -> ClientError {
        ClientError(
            .unavailable,
            "the daemon was started as process \(process), but does not listen at \(socket.path) "
                + "after \(limit.secondsText) s",
            advice:
                "It may be opening a large journal. To wait longer: --timeout \(longer(than: limit))\n"
                + "To end it: kill \(process)"
        )
    }

    /// Returns a time to propose to a user for whom a time was too short, in seconds.
    private static func longer(than limit: Duration) -> Int64 {
        max(60, limit.components.seconds * 4)
    }

    private static func busy(_ request: Request, within deadlines: ReplyDeadlines) -> ClientError {
        let writes = MethodName(rawValue: request.method)?.traits.writes == true
        return ClientError(
            .busy,
            "the daemon is busy: it did not answer this request within "
                + "\(deadlines.limit.secondsText) s",
            advice: (writes ? "The request may still be executed.\n" : "")
                + "To wait longer: --timeout \(longer(than: deadlines.limit))"
        )
    }
}
