// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc
internal import JournalProtocol
internal import JournalSystem
internal import NIOCore

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
    /// The size of queued output that is sent before the end of the turn of the loop, so that a
    /// peer that does not read is recognized after each long notification.
    private static let longOutput = 32 << 10

    /// The progress of closing.
    private enum Closing {
        case open
        /// Closes once the output is sent.
        case draining
        /// The sending side is closed; input is discarded until the peer closes its side.
        case lingering
    }

    /// The unique number of the connection.
    let number: Int
    /// The process and the user of the peer.
    let peer: PeerCredentials
    /// The time at which the connection was opened.
    let openedAt: Timestamp
    /// The name that the client sent with `hello`.
    var clientName: String?
    /// The version that the client sent with `hello`.
    var clientVersion: String?
    /// Whether the socket is writable.
    private(set) var isWritable = true
    /// Whether requests are no longer decoded and all earlier ones were answered.
    private(set) var isSuspended = false

    private let delegate: any ConnectionHandlerDelegate
    private var machine: ConnectionStateMachine
    private var context: ChannelHandlerContext?
    /// The descriptor, which the channel closes; nil for a channel without a socket.
    private var socket: NIOBSDSocket.Handle?
    // Without the run-time check of overlapping accesses: the buffer calls no other code.
    @exclusivity(unchecked) private var output = OutputBuffer()
    private var unsent = UnsentOutput()
    /// The number of buffers that the system has not accepted as a whole.
    private var pendingWriteCount = 0
    /// Continues the connection of a former daemon when the channel is active; nil for others.
    private var resume: ((ConnectionHandler) -> Void)?
    private var closing = Closing.open
    private var hasPeerEnded = false
    private var isReading = false
    private var lingerTimer: Scheduled<Void>?
    /// The number of bytes that were received.
    private var receivedCount = 0
    /// The number of bytes that were passed to the channel.
    private var writtenCount = 0
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
        self.peer = peer
        self.delegate = delegate
        openedAt = Timestamp(Date())
    }

    /// Creates the handler of a connection of a former daemon; `begin` adds its subscriptions.
    init(
        peer: PeerCredentials,
        resuming state: HandoverState.Connection,
        isWithoutStore: Bool,
        delegate: any ConnectionHandlerDelegate,
        begin: @escaping (ConnectionHandler) -> Void
    ) {
        number = state.number
        self.peer = peer
        self.delegate = delegate
        openedAt = state.openedAt
        clientName = state.clientName
        clientVersion = state.clientVersion
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
        self.context = context
        socket = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable { $0 }
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
        receivedCount += buffer.readableBytes
        let actions = buffer.withUnsafeReadableBytes { bytes in
            // They may contain a passphrase, and the machine has a copy.
            defer { bytes.overwrite() }
            return machine.received(bytes)
        }
        buffer.moveReaderIndex(to: buffer.writerIndex)
        perform(actions)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        flush()
        reportUse()
        readIfWanted()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .some(.inputClosed) = event as? ChannelEvent else {
            context.fireUserInboundEventTriggered(event)
            return
        }
        hasPeerEnded = true
        if closing == .lingering { context.close(promise: nil) }
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
        lingerTimer?.cancel()
        self.context = nil
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
        guard let loop = context?.eventLoop else { return }
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.execute {
            bound.value.finish(token, with: outcome)
            bound.value.flush()
        }
    }

    /// Whether the peer runs as the same user as this process.
    ///
    /// Other users receive an error.
    var isOwner: Bool { peer.isCurrentUser }

    /// The form of the messages of the connection.
    var framing: Framing { machine.framing }

    /// The number of unanswered requests.
    var requestCount: Int { machine.inFlightCount }

    /// The number of bytes that wait to be sent.
    var unsentByteCount: Int { output.byteCount + channelByteCount }

    /// The memory that the connection uses.
    var memoryUse: MemoryBudget.Use {
        MemoryBudget.Use(
            undecoded: machine.undecodedByteCount,
            unanswered: machine.unansweredByteCount,
            unsent: unsentByteCount,
            isReadable: machine.wantsInput
        )
    }

    /// The transfers that the daemon waits for.
    var progressSample: PeerProgress.Sample {
        // While the budget of memory does not permit to read, what the peer has sent waits in the
        // socket.
        let waitsForRequest =
            machine.hasUndecodedInput && machine.wantsInput
            && (isReading || receivableByteCount == 0)
        return PeerProgress.Sample(
            received: waitsForRequest ? receivedCount : nil,
            output: unsentByteCount > 0
                ? PeerProgress.Sample.Output(
                    accepted: writtenCount - channelByteCount,
                    buffered: socketByteCount
                ) : nil
        )
    }

    /// Whether the connection is open.
    var isOpen: Bool { context != nil }

    /// Whether a request is unanswered.
    func isAwaited(_ token: RequestToken) -> Bool { machine.isAwaited(token) }

    /// Whether the peer has asked for the progress of a request.
    func wantsProgress(of token: RequestToken) -> Bool { machine.progressID(of: token) != nil }

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
        if output.byteCount > Self.longOutput { flush() }
    }

    /// Queues a notification; `flush()` sends it.
    func notify(line: [UInt8]) { notify(message: ByteBuffer(line, framing)) }

    /// Queues a notification in the framing of the connection; `flush()` sends it.
    func notify(message: ByteBuffer) {
        if context != nil { output.append(message) }
    }

    /// Answers the requests that the peer has sent so far, and closes the connection.
    func stop() {
        receiveAvailable()
        // The peer of a new connection may be about to send its first request.
        guard machine.selectedFraming != nil else { return reject(.daemonShuttingDown) }
        // Without lingering: the daemon does not wait for peers when it shuts down.
        hasPeerEnded = true
        perform(machine.stop())
        flush()
    }

    /// Stops decoding requests; the delegate is informed when those in flight are answered.
    func suspend() {
        guard closing == .open else { return }
        perform(machine.suspend())
    }

    /// Returns the state with which another process can continue the suspended connection.
    func state(
        _ subscriptions: [HandoverState.Subscription],
        lists: [HandoverState.List]
    ) -> HandoverState.Connection {
        HandoverState.Connection(
            number: number,
            framing: machine.selectedFraming,
            input: machine.undecodedInput,
            output: unsent.bytes(last: channelByteCount) + output.bytes,
            openedAt: openedAt,
            clientName: clientName,
            clientVersion: clientVersion,
            subscriptions: subscriptions,
            lists: lists
        )
    }

    /// Returns a duplicate of the socket, which the caller closes; nil if the connection is closed.
    func duplicateSocket() -> Int32? {
        guard let socket = openSocket else { return nil }
        let duplicate = fcntl(socket, F_DUPFD_CLOEXEC, 3)
        return duplicate >= 0 ? duplicate : nil
    }

    /// Reads again after the budget of memory did not permit it.
    func resumeReading() { readIfWanted() }

    /// Sends an error as far as the peer accepts output within a time, and closes the connection.
    ///
    /// Unanswered requests are not answered.
    func abandon(_ error: ProtocolError, within grace: TimeAmount) {
        guard context != nil else { return }
        send(Response(id: nil, outcome: .failure(error)))
        _ = machine.stop()
        isSuspended = false
        closing = .draining
        flush()
        if let context { closeLater(context, after: grace) }
    }

    /// Closes the connection and discards its output.
    func drop() { context?.close(promise: nil) }

    /// Sends an error and closes.
    func reject(_ error: ProtocolError) {
        send(Response(id: nil, outcome: .failure(error)))
        perform(machine.stop())
        flush()
    }

    /// Sends the queued output.
    func flush() {
        guard let context else { return }
        // The buffer is taken first: writing may make the socket writable, which calls this again.
        if var bytes = output.take() {
            writtenCount += bytes.readableBytes
            if pendingWriteCount == 0 { sendAtOnce(&bytes) }
            if bytes.readableBytes > 0 { write(bytes, in: context) }
            if isMonitored || pendingWriteCount > 0 { reportUse() }
        }
        if closing == .draining { close(context) }
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
            case .close: if closing == .open { closing = .draining }
            case .suspended:
                isSuspended = true
                delegate.suspended(self)
            }
        }
    }

    private func receive(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        receivedCount += bytes.count
        perform(bytes.withUnsafeBytes { machine.received($0) })
    }

    /// Handles what the peer has sent and the channel has not read.
    private func receiveAvailable() {
        guard let socket = openSocket, machine.wantsInput else { return }
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.longInput) { buffer, count in
            count = max(recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)), 0)
        }
        receive(bytes)
        bytes.overwrite()
    }

    /// Passes output to the system, and removes what it accepts: nearly always all.
    ///
    /// A write of the channel takes longer than the system call, which matters when a change is
    /// sent to many subscribers. Errors are left to the channel, which writes the rest.
    private func sendAtOnce(_ bytes: inout ByteBuffer) {
        guard let socket = openSocket else { return }
        let count = bytes.withUnsafeReadableBytes { bytes in
            Glibc.send(
                socket,
                bytes.baseAddress,
                bytes.count,
                Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
            )
        }
        if count > 0 { bytes.moveReaderIndex(forwardBy: count) }
    }

    /// Passes output to the channel, which sends it when the system accepts it.
    private func write(_ output: ByteBuffer, in context: ChannelHandlerContext) {
        // Other connections may share a notification; what this one keeps of it is its own.
        let isNotification = output.readableBytes <= Limits.notification
        let bytes = isNotification ? ByteBuffer(bytes: output.readableBytesView) : output
        // Added before it is written: writing may call `flush()` again, with later output.
        unsent.append(bytes, unsent: channelByteCount + bytes.readableBytes)
        pendingWriteCount += 1
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(bytes)).whenComplete { _ in
            bound.value.outputWasSent()
        }
    }

    /// Releases the copy of output that the system has accepted.
    private func outputWasSent() {
        pendingWriteCount -= 1
        unsent.keep(last: channelByteCount)
    }

    private func send(_ response: Response) {
        if context != nil { output.append(response, framing: framing) }
    }

    private func readIfWanted() {
        guard let context, !isReading else { return }
        guard closing == .lingering || machine.wantsInput && delegate.mayRead(self) else { return }
        isReading = true
        context.read()
    }

    /// Informs the delegate of the memory and the transfers that the daemon waits for.
    ///
    /// Short requests that are complete and output that is sent at once are not reported.
    private func reportUse() {
        guard context != nil, closing == .open else { return }
        let isBusy =
            unsentByteCount > 0 || machine.hasUndecodedInput
            || machine.unansweredByteCount > Self.unreportedLength
        guard isBusy || isMonitored else { return }
        isMonitored = isBusy
        delegate.changedUse(self)
    }

    /// The number of bytes that wait in the channel.
    ///
    /// The channel searches all of its options for the number, which takes longer than a write.
    private var channelByteCount: Int {
        guard pendingWriteCount > 0 else { return 0 }
        return (try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    /// The number of bytes in the buffer of the socket, as the system counts them.
    ///
    /// A reader that is slower than the buffer is long makes progress only there.
    private var socketByteCount: Int {
        var count: CInt = 0
        guard let socket = openSocket, ioctl(socket, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
        return Int(count)
    }

    /// The number of bytes that the peer has sent and the daemon has not read.
    private var receivableByteCount: Int {
        var count: CInt = 0
        guard let socket = openSocket, ioctl(socket, UInt(FIONREAD), &count) == 0 else { return 0 }
        return Int(count)
    }

    /// The descriptor of the socket, while the channel has it open.
    private var openSocket: NIOBSDSocket.Handle? {
        context?.channel.isActive == true ? socket : nil
    }

    /// Closes the connection once the output is sent.
    ///
    /// If the socket were closed while the peer still sends, the peer would see its write fail and
    /// would not read the reply. So the sending side is closed first and input is discarded.
    private func close(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        guard !hasPeerEnded else {
            closing = .open
            // An empty write completes after those before it.
            context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
                bound.value.close(promise: nil)
            }
            return
        }
        closing = .lingering
        context.close(mode: .output, promise: nil)
        closeLater(context, after: Self.lingerTimeout)
    }

    private func closeLater(_ context: ChannelHandlerContext, after time: TimeAmount) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        lingerTimer?.cancel()
        lingerTimer = context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
    }
}
