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
