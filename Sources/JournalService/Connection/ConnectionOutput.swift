// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol
internal import NIOCore

/// The output of a connection: messages that are queued during a turn of the event loop, and bytes
/// that the system has not accepted.
///
/// Runs on the event loop.
final class ConnectionOutput {
    /// The size of queued output that is sent before the end of the turn of the loop, so that a
    /// peer that does not read is recognized after each long notification.
    private static let longOutput = 32 << 10

    private var queue = OutputBuffer()
    private let channel: ChannelOutput
    private let sink: any OutputSink
    /// The number of bytes that were passed to the system or the channel.
    private var writtenCount = 0

    /// Creates the output of a connection, without a faster way to the system if it is not used.
    init(isDirect: Bool = DirectOutput.isUsed) {
        channel = ChannelOutput()
        sink = isDirect ? DirectOutput(channel) : channel
    }

    /// Whether the queue is sent before the end of the turn of the loop.
    var isLong: Bool { queue.byteCount > Self.longOutput }

    /// Whether the channel has output that the system has not accepted.
    var isBlocked: Bool { channel.isBlocked }

    /// Queues a reply.
    func append(_ response: Response, framing: Framing) {
        queue.append(response, framing: framing)
    }

    /// Queues a framed message.
    func append(_ message: ByteBuffer) { queue.append(message) }

    /// Queues messages that are framed already, the first of which may lack its start.
    func append(continuing output: [UInt8]) { queue.append(continuing: output) }

    /// Returns the number of bytes that wait to be sent.
    func byteCount(at socket: ConnectionSocket?) -> Int {
        queue.byteCount + channel.byteCount(of: socket)
    }

    /// Returns the progress of the output; nil if none waits.
    func progress(at socket: ConnectionSocket?) -> PeerProgress.Sample.Output? {
        let inChannel = channel.byteCount(of: socket)
        guard queue.byteCount + inChannel > 0 else { return nil }
        return PeerProgress.Sample.Output(
            accepted: writtenCount - inChannel,
            buffered: socket?.sentByteCount ?? 0
        )
    }

    /// Returns the bytes that were not sent, which may begin within a message.
    func bytes(at socket: ConnectionSocket?) -> [UInt8] {
        channel.bytes(of: socket) + queue.bytes
    }

    /// Sends what is queued; returns false if nothing is.
    func send(to socket: ConnectionSocket) -> Bool {
        // Taken first: writing may make the socket writable, which calls this again.
        guard let bytes = queue.take() else { return false }
        writtenCount += bytes.readableBytes
        sink.send(bytes, to: socket)
        return true
    }
}

/// The way of output to the system.
protocol OutputSink: AnyObject {
    /// Sends output, now or when the system accepts it.
    func send(_ output: ByteBuffer, to socket: ConnectionSocket)
}

/// Passes output to the channel, and keeps what the system has not accepted.
final class ChannelOutput: OutputSink {
    private var unsent = UnsentOutput()
    /// The number of buffers that the system has not accepted as a whole.
    private var pendingWriteCount = 0

    /// Whether the channel has output that the system has not accepted.
    var isBlocked: Bool { pendingWriteCount > 0 }

    /// Returns the number of bytes that wait in the channel.
    func byteCount(of socket: ConnectionSocket?) -> Int {
        isBlocked ? socket?.channelByteCount ?? 0 : 0
    }

    /// Returns the bytes that wait in the channel.
    func bytes(of socket: ConnectionSocket?) -> [UInt8] {
        unsent.bytes(last: byteCount(of: socket))
    }

    func send(_ output: ByteBuffer, to socket: ConnectionSocket) {
        // What a connection keeps of a notification is as long as what it has not sent.
        let isNotification = output.readableBytes <= Limits.notification
        let bytes = isNotification ? ByteBuffer(bytes: output.readableBytesView) : output
        // Added before it is written: writing may call this again, with later output.
        unsent.append(bytes, unsent: byteCount(of: socket) + bytes.readableBytes)
        pendingWriteCount += 1
        let context = socket.context
        let bound = NIOLoopBound((self, socket), eventLoop: context.eventLoop)
        context.writeAndFlush(NIOAny(bytes)).whenComplete { _ in
            let (output, socket) = bound.value
            output.wasAccepted(by: socket)
        }
    }

    /// Releases the copy of output that the system has accepted.
    private func wasAccepted(by socket: ConnectionSocket) {
        pendingWriteCount -= 1
        unsent.keep(last: byteCount(of: socket))
    }
}

/// The messages that a connection sends at the end of this turn of the event loop.
struct OutputBuffer {
    /// The capacity beyond which memory is released after a reply.
    private static let retainedCapacity = 65_536

