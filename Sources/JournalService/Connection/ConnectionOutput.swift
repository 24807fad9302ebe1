// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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

    // Without the run-time check of overlapping accesses: the buffer calls no other code.
    @exclusivity(unchecked) private var queue = OutputBuffer()
    private var unsent = UnsentOutput()
    /// The number of buffers that the system has not accepted as a whole.
    private var pendingWriteCount = 0
    /// The number of bytes that were passed to the system or the channel.
    private var writtenCount = 0

    /// Whether the queue is sent before the end of the turn of the loop.
    var isLong: Bool { queue.byteCount > Self.longOutput }

    /// Whether the channel has output that the system has not accepted.
    var isBlocked: Bool { pendingWriteCount > 0 }

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
        queue.byteCount + channelByteCount(of: socket)
    }

    /// Returns the progress of the output; nil if none waits.
    func progress(at socket: ConnectionSocket?) -> PeerProgress.Sample.Output? {
        let inChannel = channelByteCount(of: socket)
        guard queue.byteCount + inChannel > 0 else { return nil }
        return PeerProgress.Sample.Output(
            accepted: writtenCount - inChannel,
            buffered: socket?.sentByteCount ?? 0
        )
    }

    /// Returns the bytes that were not sent, which may begin within a message.
    func bytes(at socket: ConnectionSocket?) -> [UInt8] {
        unsent.bytes(last: channelByteCount(of: socket)) + queue.bytes
    }

    /// Sends what is queued; returns false if nothing is.
    ///
    /// The system accepts nearly always all of it, and its call is faster than a write of the
    /// channel, which matters when a change is sent to many subscribers.
    func send(to socket: ConnectionSocket) -> Bool {
        // Taken first: writing may make the socket writable, which calls this again.
        guard var bytes = queue.take() else { return false }
        writtenCount += bytes.readableBytes
        if !isBlocked { socket.send(&bytes) }
        if bytes.readableBytes > 0 { write(bytes, to: socket) }
        return true
    }

    /// Passes output to the channel, which sends it when the system accepts it.
    private func write(_ output: ByteBuffer, to socket: ConnectionSocket) {
        // Other connections may share a notification; what this one keeps of it is its own.
        let isNotification = output.readableBytes <= Limits.notification
        let bytes = isNotification ? ByteBuffer(bytes: output.readableBytesView) : output
        // Added before it is written: writing may call `send(to:)` again, with later output.
        unsent.append(bytes, unsent: channelByteCount(of: socket) + bytes.readableBytes)
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
        unsent.keep(last: channelByteCount(of: socket))
    }

    private func channelByteCount(of socket: ConnectionSocket?) -> Int {
        isBlocked ? socket?.channelByteCount ?? 0 : 0
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
