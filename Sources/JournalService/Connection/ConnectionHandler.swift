// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalProtocol
internal import JournalSystem
internal import NIOCore

/// Executes the requests of connections.
///
/// All methods are called on the event loop.
protocol ConnectionHandlerDelegate: AnyObject {
    /// Called when a connection is open.
    func opened(_ connection: ConnectionHandler)
    /// Executes a request; its outcome is passed to `ConnectionHandler.finish(_:_:)`.
    func start(
        _ request: RoutedRequest,
        token: RequestToken,
        id: RequestID?,
        of connection: ConnectionHandler
    )
    /// Stops executing a request that its peer cancelled.
    func cancel(_ token: RequestToken, of connection: ConnectionHandler)
    /// Called when the socket of a connection is writable again.
    func becameWritable(_ connection: ConnectionHandler)
    /// Called when the memory that a connection uses, or a transfer that it waits for, changes.
    func changedUse(_ connection: ConnectionHandler)
    /// Returns whether the budget of memory permits reading from a connection; if not, its
    /// `resumeReading()` is called later.
    func mayRead(_ connection: ConnectionHandler) -> Bool
    /// Called when a suspended connection has no request in flight any more.
    func suspended(_ connection: ConnectionHandler)
    /// Called when a connection is closed.
    func closed(_ connection: ConnectionHandler)
}

/// Connects a `ConnectionStateMachine` to a channel.
///
/// Everything runs on the event loop. Output that is queued during one turn of the loop is sent in
/// one write.
final class ConnectionHandler: ChannelInboundHandler, MonitoredPeer {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The time for which input is discarded before a connection is closed, so that the peer can
    /// read the last reply.
    static let lingerTimeout = TimeAmount.seconds(1)

    /// The size of unanswered requests up to which they are not reported as used memory.
    private static let unreportedLength = 16 << 10
    /// The size of the input that is read at once before the connection is closed.
    private static let longInput = 64 << 10

    /// The progress of closing.
    private struct Closing {
        enum Phase {
            case open
            /// Closes once the output is sent.
            case draining
            /// The sending side is closed; input is discarded until the peer closes its side.
            case lingering
        }

        var phase = Phase.open
        var hasPeerEnded = false
        var timer: Scheduled<Void>?
    }

    /// The bytes that are read from the channel.
    struct Input {
        /// Whether a read was requested and is not complete.
        var isReading = false
        /// The number of bytes that were received.
        var receivedCount = 0
    }

    /// The unique number of the connection.
    let number: Int
    /// The program at the other end.
    var client: ConnectedClient
    /// Whether the socket is writable.
    private(set) var isWritable = true
    /// Whether requests are no longer decoded and all earlier ones were answered.
    private(set) var isSuspended = false

    /// The queued output.
    let output = ConnectionOutput()
    /// Nil before the channel is active, and after it is closed.
    private(set) var socket: ConnectionSocket?
    private(set) var machine: ConnectionStateMachine
    private(set) var input = Input()

    private let delegate: any ConnectionHandlerDelegate
    /// Continues the connection of a previous daemon when the channel is active; nil for a new
    /// connection.
    private var resume: ((ConnectionHandler) -> Void)?
    private var closing = Closing()
    /// Whether the delegate was informed of memory or a transfer that is still in use.
    private var isMonitored = false

    /// Creates the handler of a new connection; one without a store only starts requests that need
    /// none.
    init(
        number: Int,
        peer: PeerCredentials,
        isWithoutStore: Bool,
        delegate: any ConnectionHandlerDelegate
    ) {
        machine = ConnectionStateMachine(isWithoutStore: isWithoutStore)
        self.number = number
        client = ConnectedClient(peer: peer, openedAt: Timestamp(Date()))
        self.delegate = delegate
    }

    /// Creates the handler of a previous daemon's connection; `begin` adds its subscriptions.
    init(
        peer: PeerCredentials,
        resuming state: HandoverState.Connection,
        isWithoutStore: Bool,
        delegate: any ConnectionHandlerDelegate,
        begin: @escaping (ConnectionHandler) -> Void
    ) {
        number = state.number
        client = ConnectedClient(
            peer: peer,
            openedAt: state.openedAt,
            name: state.clientName,
            version: state.clientVersion
        )
        self.delegate = delegate
        machine = ConnectionStateMachine(
            resuming: state.framing,
            isWithoutStore: isWithoutStore
        )
        resume = { connection in
            connection.output.append(continuing: state.output)
            begin(connection)
            connection.receive(state.input)
        }
    }

    func channelActive(context: ChannelHandlerContext) {
        socket = ConnectionSocket(context)
        delegate.opened(self)
        if let resume {
            self.resume = nil
            resume(self)
            delegate.becameWritable(self)
            flush()
            reportUse()
        }
        readIfWanted()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        input.receivedCount += buffer.readableBytes
        let actions = buffer.withUnsafeReadableBytes { bytes in
            // They may contain a passphrase, and the machine has a copy.
            defer { bytes.overwrite() }
            return machine.received(bytes)
        }
        buffer.moveReaderIndex(to: buffer.writerIndex)
        perform(actions)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        input.isReading = false
        flush()
        reportUse()
        readIfWanted()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .some(.inputClosed) = event as? ChannelEvent else {
            context.fireUserInboundEventTriggered(event)
            return
        }
        closing.hasPeerEnded = true
        if closing.phase == .lingering { context.close(promise: nil) }
        perform(machine.inputEnded())
        flush()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        perform(machine.writabilityChanged(to: isWritable))
        if isWritable { delegate.becameWritable(self) }
        flush()
        reportUse()
        readIfWanted()
    }

