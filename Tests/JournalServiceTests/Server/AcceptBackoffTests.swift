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
    private let channel: EmbeddedChannel

    init() throws {
        let logger = Logger(label: "test") { [messages] _ in
            RecordingLogHandler(messages: messages)
        }
        channel = EmbeddedChannel(handler: AcceptBackoff(logger: logger))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/x")).wait()
    }

    private func fail(_ number: Int32) {
        channel.pipeline.fireErrorCaught(IOError(errnoCode: number, reason: "accept"))
    }

    /// Whether the channel reads; nil if that was never set.
    private var reads: Bool? {
        let option = channel.options.first { $0.option is ChannelOptions.Types.AutoReadOption }
        return option?.value as? Bool
    }

    @Test func acceptingPausesWithoutDescriptors() {
        fail(EMFILE)
        #expect(reads == false)
        fail(EMFILE)
        channel.embeddedEventLoop.advanceTime(by: AcceptBackoff.delay)
        #expect(reads == true)
        fail(EMFILE)
        #expect(reads == false)
    }

    @Test(arguments: [EMFILE, ENFILE, ENOMEM])
    func shortageIsLoggedOnce(number: Int32) throws {
        for _ in 1...5 {
            fail(number)
            channel.embeddedEventLoop.advanceTime(by: AcceptBackoff.delay)
        }
        #expect(messages.texts.withLock(\.count) == 1)
        let child = EmbeddedChannel()
        channel.pipeline.fireChannelRead(child)
        #expect(messages.texts.withLock(\.last) == "accepting connections again")
        fail(number)
        #expect(messages.texts.withLock(\.count) == 3)
    }

    @Test func otherErrorsDoNotPauseAccepting() {
        fail(EINVAL)
        #expect(reads == nil)
        #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
    }
}
