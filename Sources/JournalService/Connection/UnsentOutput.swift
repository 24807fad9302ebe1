// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import NIOCore

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
