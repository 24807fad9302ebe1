// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

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
