// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A scanner for one JSON string: one copy if nothing is escaped, piecewise copies otherwise.
struct JSONStringScanner {
    private let bytes: UnsafeRawBufferPointer
    private(set) var index: Int

    /// Creates a scanner positioned at an opening quotation mark.
    init(_ bytes: UnsafeRawBufferPointer, at index: Int) {
        self.bytes = bytes
        self.index = index
    }

    mutating func string() throws(JSONError) -> String {
        index += 1
        let start = index
        let ascii = try skipPlainBytes()
        if bytes[index] == UInt8(ascii: "\"") {
            index += 1
            return try text(
                of: UnsafeRawBufferPointer(rebasing: bytes[start..<index - 1]),
                ascii: ascii
            )
        }
        return try escapedString(from: start)
    }

    /// Returns a string whose bytes are in no other place.
    mutating func secret() throws(JSONError) -> Secret {
        index += 1
        let start = index
        let content = try content(from: start, reserving: bytes.count - start)
        guard let secret = Secret(validating: content) else {
            throw JSONError(.invalidUTF8, at: start)
        }
        return secret
    }

    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        let content = try content(from: start)
        guard let text = String(validating: content, as: UTF8.self) else {
            throw JSONError(.invalidUTF8, at: start)
        }
        return text
    }

    /// Returns the bytes from a position in a string up to its end; with room for all of them, no
    /// copy is left behind.
    private mutating func content(
        from start: Int,
        reserving capacity: Int = 0
    ) throws(JSONError) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(capacity)
        var plainStart = start
        _ = try skipPlainBytes()
        while true {
            content.append(contentsOf: bytes[plainStart..<index])
            if bytes[index] == UInt8(ascii: "\"") { break }
            try appendEscape(to: &content)
            plainStart = index
            _ = try skipPlainBytes()
        }
        index += 1
        return content
    }

    /// Advances to the next quotation mark or backslash and returns whether the skipped bytes are
    /// ASCII.
    private mutating func skipPlainBytes() throws(JSONError) -> Bool {
        var seen: UInt8 = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return seen < 0x80 }
            guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: index) }
            seen |= byte
            index += 1
        }
        throw JSONError(.unexpectedEnd, at: index)
    }

    private func text(
        of slice: UnsafeRawBufferPointer,
        ascii: Bool
    ) throws(JSONError) -> String {
        if ascii { return String(decoding: slice, as: UTF8.self) }
        guard let text = String(validating: slice, as: UTF8.self) else {
            throw JSONError(.invalidUTF8, at: index - 1 - slice.count)
        }
        return text
    }

    private mutating func appendEscape(to content: inout [UInt8]) throws(JSONError) {
        let start = index
        index += 1
        guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: index) }
        let letter = bytes[index]
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): try appendScalar(escapedAt: start, to: &content)
        default: throw JSONError(.invalidEscape, at: start)
        }
    }

    private mutating func appendScalar(
        escapedAt start: Int,
        to content: inout [UInt8]
    ) throws(JSONError) {
        var value = UInt32(try hexUnit(escapedAt: start))
        if (0xD800..<0xDC00).contains(value) {
            guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
                bytes[index + 1] == UInt8(ascii: "u")
            else { throw JSONError(.loneSurrogate, at: start) }
            index += 2
            let low = UInt32(try hexUnit(escapedAt: start))
            guard (0xDC00..<0xE000).contains(low) else {
                throw JSONError(.loneSurrogate, at: start)
            }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = UnicodeScalar(value) else { throw JSONError(.loneSurrogate, at: start) }
        content.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func hexUnit(escapedAt start: Int) throws(JSONError) -> UInt16 {
        guard index + 4 <= bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Self.hexDigit(bytes[index]) else {
                throw JSONError(.invalidEscape, at: start)
            }
            value = value << 4 | UInt16(digit)
            index += 1
        }
        return value
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
