// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import NIOCore
internal import JournalProtocol

/// Decides what happens on one connection; does no I/O.
///
/// Bytes become lines, lines become calls, and calls start in the order they came in:
///
/// - A write starts at once, so that many of them share a commit.
/// - Anything else waits until the writes before it were answered, so a client that sends a write
///   and a question in one go sees its own write.
/// - Nothing starts while the peer takes no replies, and only a few reads run at once.
/// - While `Limits.inFlight` requests wait for their answers, no further line is looked at and nothing
///   is read from the socket: a peer that sends faster waits, and loses nothing.
///
/// What the daemon holds for a peer is bounded by that, whatever the peer asks for.
struct ConnectionStateMachine {
    /// How many reads of one connection run at once; the others wait their turn.
    static let readsAtOnce = 4
    /// How many bytes of requests may wait for their answers before no more are read.
    static let maximumPendingBytes = 8 << 20

    /// What the handler has to do, in order.
    enum Action {
        /// Send this reply.
        case respond(Response)
        /// Start this call; its outcome comes back with the ticket.
        case start(Ticket, ServiceCall, id: RequestID?)
        /// A started call is not waited for any more; a write that has not begun must not begin.
        case abandon(Ticket)
        /// End the connection once everything is sent.
        case close
    }

    private enum Input {
        case open
        /// The peer will send no more, or must not; what it asked for is still answered.
        case ended
        /// The handler was told to close.
        case closed
    }

    private struct Pending {
        let id: RequestID?
        let call: ServiceCall
        let byteCount: Int
        var isStarted = false
        /// Whether it was given up, and answered so, while somebody still works on it.
        var isAnswered = false
    }

    private var framer: LineFramer
    private var input = Input.open
    /// Whether the peer has closed its sending side; lines that came before may still wait.
    private var hasPeerEnded = false
    private var isWritable = true
    private var lastTicket: UInt64 = 0
    private var pending: [Ticket: Pending] = [:]
    private var tickets: [RequestID: Ticket] = [:]
    private var waiting: CircularBuffer<Ticket> = []
    private var writesUnderWay = 0
    private var readsUnderWay = 0
    private var pendingBytes = 0

    /// Starts with nothing received.
    init(lineLimit: Int = Limits.line) {
        framer = LineFramer(limit: lineLimit)
    }

    /// Whether the handler should read from the socket.
    var wantsInput: Bool {
        input == .open && !hasPeerEnded && isWritable && hasRoom
    }

    private var hasRoom: Bool {
        pending.count < Limits.inFlight && pendingBytes < Self.maximumPendingBytes
    }

    /// How many requests have no answer yet.
    var inFlightCount: Int { pending.count }

    /// Whether the peer still waits for the outcome of a call.
    func isAwaited(_ ticket: Ticket) -> Bool { pending[ticket]?.isAnswered == false }
}

// MARK: - Events

extension ConnectionStateMachine {
    /// The peer sent bytes.
    mutating func received(_ bytes: UnsafeRawBufferPointer) -> [Action] {
        guard input == .open else { return [] }
        framer.append(bytes)
        var actions: [Action] = []
        readLines(into: &actions)
        return actions
    }

    /// The peer closed its sending side; half a line is not executed.
    mutating func inputEnded() -> [Action] {
        hasPeerEnded = true
        var actions: [Action] = []
        readLines(into: &actions)
        return actions
    }

    /// The daemon is about to end: nothing new is looked at, what was started is answered.
    mutating func stop() -> [Action] {
        var actions: [Action] = []
        endInput(into: &actions)
        return actions
    }

    /// The socket takes bytes again, or takes no more for now.
    mutating func writabilityChanged(to isWritable: Bool) -> [Action] {
        self.isWritable = isWritable
        var actions: [Action] = []
        startWaiting(into: &actions)
        return actions
    }

    /// A call that was started has ended.
    mutating func finished(
        _ ticket: Ticket,
        _ outcome: Result<JSON, ProtocolError>
    ) -> [Action] {
        guard let request = remove(ticket) else { return [] }
        var actions: [Action] = []
        respond(to: request, outcome, into: &actions)
        readLines(into: &actions)
        return actions
    }

