// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A parser for the fixed-width fields of a date.
struct DateParser {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = ArraySlice(text.utf8) }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number(_ width: Int) -> Int? {
        guard rest.count >= width else { return nil }
        var value = 0
        for byte in rest.prefix(width) {
            guard let digit = Self.digit(byte) else { return nil }
            value = value * 10 + digit
        }
        rest.removeFirst(width)
        return value
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    /// Parses a decimal fraction of a second as milliseconds, truncating further digits.
    mutating func fraction() -> Int? {
        var value = 0
        var count = 0
        while let byte = rest.first, let digit = Self.digit(byte) {
            if count < 3 { value = value * 10 + digit }
            count += 1
            rest.removeFirst()
        }
        guard count > 0 else { return nil }
        while count < 3 {
            value *= 10
            count += 1
        }
        return value
    }

    static func padded(_ value: Int, to width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func digit(_ byte: UInt8) -> Int? {
        let value = byte &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }
}
