// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import NIOCore
internal import JournalProtocol

/// The state of one connection, without I/O.
///
/// It splits bytes into messages, decodes them into requests, and starts requests in the order of
/// their arrival:
///
/// - A write starts at once, so that many of them share a commit.
/// - Any other request waits until the writes before it were answered, so a client that pipelines a
///   write and a read sees its own write.
/// - Nothing starts while the socket is not writable, and only `maximumConcurrentReads` reads, or
///   other requests with long replies, run at once.
/// - While `Limits.inFlight` requests are unanswered, no further line is decoded and nothing is
///   read from the socket. Back-pressure reaches the peer; no request is lost.
///
/// This bounds the memory that the daemon uses for a peer. Messages are overwritten once they are
/// decoded, because they may contain a passphrase.
struct ConnectionStateMachine {
    /// The maximum number of reads of one connection that run at once, including other requests
    /// with long replies.
    static let maximumConcurrentReads = 4
    /// The size of unanswered requests, in bytes, beyond which no further requests are read.
    static let maximumPendingBytes = 8 << 20

    /// An instruction to the handler.
    enum Action {
        /// Send a reply.
        case respond(Response)
        /// Execute a request and pass its outcome to `finished(_:with:)`.
        case start(RequestToken, RoutedRequest, id: RequestID?)
        /// Stop executing a request, unless it is a write that has begun.
        case cancel(RequestToken)
        /// Close the connection once all output is sent.
        case close
        /// No request is in flight any more after `suspend()`.
        case suspended
    }

    private enum Input {
        case open
        /// No further requests are read; those that were read are still answered.
        case ended
        /// `.close` was returned.
        case closed
        /// Input is kept and not decoded; requests that were decoded are still answered.
        case suspending
        /// `.suspended` was returned.
        case suspended

        /// Whether input is read or kept for another process.
        var isKept: Bool { self == .open || self == .suspending || self == .suspended }
    }

    private var framer: MessageFramer
    /// Whether requests that need the store wait until another service of the process starts them.
    private let isWithoutStore: Bool
    private var input = Input.open
    /// Whether the peer closed its sending side; undecoded lines may remain.
    private var hasPeerEnded = false
    private var isWritable = true
    private var requests = PendingRequests()
    /// The messages of requests that another process starts.
    private var returnedInput: [UInt8] = []

    /// Creates the state of a connection, which may already have a framing.
    init(
        lineLimit: Int = Limits.line,
        resuming framing: Framing? = nil,
        isWithoutStore: Bool = false
    ) {
        self.isWithoutStore = isWithoutStore
        framer =
            framing.map { MessageFramer(limit: lineLimit, resuming: $0) }
            ?? MessageFramer(limit: lineLimit)
    }

    /// Whether the handler should read from the socket.
    var wantsInput: Bool {
        input == .open && !hasPeerEnded && isWritable && hasRoom
    }

    private var hasRoom: Bool {
        requests.count < Limits.inFlight && requests.byteCount < Self.maximumPendingBytes
    }

    /// The framing of the connection; lines before the first message.
    var framing: Framing { framer.framing ?? .lines }

    /// The framing that the peer selected; nil before the first message.
    var selectedFraming: Framing? { framer.framing }

    /// The received bytes that were not decoded, from the start of a message.
    var undecodedInput: [UInt8] { returnedInput + framer.undecoded }

    /// The number of received bytes that were not decoded.
    var undecodedByteCount: Int { returnedInput.count + framer.pendingCount }

    /// Whether a part of a request was received that was not decoded.
    var hasUndecodedInput: Bool { framer.isIncomplete }

    /// The number of bytes of unanswered requests.
    var unansweredByteCount: Int { requests.byteCount }

    /// The number of unanswered requests.
    var inFlightCount: Int { requests.count }

    /// Returns the id for notifications of the progress of a request; nil if its peer has not asked
    /// for them.
    func progressID(of token: RequestToken) -> RequestID? {
        guard let request = requests[token], request.routed.reportsProgress, !request.isAnswered
        else { return nil }
        return request.id
    }

    /// Whether a request is unanswered.
    func isAwaited(_ token: RequestToken) -> Bool { requests[token]?.isAnswered == false }
}

// MARK: - Events

extension ConnectionStateMachine {
    /// Handles bytes from the peer.
    mutating func received(_ bytes: UnsafeRawBufferPointer) -> [Action] {
        guard input.isKept else { return [] }
        framer.append(bytes)
        var actions: [Action] = []
        readLines(into: &actions)
        return actions
    }

    /// Handles the end of the input; an incomplete line is discarded.
    mutating func inputEnded() -> [Action] {
        hasPeerEnded = true
        var actions: [Action] = []
        readLines(into: &actions)
        return actions
    }

    /// Stops decoding requests without an end of the input, so that another process can continue.
    ///
    /// Requests that were not started are passed on with the input: the replies to a peer that does
    /// not read would all be kept in memory. If the peer closed its sending side, the connection
    /// ends by itself, unless requests wait: the other process sees the end of the input as well.
    mutating func suspend() -> [Action] {
        guard input == .open && !hasPeerEnded || hasPeerEnded && requests.areWaiting else {
            return []
        }
        input = .suspending
        for request in requests.removeWaiting() {
            framing.appendReceived(request.message, to: &returnedInput)
            request.message.overwrite()
        }
        var actions: [Action] = []
        closeIfDone(into: &actions)
        return actions
    }

