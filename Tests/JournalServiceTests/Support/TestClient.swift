// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import NIOCore
import NIOPosix
import Testing

/// A client that speaks lines over a real socket.
final class TestClient {
    private let channel: any Channel
    private var lines: AsyncThrowingStream<[UInt8], any Error>.AsyncIterator
    private var lastID: Int64 = 0
    /// Notifications that came while an answer was waited for.
    private(set) var notes: [ServerNotification] = []

    private init(_ channel: any Channel, _ stream: AsyncThrowingStream<[UInt8], any Error>) {
        self.channel = channel
        lines = stream.makeAsyncIterator()
    }

    /// Connects, runs a body, and closes.
    static func connect<R>(
        to daemon: TestDaemon,
        _ body: (TestClient) async throws -> R
    ) async throws -> R {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LineReader(continuation))
                }
            }
            .connect(unixDomainSocketPath: daemon.socket)
            .get()
        let client = TestClient(channel, stream)
        do {
            let result = try await body(client)
            try? await channel.close().get()
            return result
        } catch {
            try? await channel.close().get()
            throw error
        }
    }

    /// Sends text as it is.
    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Sends bytes as they are.
    func send(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    /// Takes what the daemon sends, or leaves it in the socket.
    func read(_ reads: Bool) async throws {
        try await channel.setOption(.autoRead, value: reads).get()
    }

    /// Closes the sending side.
    func finishSending() async throws { try await channel.close(mode: .output).get() }

    /// The next line as it is, or nil once the daemon has closed the connection.
    func bytes() async throws -> [UInt8]? { try await lines.next() }

    /// The next line, or nil once the daemon has closed the connection.
    func line() async throws -> ServerMessage? {
        guard let line = try await lines.next() else { return nil }
        return try ServerMessage(line: line)
    }

    /// The next answer; notifications before it are kept in `notes`.
    func answer() async throws -> Response {
        while let message = try await line() {
            switch message {
            case .response(let response): return response
            case .notification(let note): notes.append(note)
            }
        }
        throw ProtocolError(.internal, "the connection was closed")
    }

    /// Calls a method and waits for its answer.
    @discardableResult
    func call<Call: MethodCall>(
        _ call: Call,
        as step: StepName? = nil
    ) async throws -> Call.Reply {
        lastID += 1
        var request = Request(id: .integer(lastID), call: call)
        request.params = CallOptions(step: step).added(to: request.params, of: Call.method)
        try await send(request.line + [0x0A])
        let response = try await answer()
        #expect(response.id == .integer(lastID))
        return try Call.Reply(json: response.outcome.get())
    }

    /// The kind of error that a call is answered with.
    func refusal(_ call: some MethodCall) async throws -> ProtocolError {
        do {
            _ = try await self.call(call)
        } catch let error as ProtocolError {
            return error
        }
        throw InvalidParams("expected an error, got a result")
    }

    /// Discards the notifications that have arrived so far.
    func clearNotes() { notes = [] }

    /// The resets that came so far, after everything committed up to now was sent.
    func resets() async throws -> [Reset] {
        try await call(Flush())
        defer { notes = [] }
        return try notes.filter { $0.method == Reset.method }.map { try Reset(json: $0.params) }
    }

    /// The changes that came so far, after everything committed up to now was sent.
    func changes() async throws -> [Changes] {
        try await call(Flush())
        defer { notes = [] }
        return try notes.filter { $0.method == Changes.method }.map { try Changes(json: $0.params) }
    }
}

/// Cuts what comes into lines.
private final class LineReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private var framer = LineFramer(limit: Limits.replyLine)

    init(_ continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation) {
        self.continuation = continuation
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        framer.append(Array(unwrapInboundIn(data).readableBytesView))
        do {
            while let line = try framer.next() { continuation.yield(line) }
        } catch {
            continuation.finish(throwing: error)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { continuation.finish() }
    }

    func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        continuation.finish()
        context.close(promise: nil)
    }
}
