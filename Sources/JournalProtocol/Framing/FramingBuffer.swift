// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The received bytes that are not part of a returned message.
///
/// What was consumed or copied is overwritten, because a message may contain a passphrase.
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
    var pending: [UInt8] { copy(of: start..<bytes.count) }

    /// Returns a copy of bytes, which shares no memory with the buffer even if they are all of it.
    func copy(of range: Range<Int>) -> [UInt8] {
        bytes.withUnsafeBytes { [UInt8]($0[range]) }
    }

    /// The allocated memory in bytes.
    var capacity: Int { bytes.capacity }

    /// Appends received bytes.
    ///
    /// - Complexity: Amortized O(*n*) in the number of bytes, if each message is searched for
    ///   before the next call.
    mutating func append(_ received: UnsafeRawBufferPointer) {
        let needed = count + received.count
        if start > 0 || needed > capacity { move(reserving: max(needed, 2 * count)) }
        bytes.append(contentsOf: received)
    }

    /// Copies the bytes that were not consumed, and overwrites the former ones.
    private mutating func move(reserving capacity: Int = 0) {
        var rest: [UInt8] = []
        rest.reserveCapacity(capacity)
        rest.append(contentsOf: bytes[start...])
        overwrite(bytes.indices)
        bytes = rest
        scanned -= start
        start = 0
    }

    /// Consumes the bytes before a position, which were all searched.
    ///
    /// Positions from before the call are invalid after it.
    mutating func consume(upTo position: Int) {
        overwrite(start..<position)
        start = position
        scanned = position
        if start == bytes.count, capacity <= Self.retainedCapacity {
            bytes.removeAll(keepingCapacity: true)
            start = 0
            scanned = 0
        } else if capacity > Self.retainedCapacity, count <= capacity / 4 {
            // A quarter, so that the copies of many short messages after a long one add up to the
            // length of the long one.
            move()
        }
    }

    /// Discards all bytes.
    mutating func removeAll() {
        overwrite(bytes.indices)
        self = FramingBuffer()
    }

    /// Overwrites bytes of this buffer, and not those of a copy of it.
    private mutating func overwrite(_ range: Range<Int>) {
        bytes.withUnsafeMutableBytes { UnsafeRawBufferPointer(rebasing: $0[range]).overwrite() }
    }
}
