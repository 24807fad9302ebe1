// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension JSON {
    /// Returns the value as compact JSON text, which contains no newline.
    package func serialized() -> [UInt8] {
        var bytes: [UInt8] = []
        // Most values are messages or entries of some hundred bytes.
        bytes.reserveCapacity(512)
        append(to: &bytes)
        return bytes
    }

    /// Appends the value as compact JSON text.
    package func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .number(let value):
            // JSON cannot represent infinity and NaN.
            bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
        case .string(let text): Self.append(text, to: &bytes)
        case .array(let elements): Self.append(elements, to: &bytes)
        case .object(let object): Self.append(object, to: &bytes)
        case .secret(let secret):
            bytes.append(UInt8(ascii: "\""))
            secret.withBytes { Self.appendEscaped($0, to: &bytes) }
            bytes.append(UInt8(ascii: "\""))
        case .encoded(let text): bytes.append(contentsOf: text)
        }
    }

    private static func append(_ elements: [JSON], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            element.append(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func append(_ object: JSONObject, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(member.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            member.value.append(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends a string as JSON text.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        let done: Void? = text.utf8.withContiguousStorageIfAvailable { utf8 in
            appendEscaped(utf8, to: &bytes)
        }
        if done == nil {
            Array(text.utf8).withUnsafeBufferPointer { appendEscaped($0, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Copies runs of bytes that need no escaping and escapes the characters between them.
    ///
    /// U+0085, U+2028 and U+2029 are legal in JSON strings, but Python's `splitlines` and
    /// JavaScript before ES2019 treat them as line terminators, so they are escaped too.
    private static func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var runStart = 0
        var index = nextCandidate(utf8, from: 0)
        while index < utf8.count {
            let length = escapedLength(utf8, at: index)
            if length > 0 {
                if runStart < index {
                    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[runStart..<index]))
                }
                appendEscape(of: utf8, at: index, length: length, to: &bytes)
                runStart = index + length
            }
            index += max(length, 1)
            // A character that is escaped often follows another one.
            if index < utf8.count, !mayNeedEscape(utf8[index]) {
                index = nextCandidate(utf8, from: index)
            }
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[runStart...]))
    }

    /// Returns the position of the next character for which `mayNeedEscape` holds; the end if there
    /// is none.
    private static func nextCandidate(
        _ utf8: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> Int {
        let raw = UnsafeRawBufferPointer(utf8)
        var index = start
        while index < raw.count {
            // Most texts have hardly any such character, so that eight bytes are tested at once.
            if index + 8 <= raw.count,
                !someMayNeedEscape(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            {
                index += 8
                continue
            }
            let end = min(index + 8, raw.count)
            while index < end {
                if mayNeedEscape(raw[index]) { return index }
                index += 1
            }
        }
        return raw.count
    }

    /// Whether a character that begins with a byte may have to be escaped.
    @inline(__always)
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0xC2
            || byte == 0xE2
    }

    /// Whether `mayNeedEscape` holds for some byte of a word.
    @inline(__always)
    private static func someMayNeedEscape(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        /// Has the highest bit of some byte set if one is less than `bound`, of at most 0x80.
        func less(_ word: UInt64, than bound: UInt64) -> UInt64 { (word &- ones &* bound) & ~word }
        func equal(_ byte: UInt8) -> UInt64 { less(word ^ (ones &* UInt64(byte)), than: 1) }
        let found =
            less(word, than: 0x20) | equal(UInt8(ascii: "\"")) | equal(UInt8(ascii: "\\"))
            | equal(0xC2) | equal(0xE2)
        return found & (ones &* 0x80) != 0
    }

    /// Returns the length in bytes of the character at `index`, for which `mayNeedEscape` holds, or
    /// zero if it must not be escaped.
    private static func escapedLength(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let byte = utf8[index]
        if byte < 0x80 { return 1 }
        if byte == 0xC2, index + 1 < utf8.count, utf8[index + 1] == 0x85 { return 2 }
        if byte == 0xE2, index + 2 < utf8.count, utf8[index + 1] == 0x80,
            utf8[index + 2] == 0xA8 || utf8[index + 2] == 0xA9
        {
            return 3
        }
        return 0
    }

    /// Appends the escape of the character at `index`, which has `length` bytes.
    private static func appendEscape(
        of utf8: UnsafeBufferPointer<UInt8>,
        at index: Int,
        length: Int,
        to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(ascii: "\\"))
        let first = utf8[index]
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(first)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0xC2: appendUnit(0x0085, to: &bytes)
        case 0xE2: appendUnit(0x2000 | UInt16(utf8[index + length - 1] & 0x3F), to: &bytes)
        default: appendUnit(UInt16(first), to: &bytes)
        }
    }

    /// Appends `u` and the four hexadecimal digits of a UTF-16 code unit.
    private static func appendUnit(_ unit: UInt16, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "u"))
        var shift: UInt16 = 16
        while shift > 0 {
            shift -= 4
            let digit = UInt8(truncatingIfNeeded: unit >> shift) & 0xF
            bytes.append(digit + UInt8(ascii: digit < 10 ? "0" : "W"))
        }
    }
}
