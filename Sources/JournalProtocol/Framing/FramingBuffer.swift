// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The received bytes that are not part of a returned message.
///
/// Long messages are rare and many connections are idle, so memory that a message needed is
/// released once the message was consumed.
struct FramingBuffer {
    /// The capacity in bytes that is kept for the next message.
    static let retainedCapacity = 64 << 10

    /// The bytes; those before `start` were consumed.
    private(set) var bytes: [UInt8] = []
    /// The position of the first byte that was not consumed.
    private(set) var start = 0
    /// The position up to which the bytes were searched for an end.
    var scanned = 0

    /// The number of bytes that were not consumed.
    var count: Int { bytes.count - start }

    /// The bytes that were not consumed.
    var pending: [UInt8] { Array(bytes[start...]) }

    /// The allocated memory in bytes.
    var capacity: Int { bytes.capacity }

    /// Appends received bytes.
    ///
    /// - Complexity: Amortized O(*n*) in the number of bytes, if each message is searched for
    ///   before the next call.
    mutating func append(_ received: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            scanned -= start
            start = 0
        }
        bytes.append(contentsOf: received)
    }

    /// Consumes the bytes before a position, which were all searched.
    ///
    /// Positions from before the call are invalid after it.
    mutating func consume(upTo position: Int) {
        start = position
        scanned = position
        if start == bytes.count, capacity <= Self.retainedCapacity {
            bytes.removeAll(keepingCapacity: true)
            start = 0
            scanned = 0
        } else if capacity > Self.retainedCapacity, count <= capacity / 4 {
            // A quarter, so that the copies of many short messages after a long one add up to the
            // length of the long one.
            bytes = Array(bytes[start...])
            start = 0
            scanned = 0
        }
    }

    /// Discards all bytes.
    mutating func removeAll() { self = FramingBuffer() }
}
