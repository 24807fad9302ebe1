// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Why a line is not a JSON text, and at which byte.
package struct JSONError: Error, Equatable {
    /// What is wrong with the bytes.
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

    /// What is wrong.
    package var reason: Reason
    /// The offset of the first byte that is wrong.
    package var offset: Int

    /// Names a reason and the place where it was met.
    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String { "\(sentence) at byte \(offset)" }

    private var sentence: String {
        switch reason {
        case .unexpectedEnd: "the text ends in the middle of a value"
        case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
        case .invalidNumber: "not a JSON number"
        case .numberOutOfRange: "a number too large for 64 bits"
        case .invalidEscape: "not a JSON escape sequence"
        case .loneSurrogate: "half of a surrogate pair"
        case .controlCharacter: "a control character inside a string must be escaped"
        case .duplicateKey(let key): "the member \"\(key)\" appears twice"
        case .trailingBytes: "something follows the value"
        case .tooDeep(let limit): "values are nested deeper than \(limit) levels"
        case .invalidUTF8: "not valid UTF-8"
        }
    }

    private static func name(of byte: UInt8) -> String {
        guard (0x21...0x7E).contains(byte) else {
            return "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return "'\(Character(UnicodeScalar(byte)))'"
    }
}
