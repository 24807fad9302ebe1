// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// Who does what the requests of connections ask for; called on the event loop.
protocol CallTarget: AnyObject {
    /// A connection is there.
    func opened(_ connection: ConnectionHandler)
    /// Start a call; the connection gets its outcome by `finish`.
    func start(
        _ call: ServiceCall,
        _ ticket: Ticket,
        id: RequestID?,
        of connection: ConnectionHandler
    )
    /// Nobody waits for a call any more.
    func abandon(_ ticket: Ticket, of connection: ConnectionHandler)
    /// The connection takes output again.
    func canSend(_ connection: ConnectionHandler)
    /// The connection is gone.
    func closed(_ connection: ConnectionHandler)
}

/// The shell around a `ConnectionStateMachine`: feeds it what the socket gives, does what it says.
///
/// Everything happens on the event loop. What is sent during one turn of the loop leaves in one write.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a peer may take no byte of what waits for it.
    static let patience = TimeAmount.seconds(60)
    /// How long a peer that must go may still send, so that it gets to read why.
    static let farewell = TimeAmount.seconds(1)

    /// How many bytes are queued before they are sent in the middle of other work.
    private static let longOutput = 128 << 10

    /// Tells connections apart.
    let number: Int
    /// What the connection is told of commits.
    var subscriptions: [RequestID: Subscription] = [:]
    /// `flush` requests whose subscriptions are not there yet.
    var flushes: [PendingFlush] = []
    /// What readers look for on behalf of the connection.
    var claims: [Ticket: Claim] = [:]
    /// Withdrawn when the connection ends.
    let presence = Claim()
    /// Whether the peer is another user, who is told so and nothing else.
    var isStranger = false
    /// Whether the peer takes output now.
    private(set) var isWritable = true

    private let target: any CallTarget
    private var machine = ConnectionStateMachine()
    private var context: ChannelHandlerContext?
    private var output = ByteBuffer()
    private var scratch: [UInt8] = []
    private var isClosing = false
    private var isLeaving = false
    private var hasPeerEnded = false
    private var isReading = false
    private var stall: Scheduled<Void>?

    init(number: Int, target: any CallTarget) {
        self.number = number
        self.target = target
    }

    func channelActive(context: ChannelHandlerContext) {
        self.context = context
        target.opened(self)
        readIfWanted()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        let actions = buffer.withUnsafeReadableBytes { machine.received($0) }
        buffer.moveReaderIndex(to: buffer.writerIndex)
        perform(actions)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        flush()
        readIfWanted()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .some(.inputClosed) = event as? ChannelEvent else {
            context.fireUserInboundEventTriggered(event)
            return
        }
        hasPeerEnded = true
        if isLeaving { context.close(promise: nil) }
        perform(machine.inputEnded())
        flush()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        if isWritable {
            stall?.cancel()
            stall = nil
        } else {
            watchForStall(context)
        }
        perform(machine.writabilityChanged(to: isWritable))
        if isWritable { target.canSend(self) }
        flush()
        readIfWanted()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stall?.cancel()
        self.context = nil
        target.closed(self)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A peer that went away without a word; there is nobody to be told.
        context.close(promise: nil)
    }
}

// MARK: - For the target

extension ConnectionHandler {
    /// A call has ended; `flush` sends its answer.
    func finish(_ ticket: Ticket, _ outcome: Result<JSON, ProtocolError>) {
        perform(machine.finished(ticket, outcome))
    }

    /// Whether the peer still waits for the outcome of a call.
    func isAwaited(_ ticket: Ticket) -> Bool { machine.isAwaited(ticket) }

    /// Sends what was queued if that is much, so that it shows whether the peer takes it.
    func flushWhenLong() {
        if output.readableBytes > Self.longOutput { flush() }
    }

    /// Queues a notification; `flush` sends it.
    func notify(line: [UInt8]) {
        guard context != nil else { return }
        output.writeBytes(line)
        output.writeInteger(UInt8(ascii: "\n"))
    }

    /// Reads no further request, answers what is under way and closes.
    func stop() {
        // The daemon ends; it does not wait for peers to notice.
        hasPeerEnded = true
        perform(machine.stop())
        flush()
    }

    /// Drops the connection with whatever was still to be sent.
    func drop() { context?.close(promise: nil) }

    /// Answers a peer that is not served, and closes.
    func refuse(_ error: ProtocolError) {
        send(Response(id: nil, .failure(error)))
        perform(machine.stop())
        flush()
    }

    /// How many requests wait for their answers.
    var inFlightCount: Int { machine.inFlightCount }

    /// Sends what was queued, at the end of this turn of the loop at the latest.
    func flush() {
        guard let context else { return }
        if output.readableBytes > 0 {
            // Emptied first: writing may make the peer take output again, which leads back here.
            let bytes = output
            output = ByteBuffer()
            context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        }
        if isClosing { leave(context) }
        readIfWanted()
    }
}

// MARK: - Doing

extension ConnectionHandler {
    private func perform(_ actions: [ConnectionStateMachine.Action]) {
        for action in actions {
            switch action {
            case .respond(let response): send(response)
            case .start(let ticket, let call, let id): target.start(call, ticket, id: id, of: self)
            case .abandon(let ticket): target.abandon(ticket, of: self)
            case .close: isClosing = true
            }
        }
    }

    private func send(_ response: Response) {
        guard context != nil else { return }
        scratch.removeAll(keepingCapacity: true)
        response.append(to: &scratch)
        output.writeBytes(scratch)
        output.writeInteger(UInt8(ascii: "\n"))
        if scratch.capacity > 65_536 { scratch = [] }
    }

    private func readIfWanted() {
        guard let context, !isReading, machine.wantsInput || isLeaving else { return }
        isReading = true
        context.read()
    }

    /// Ends the connection once everything is written.
    ///
    /// A peer that is still sending would only see its own write fail if the socket were gone. So our
    /// side ends first, and what comes in the meantime is thrown away.
    private func leave(_ context: ChannelHandlerContext) {
        isClosing = false
        guard !hasPeerEnded else {
            // An empty write is done when those before it are.
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
                bound.value.close(promise: nil)
            }
            return
        }
        isLeaving = true
        context.close(mode: .output, promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        stall?.cancel()
        stall = context.eventLoop.scheduleTask(in: Self.farewell) {
            bound.value.close(promise: nil)
        }
    }

    private func watchForStall(_ context: ChannelHandlerContext) {
        guard stall == nil else { return }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        stall = context.eventLoop.scheduleTask(in: Self.patience) {
            bound.value.close(promise: nil)
        }
    }
}