    func channelInactive(context: ChannelHandlerContext) {
        closing.timer?.cancel()
        socket = nil
        delegate.closed(self)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The peer reset the connection; no reply can reach it.
        context.close(promise: nil)
    }
}

// MARK: - For the delegate

extension ConnectionHandler {
    /// Reports the outcome of a request; `flush()` sends the reply.
    func finish(_ token: RequestToken, with outcome: Result<JSON, ProtocolError>) {
        perform(machine.finished(token, with: outcome))
        if isMonitored { reportUse() }
    }

    /// Reports the outcome of a request at the end of this turn of the event loop, and sends the
    /// reply.
    ///
    /// A request may start while the connection decodes lines; its outcome must not interrupt that.
    func finishAfterTurn(_ token: RequestToken, with outcome: Result<JSON, ProtocolError>) {
        guard let loop = socket?.context.eventLoop else { return }
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.execute {
            bound.value.finish(token, with: outcome)
            bound.value.flush()
        }
    }

    /// Sends the progress of a request to a peer that has asked for it, and accepts output.
    func report(_ progress: WorkProgress, of token: RequestToken) {
        guard let id = machine.progressID(of: token), isWritable, unsentByteCount == 0 else {
            return
        }
        notify(line: ProgressReport(request: id, progress: progress).notification.line)
        flush()
    }

    /// Sends the queued output if it is long, which updates `isWritable`.
    func flushWhenLong() {
        if output.isLong { flush() }
    }

    /// Queues a notification; `flush()` sends it.
    func notify(line: [UInt8]) {
        if isOpen { output.append(ByteBuffer(line, framing)) }
    }

    /// Answers the requests that the peer has sent so far, and closes the connection.
    func stop() {
        receiveAvailable()
        // The peer of a new connection may be about to send its first request.
        guard machine.selectedFraming != nil else { return reject(.daemonShuttingDown) }
        // Without lingering: the daemon does not wait for peers when it shuts down.
        closing.hasPeerEnded = true
        perform(machine.stop())
        flush()
    }

    /// Stops decoding requests; the delegate is informed when those in flight are answered.
    func suspend() {
        guard closing.phase == .open else { return }
        perform(machine.suspend())
    }

    /// Reads again after the budget of memory did not permit it.
    func resumeReading() { readIfWanted() }

    /// Sends an error and closes the connection after a time, even if the peer has not accepted the
    /// output.
    ///
    /// Unanswered requests are not answered.
    func abandon(_ error: ProtocolError, within grace: TimeAmount) {
        guard isOpen else { return }
        send(Response(id: nil, outcome: .failure(error)))
        _ = machine.stop()
        isSuspended = false
        closing.phase = .draining
        flush()
        if let socket { closeLater(socket.context, after: grace) }
    }

    /// Closes the connection and discards its output.
    func drop() { socket?.context.close(promise: nil) }

    /// Sends an error and closes.
    func reject(_ error: ProtocolError) {
        send(Response(id: nil, outcome: .failure(error)))
        perform(machine.stop())
        flush()
    }

    /// Sends the queued output.
    func flush() {
        guard let socket else { return }
        if output.send(to: socket), isMonitored || output.isBlocked { reportUse() }
        if closing.phase == .draining { close(socket.context) }
        readIfWanted()
    }
}

// MARK: - Private

extension ConnectionHandler {
    private func perform(_ actions: [ConnectionStateMachine.Action]) {
        for action in actions {
            switch action {
            case .respond(let response): send(response)
            case .start(let token, let request, let id):
                // A request that waited for others can start after the connection closed.
                guard isOpen else { continue }
                delegate.start(request, token: token, id: id, of: self)
            case .cancel(let token): delegate.cancel(token, of: self)
            case .close: if closing.phase == .open { closing.phase = .draining }
            case .suspended:
                isSuspended = true
                delegate.suspended(self)
            }
        }
    }

    private func receive(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        input.receivedCount += bytes.count
        perform(bytes.withUnsafeBytes { machine.received($0) })
    }

    /// Handles what the peer has sent and the channel has not read.
    private func receiveAvailable() {
        guard let socket, machine.wantsInput else { return }
        let bytes = socket.receive(atMost: Self.longInput)
        receive(bytes)
        bytes.overwrite()
    }

    private func send(_ response: Response) {
        if isOpen { output.append(response, framing: framing) }
    }

    private func readIfWanted() {
        guard let socket, !input.isReading else { return }
        guard closing.phase == .lingering || machine.wantsInput && delegate.mayRead(self) else {
            return
        }
        input.isReading = true
        socket.context.read()
    }

    /// Informs the delegate of the memory and the transfers that the daemon waits for.
    ///
    /// Short requests that are complete and output that is sent at once are not reported.
    private func reportUse() {
        guard isOpen, closing.phase == .open else { return }
        let isBusy =
            unsentByteCount > 0 || machine.hasUndecodedInput
            || machine.unansweredByteCount > Self.unreportedLength
        guard isBusy || isMonitored else { return }
        isMonitored = isBusy
        delegate.changedUse(self)
    }

    /// Closes the connection once the output is sent.
    ///
    /// If the socket were closed while the peer still sends, the peer would see its write fail and
    /// would not read the reply. So the sending side is closed first and input is discarded.
    private func close(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        guard !closing.hasPeerEnded else {
            closing.phase = .open
            // An empty write completes after those before it.
            context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
                bound.value.close(promise: nil)
            }
            return
        }
        closing.phase = .lingering
        context.close(mode: .output, promise: nil)
        closeLater(context, after: Self.lingerTimeout)
    }

    private func closeLater(_ context: ChannelHandlerContext, after time: TimeAmount) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        closing.timer?.cancel()
        closing.timer = context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
    }
}
