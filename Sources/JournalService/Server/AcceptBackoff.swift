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
final class AcceptBackoff: ChannelDuplexHandler {
    typealias InboundIn = Channel
    typealias InboundOut = Channel
    typealias OutboundIn = Never

    /// The time after which accepting is tried again.
    static let delay = TimeAmount.milliseconds(100)

    private enum State {
        case accepting
        /// `wantsRead` notes a read that was requested during the pause.
        case paused(wantsRead: Bool)
        /// The pause is over, and no connection was accepted yet.
        case retrying
    }

    private let logger: Logger
    private var state = State.accepting

    init(logger: Logger) { self.logger = logger }

    func read(context: ChannelHandlerContext) {
        if case .paused = state {
            state = .paused(wantsRead: true)
        } else {
            context.read()
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .retrying = state {
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
        switch state {
        case .paused: return
        case .retrying: break
        case .accepting:
            // Once for a shortage, however long it lasts.
            logger.error(
                "cannot accept connections; trying again",
                metadata: ["error": "\(SystemError(error.errnoCode))"]
            )
        }
        state = .paused(wantsRead: false)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.delay) {
            let (handler, context) = bound.value
            handler.resume(context)
        }
    }

    private func resume(_ context: ChannelHandlerContext) {
        guard case .paused(let wantsRead) = state else { return }
        state = .retrying
        if wantsRead { context.read() }
    }

    private static func isShortage(_ number: Int32) -> Bool {
        [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(number)
    }
}
