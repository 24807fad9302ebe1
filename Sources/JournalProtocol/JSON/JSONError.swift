// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A JSON syntax error and its byte offset.
package struct JSONError: Error, Equatable {
    /// The kinds of syntax errors.
    package enum Reason: Sendable, Equatable {
        case unexpectedEnd
        case unexpectedByte(UInt8)
        case invalidNumber
        case numberOutOfRange
        case invalidEscape
        case loneSurrogate
        case controlCharacter
        case duplicateKey(String)
        case trailingBytes
        case tooDeep(limit: Int)
        case invalidUTF8
    }

    /// The kind of syntax error.
    package var reason: Reason
    /// The offset of the first offending byte.
    package var offset: Int

    /// Creates an error for the byte at `offset`.
    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String { "\(sentence) at byte \(offset)" }

    private var sentence: String {
        switch reason {
        case .unexpectedEnd: "unexpected end of input"
        case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
        case .invalidNumber: "invalid number"
        case .numberOutOfRange: "number out of range"
        case .invalidEscape: "invalid escape sequence"
        case .loneSurrogate: "unpaired surrogate"
        case .controlCharacter: "unescaped control character in a string"
        case .duplicateKey(let key): "duplicate member \"\(key)\""
        case .trailingBytes: "unexpected content after the value"
        case .tooDeep(let limit): "nesting exceeds \(limit) levels"
        case .invalidUTF8: "invalid UTF-8"
        }
    }

    private static func name(of byte: UInt8) -> String {
        guard (0x21...0x7E).contains(byte) else {
            return "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return "'\(Character(UnicodeScalar(byte)))'"
    }
}