    private var queue = ByteBuffer()
    private var scratch: [UInt8] = []

    /// The number of queued bytes.
    var byteCount: Int { queue.readableBytes }
    /// The queued bytes.
    var bytes: [UInt8] { Array(queue.readableBytesView) }

    /// Appends messages that are framed already, the first of which may lack its start.
    mutating func append(continuing output: [UInt8]) { queue.writeBytes(output) }

    /// Appends a framed message.
    mutating func append(_ message: ByteBuffer) {
        // Most often, the output is one message and can share its memory.
        if queue.readableBytes == 0 { queue = message } else { queue.writeImmutableBuffer(message) }
    }

    /// Appends a reply.
    mutating func append(_ response: Response, framing: Framing) {
        scratch.removeAll(keepingCapacity: true)
        response.append(to: &scratch)
        append(ByteBuffer(scratch, framing, number: response.id?.channelNumber ?? 0))
        if scratch.capacity > Self.retainedCapacity { scratch = [] }
    }

    /// Removes and returns the queued bytes, or nil if there are none.
    mutating func take() -> ByteBuffer? {
        guard queue.readableBytes > 0 else { return nil }
        defer { queue = ByteBuffer() }
        return queue
    }
}

extension ByteBuffer {
    /// Creates the framed form of a message's JSON text; a reply has the `number` of its request.
    init(_ message: [UInt8], _ framing: Framing, number: Int64 = 0) {
        guard framing != .lines else {
            self = ByteBufferAllocator().buffer(capacity: message.count + 1)
            writeBytes(message)
            writeInteger(UInt8(ascii: "\n"))
            return
        }
        var framed: [UInt8] = []
        framed.reserveCapacity(message.count + 32)
        framing.append(message, number: number, to: &framed)
        self.init(bytes: framed)
    }
}

/// The output that was passed to a channel and that the system has not accepted yet.
///
/// A channel does not return its output. So its last buffers are kept here, too; they share the
/// memory of the channel's buffers.
struct UnsentOutput {
    private var buffers: CircularBuffer<ByteBuffer> = []
    private var byteCount = 0

    /// Adds the output that was passed last, and drops what is not among the last bytes.
    mutating func append(_ buffer: ByteBuffer, unsent count: Int) {
        buffers.append(buffer)
        byteCount += buffer.readableBytes
        keep(last: count)
    }

    /// Drops the buffers that contain none of the last bytes.
    mutating func keep(last count: Int) {
        while let first = buffers.first, byteCount - first.readableBytes >= count {
            byteCount -= first.readableBytes
            buffers.removeFirst()
        }
    }

    /// Returns the last bytes.
    func bytes(last count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for buffer in buffers { bytes += buffer.readableBytesView }
        return Array(bytes.suffix(count))
    }
}

/// The socket of an open connection, and the channel that owns it.
struct ConnectionSocket {
    let context: ChannelHandlerContext
    /// The descriptor, which the channel closes; nil for a channel without a socket.
    private let descriptor: NIOBSDSocket.Handle?

    init(_ context: ChannelHandlerContext) {
        self.context = context
        descriptor = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable { $0 }
    }

    /// The descriptor, while the channel has it open.
    var openDescriptor: NIOBSDSocket.Handle? {
        context.channel.isActive ? descriptor : nil
    }

    /// The number of bytes that wait in the channel.
    ///
    /// The channel searches all of its options for the number, which takes longer than a write.
    var channelByteCount: Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    /// The number of bytes in the send buffer of the socket, as the system counts them.
    ///
    /// A reader that is slower than the buffer is long makes progress only there.
    var sentByteCount: Int { byteCount(UInt(TIOCOUTQ)) }

    /// The number of bytes that the peer has sent and the daemon has not read.
    var receivableByteCount: Int { byteCount(UInt(FIONREAD)) }

    private func byteCount(_ request: UInt) -> Int {
        var count: CInt = 0
        guard let descriptor = openDescriptor, ioctl(descriptor, request, &count) == 0 else {
            return 0
        }
        return Int(count)
    }

    /// Returns what the peer has sent and the channel has not read, up to a number of bytes.
    func receive(atMost limit: Int) -> [UInt8] {
        guard let descriptor = openDescriptor else { return [] }
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)), 0)
        }
    }

    /// Returns a duplicate of the descriptor, which the caller closes, or `nil` without a channel.
    func duplicate() -> Int32? {
        guard let descriptor = openDescriptor else { return nil }
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        return duplicate >= 0 ? duplicate : nil
    }
}
