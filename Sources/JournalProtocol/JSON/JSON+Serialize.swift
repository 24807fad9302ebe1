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

    private static func append(_ text: String, to bytes: inout [UInt8]) {
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
        var index = 0
        while index < utf8.count {
            guard mayNeedEscape(utf8[index]) else {
                index += 1
                continue
            }
            let length = escapedLength(utf8, at: index)
            if length == 0 {
                index += 1
                continue
            }
            bytes.append(contentsOf: utf8[runStart..<index])
            appendEscape(of: utf8[index..<index + length], to: &bytes)
            index += length
            runStart = index
        }
        bytes.append(contentsOf: utf8[runStart..<index])
    }

    /// Whether a character that begins with a byte may have to be escaped.
    @inline(__always)
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0xC2
            || byte == 0xE2
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

    private static func appendEscape(
        of character: Slice<UnsafeBufferPointer<UInt8>>,
        to bytes: inout [UInt8]
    ) {
        let first = character[character.startIndex]
        switch first {
        case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
        case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
        case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
        case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
        case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
        case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
        case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
        case 0xC2: bytes.append(contentsOf: #"\u0085"#.utf8)
        case 0xE2:
            let last = character[character.endIndex - 1]
            bytes.append(contentsOf: (last == 0xA8 ? #"\u2028"# : #"\u2029"#).utf8)
        default:
            bytes.append(contentsOf: #"\u00"#.utf8)
            bytes.append(contentsOf: (first < 16 ? "0" : "").utf8)
            bytes.append(contentsOf: String(first, radix: 16).utf8)
        }
    }
}
