// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// The lines that a connection sends at the end of this turn of the event loop.
struct OutputBuffer {
    /// The capacity beyond which memory is released after a reply.
    private static let retainedCapacity = 65_536

    private var bytes = ByteBuffer()
    private var scratch: [UInt8] = []

    /// The number of queued bytes.
    var byteCount: Int { bytes.readableBytes }

    /// Appends a line and its newline.
    mutating func append(line: [UInt8]) {
        bytes.writeBytes(line)
        bytes.writeInteger(UInt8(ascii: "\n"))
    }

    /// Appends a reply.
    mutating func append(_ response: Response) {
        scratch.removeAll(keepingCapacity: true)
        response.append(to: &scratch)
        append(line: scratch)
        if scratch.capacity > Self.retainedCapacity { scratch = [] }
    }

    /// Removes and returns the queued bytes, or nil if there are none.
    mutating func take() -> ByteBuffer? {
        guard bytes.readableBytes > 0 else { return nil }
        defer { bytes = ByteBuffer() }
        return bytes
    }
}
