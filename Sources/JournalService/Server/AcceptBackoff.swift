// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalSystem
internal import Logging
internal import NIOCore

/// Pauses accepting connections while the process or the system lacks descriptors or memory.
///
/// A connection that cannot be accepted stays in the queue of the socket, which stays readable:
/// without a pause the event loop would try again at once, and use a whole core.
final class AcceptBackoff: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// The time after which accepting is tried again.
    static let delay = TimeAmount.milliseconds(100)

    private enum State {
        case accepting
        case paused
        /// The pause is over, and no connection was accepted yet.
        case retrying
    }

    private let logger: Logger
    private var state = State.accepting

    init(logger: Logger) { self.logger = logger }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if state == .retrying {
            logger.notice("accepting connections again")
            state = .accepting
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, Self.isShortage(error.errnoCode) else {
            context.fireErrorCaught(error)
            return
        }
        guard state != .paused else { return }
        if state == .accepting {
            // Logged once per shortage, regardless of its duration.
            logger.error(
                "cannot accept connections; trying again",
                metadata: ["error": "\(SystemError(error.errnoCode))"]
            )
        }
        state = .paused
        // A handler cannot hold the read back: the channel keeps the one that failed.
        setReading(false, in: context)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.delay) {
            let (handler, context) = bound.value
            handler.state = .retrying
            handler.setReading(true, in: context)
        }
    }

    private func setReading(_ reads: Bool, in context: ChannelHandlerContext) {
        // The read fails only if the channel was closed in the meantime.
        try? context.channel.syncOptions?.setOption(.autoRead, value: reads)
    }

    private static func isShortage(_ number: Int32) -> Bool {
        [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(number)
    }
}
