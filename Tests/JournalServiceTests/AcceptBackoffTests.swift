// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import JournalService

/// Counts the reads that reach the socket.
private final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = Never
    var count = 0

    func read(context: ChannelHandlerContext) { count += 1 }
}

/// Keeps the messages of a log.
private struct RecordingLogHandler: LogHandler {
    final class Messages: Sendable {
        let texts = Mutex<[String]>([])
    }

    let messages: Messages
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { messages.texts.withLock { $0.append("\(event.message)") } }
}

@Suite struct AcceptBackoffTests {
    private let messages = RecordingLogHandler.Messages()
    private let counter = ReadCounter()
    private let channel: EmbeddedChannel

    init() throws {
        let logger = Logger(label: "test") { [messages] _ in
            RecordingLogHandler(messages: messages)
        }
        channel = EmbeddedChannel(handlers: [counter, AcceptBackoff(logger: logger)])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/x")).wait()
        counter.count = 0
    }

    private func fail(_ number: Int32) {
        channel.pipeline.fireErrorCaught(IOError(errnoCode: number, reason: "accept"))
    }

    @Test func acceptingPausesWithoutDescriptors() {
        channel.read()
        #expect(counter.count == 1)
        fail(EMFILE)
        channel.read()
        channel.read()
        #expect(counter.count == 1)
        channel.embeddedEventLoop.advanceTime(by: AcceptBackoff.delay)
        #expect(counter.count == 2)
    }

    @Test(arguments: [EMFILE, ENFILE, ENOMEM])
    func aShortageIsLoggedOnceHoweverLongItLasts(number: Int32) throws {
        for _ in 1...5 {
            fail(number)
            channel.read()
            channel.embeddedEventLoop.advanceTime(by: AcceptBackoff.delay)
        }
        #expect(messages.texts.withLock(\.count) == 1)
        let child = EmbeddedChannel()
        channel.pipeline.fireChannelRead(child)
        #expect(messages.texts.withLock(\.last) == "accepting connections again")
        fail(number)
        #expect(messages.texts.withLock(\.count) == 3)
    }

    @Test func otherErrorsPassWithoutAPause() {
        fail(EINVAL)
        channel.read()
        #expect(counter.count == 1)
        #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
    }
}