    /// The peer gives up a request of its own, if it still has one of that id.
    mutating func cancel(_ id: RequestID) -> [Action] {
        guard let ticket = tickets[id], let request = pending[ticket] else { return [] }
        if request.isStarted, request.call.isWrite { return [.abandon(ticket)] }
        var actions: [Action] = []
        if request.isStarted {
            // It keeps its place until its work has ended: a peer must not pile up work by giving it up.
            pending[ticket]?.isAnswered = true
            tickets[id] = nil
            actions.append(.abandon(ticket))
        } else {
            _ = remove(ticket)
        }
        let error = ProtocolError(.cancelled, "the request was cancelled")
        respond(to: request, .failure(error), into: &actions)
        readLines(into: &actions)
        return actions
    }
}

// MARK: - Lines

extension ConnectionStateMachine {
    /// Looks at the lines that came, as far as there is room for their requests.
    private mutating func readLines(into actions: inout [Action]) {
        do throws(LineFramer.LineTooLong) {
            while input == .open, hasRoom {
                if let line = try framer.next() {
                    read(line, into: &actions)
                } else if hasPeerEnded {
                    endInput(into: &actions)
                } else {
                    break
                }
            }
        } catch {
            actions.append(.respond(Response(id: nil, .failure(ProtocolError(error)))))
            endInput(into: &actions)
        }
        startWaiting(into: &actions)
    }

    private mutating func endInput(into actions: inout [Action]) {
        guard input == .open else { return }
        _ = framer.finish()
        input = .ended
        closeIfDone(into: &actions)
    }

    private mutating func read(_ line: [UInt8], into actions: inout [Action]) {
        let request: Request
        do throws(Request.Fault) {
            request = try Request(line: line)
        } catch {
            actions.append(.respond(error.response))
            return
        }
        do throws(ProtocolError) {
            try accept(request, byteCount: line.count, into: &actions)
        } catch {
            guard let id = request.id else { return }
            actions.append(.respond(Response(id: id, .failure(error))))
        }
    }

    private mutating func accept(
        _ request: Request,
        byteCount: Int,
        into actions: inout [Action]
    ) throws(ProtocolError) {
        if let id = request.id, tickets[id] != nil {
            throw ProtocolError(.requestDuplicateID, "the id \(id.json) is still in flight")
        }
        let call = try ServiceCall(request)
        if case .cancel(let target) = call {
            // It must overtake what it is about.
            actions += cancel(target.id)
            if let id = request.id {
                actions.append(.respond(Response(id: id, .success(Empty().json))))
            }
            return
        }
        lastTicket += 1
        let ticket = Ticket(number: lastTicket)
        if let id = request.id { tickets[id] = ticket }
        pending[ticket] = Pending(id: request.id, call: call, byteCount: byteCount)
        pendingBytes += byteCount
        waiting.append(ticket)
        startWaiting(into: &actions)
    }

    // MARK: Starting and ending

    private mutating func startWaiting(into actions: inout [Action]) {
        while isWritable, let ticket = waiting.first, let request = pending[ticket],
            mayStart(request.call)
        {
            waiting.removeFirst()
            pending[ticket]?.isStarted = true
            if request.call.isWrite { writesUnderWay += 1 }
            if request.call.isRead { readsUnderWay += 1 }
            actions.append(.start(ticket, request.call, id: request.id))
        }
        closeIfDone(into: &actions)
    }

    private func mayStart(_ call: ServiceCall) -> Bool {
        if call.isWrite { return true }
        return writesUnderWay == 0 && (!call.isRead || readsUnderWay < Self.readsAtOnce)
    }

    private mutating func remove(_ ticket: Ticket) -> Pending? {
        guard let request = pending.removeValue(forKey: ticket) else { return nil }
        if let id = request.id, tickets[id] == ticket { tickets[id] = nil }
        pendingBytes -= request.byteCount
        if request.isStarted {
            if request.call.isWrite { writesUnderWay -= 1 }
            if request.call.isRead { readsUnderWay -= 1 }
        } else {
            waiting.removeAll { $0 == ticket }
        }
        return request
    }

    private func respond(
        to request: Pending,
        _ outcome: Result<JSON, ProtocolError>,
        into actions: inout [Action]
    ) {
        guard let id = request.id, !request.isAnswered else { return }
        actions.append(.respond(Response(id: id, outcome)))
    }

    private mutating func closeIfDone(into actions: inout [Action]) {
        guard input == .ended, pending.isEmpty else { return }
        input = .closed
        actions.append(.close)
    }
}
