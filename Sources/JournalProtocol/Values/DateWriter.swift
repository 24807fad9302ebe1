// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A writer of the fixed-width fields of a date, which allocates nothing but the text.
struct DateWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    /// Returns the text that a closure appends; its length in bytes is at most `capacity`.
    static func text(capacity: Int, _ body: (inout DateWriter) -> Void) -> String {
        String(unsafeUninitializedCapacity: capacity) { buffer in
            var writer = DateWriter(buffer: buffer)
            body(&writer)
            return writer.count
        }
    }

    /// Appends what a closure writes to JSON text, as a string; its length in bytes is at most
    /// `capacity`.
    static func append(
        to bytes: inout [UInt8],
        capacity: Int,
        _ body: (inout DateWriter) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + 2) { buffer in
            var writer = DateWriter(buffer: buffer)
            writer.append("\"")
            body(&writer)
            writer.append("\"")
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<writer.count]))
        }
    }

    /// Appends an ASCII character.
    mutating func append(_ character: Unicode.Scalar) {
        buffer[count] = UInt8(truncatingIfNeeded: character.value)
        count += 1
    }

    /// Appends the last digits of a number that is not negative.
    mutating func append(_ number: Int, width: Int) {
        var rest = number
        for position in stride(from: count + width - 1, through: count, by: -1) {
            buffer[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += width
    }

    /// Appends a day as `yyyy-mm-dd`.
    mutating func append(_ day: Day) {
        append(day.year, width: 4)
        append("-")
        append(day.month, width: 2)
        append("-")
        append(day.day, width: 2)
    }

    private init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }
}
