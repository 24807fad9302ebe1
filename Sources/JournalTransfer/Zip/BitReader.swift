// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The bits of compressed data, of which the lowest of each byte is the first.
struct BitReader {
    private let read: () -> [UInt8]
    private var input: [UInt8] = []
    private var position = 0
    /// The next bits; those above `count` are either zero or the ones that follow.
    private(set) var bits: UInt64 = 0
    /// The number of bits that can be taken.
    private var count = 0

    /// Creates a reader.
    ///
    /// - Parameter read: Returns the next bytes; none at their end.
    init(read: @escaping () -> [UInt8]) { self.read = read }

    /// Makes at least 56 bits available, or all that remain.
    @inline(__always)
    mutating func refill() {
        guard count < 56 else { return }
        guard input.count - position >= 8 else { return refillByByte() }
        let word = input.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        }
        bits |= UInt64(littleEndian: word) << UInt64(count)
        position += (63 - count) >> 3
        count |= 56
    }

    private mutating func refillByByte() {
        while count < 56 {
            if position == input.count {
                input = read()
                position = 0
                if input.isEmpty { return }
            }
            bits |= UInt64(input[position]) << UInt64(count)
            position += 1
            count += 8
        }
    }

    /// Removes bits that were made available.
    @inline(__always)
    mutating func drop(_ number: Int) throws(ZipError) {
        guard number <= count else { throw .damaged }
        bits >>= UInt64(number)
        count -= number
    }

    /// Returns the next bits, of which `refill` made enough available.
    @inline(__always)
    mutating func takeAvailable(_ number: Int) throws(ZipError) -> Int {
        let value = Int(bits & (1 << UInt64(number) - 1))
        try drop(number)
        return value
    }

    /// Returns the next bits, at most 56.
    mutating func take(_ number: Int) throws(ZipError) -> Int {
        refill()
        return try takeAvailable(number)
    }

    /// Skips the bits before the next byte.
    mutating func alignToByte() {
        bits >>= UInt64(count % 8)
        count -= count % 8
    }

    /// Copies whole bytes to a place in an array.
    mutating func copy(
        _ length: Int,
        to output: inout [UInt8],
        at start: Int
    ) throws(ZipError) {
        var filled = start
        while filled < start + length, count >= 8 {
            output[filled] = UInt8(truncatingIfNeeded: bits)
            bits >>= 8
            count -= 8
            filled += 1
        }
        guard filled < start + length else { return }
        bits = 0
        while filled < start + length {
            if position == input.count {
                input = read()
                position = 0
                guard !input.isEmpty else { throw .damaged }
            }
            let piece = min(start + length - filled, input.count - position)
            output.replaceSubrange(
                filled..<filled + piece,
                with: input[position..<position + piece]
            )
            position += piece
            filled += piece
        }
    }
}