    /// Stops decoding requests; those that were decoded are still answered.
    mutating func stop() -> [Action] {
        var actions: [Action] = []
        endInput(into: &actions)
        return actions
    }

    /// Handles a change of the writability of the socket.
    mutating func writabilityChanged(to isWritable: Bool) -> [Action] {
        self.isWritable = isWritable
        var actions: [Action] = []
        startWaiting(into: &actions)
        return actions
    }

    /// Handles the outcome of a request that was started.
    mutating func finished(
        _ token: RequestToken,
        with outcome: Result<JSON, ProtocolError>
    ) -> [Action] {
        guard let request = requests.remove(token) else { return [] }
        var actions: [Action] = []
        respond(to: request, with: outcome, into: &actions)
        readLines(into: &actions)
        return actions
    }

    /// Handles the cancellation of an unanswered request; other ids are ignored.
    mutating func cancel(_ id: RequestID) -> [Action] {
        guard let token = requests.token(id), let request = requests[token] else { return [] }
        if request.isStarted, request.writes { return [.cancel(token)] }
        var actions: [Action] = []
        if request.isStarted {
            // It counts as running until its reader is done, so that cancelling does not pile up
            // work.
            requests.markAnswered(token)
            actions.append(.cancel(token))
        } else {
            _ = requests.remove(token)
            request.message.overwrite()
        }
        let error = ProtocolError(.cancelled, "the request was cancelled")
        respond(to: request, with: .failure(error), into: &actions)
        readLines(into: &actions)
        return actions
    }
}

// MARK: - Lines

extension ConnectionStateMachine {
    /// Decodes received lines up to the limits.
    private mutating func readLines(into actions: inout [Action]) {
        do throws(FramingError) {
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
            actions.append(.respond(Response(id: nil, outcome: .failure(ProtocolError(error)))))
            endInput(into: &actions)
        }
        startWaiting(into: &actions)
    }

    private mutating func endInput(into actions: inout [Action]) {
        guard input.isKept else { return }
        framer.finish()
        input = .ended
        closeIfDone(into: &actions)
    }

    private mutating func read(_ line: [UInt8], into actions: inout [Action]) {
        let request: Request
        do throws(Request.Fault) {
            request =
                try framing == .channel
                ? Request(channelLine: line) : Request(line: line)
        } catch {
            actions.append(.respond(error.response))
            line.overwrite()
            return
        }
        do throws(ProtocolError) {
            try accept(request, message: line, into: &actions)
        } catch {
            line.overwrite()
            guard let id = request.id else { return }
            actions.append(.respond(Response(id: id, outcome: .failure(error))))
        }
    }

    private mutating func accept(
        _ request: Request,
        message: [UInt8],
        into actions: inout [Action]
    ) throws(ProtocolError) {
        if let id = request.id, requests.token(id) != nil {
            throw ProtocolError(.requestDuplicateID, "the id \(id.json) is still in flight")
        }
        let warnings = request.warnings
        let routed: RoutedRequest
        switch try Self.decode(request, warnings: warnings) {
        case .routed(let decoded): routed = decoded
        case .cancel(let target):
            // A cancellation is handled immediately, before any request that waits.
            actions += cancel(target.id)
            if let id = request.id {
                let outcome = Result<JSON, ProtocolError>.success(Empty().json)
                actions.append(.respond(Response(id: id, outcome: outcome.with(warnings))))
            }
            return
        }
        requests.add(
            PendingRequests.Request(
                id: request.id,
                routed: routed,
                byteCount: message.count,
                message: message,
                warnings: warnings
            )
        )
        startWaiting(into: &actions)
    }

    /// Decodes a request; an error contains the warnings.
    private static func decode(
        _ request: Request,
        warnings: [RequestWarning]
    ) throws(ProtocolError) -> DecodedRequest {
        do throws(ProtocolError) {
            return try DecodedRequest(request)
        } catch {
            throw error.with(warnings)
        }
    }

    // MARK: Starting and ending

    private mutating func startWaiting(into actions: inout [Action]) {
        while isWritable, let next = requests.next, mayStart(next),
            let (token, request) = requests.startNext()
        {
            request.message.overwrite()
            actions.append(.start(token, request.routed, id: request.id))
        }
        closeIfDone(into: &actions)
    }

    private func mayStart(_ request: PendingRequests.Request) -> Bool {
        if isWithoutStore, request.routed.needsStore { return false }
        if request.writes { return true }
        return requests.runningWrites == 0
            && (!request.isConcurrencyLimited
                || requests.runningReads < Self.maximumConcurrentReads)
    }

    private func respond(
        to request: PendingRequests.Request,
        with outcome: Result<JSON, ProtocolError>,
        into actions: inout [Action]
    ) {
        guard let id = request.id, !request.isAnswered else { return }
        actions.append(.respond(Response(id: id, outcome: outcome.with(request.warnings))))
    }

    private mutating func closeIfDone(into actions: inout [Action]) {
        guard requests.count == 0 else { return }
        switch input {
        case .ended:
            input = .closed
            actions.append(.close)
        case .suspending:
            input = .suspended
            actions.append(.suspended)
        case .open, .closed, .suspended: break
        }
    }
}
