// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Bytes that are sent as a string in base64 (RFC 4648, with padding).
package struct Base64: Sendable, Equatable {
    /// The bytes.
    package var bytes: [UInt8]

    /// Creates a value for bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Decodes a text; returns nil if it is not base64.
    package init?(text: String) {
        var text = text
        let decoded: [UInt8]? = text.withUTF8 { digits in
            guard digits.count % 4 == 0 else { return nil }
            guard let last = digits.last else { return [] }
            let padding = last != Self.pad ? 0 : digits[digits.count - 2] == Self.pad ? 2 : 1
            let size = digits.count / 4 * 3 - padding
            var isValid = true
            let bytes = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
                isValid = Self.decode(digits, padding: padding, into: bytes)
                count = isValid ? size : 0
            }
            return isValid ? bytes : nil
        }
        guard let decoded else { return nil }
        bytes = decoded
    }

    /// The bytes in base64.
    package var text: String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { digits in
            var position = 0
            var index = 0
            while index < bytes.count {
                let left = bytes.count - index
                let group =
                    UInt32(bytes[index]) << 16
                    | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
                    | (left > 2 ? UInt32(bytes[index + 2]) : 0)
                digits[position] = Self.alphabet[Int(group >> 18)]
                digits[position + 1] = Self.alphabet[Int(group >> 12 & 63)]
                digits[position + 2] = left > 1 ? Self.alphabet[Int(group >> 6 & 63)] : Self.pad
                digits[position + 3] = left > 2 ? Self.alphabet[Int(group & 63)] : Self.pad
                index += 3
                position += 4
            }
            return position
        }
    }

    private static let pad = UInt8(ascii: "=")
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    /// The values of the digits, by their ASCII codes; 255 for other characters.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// Decodes digits; returns false if one is invalid.
    private static func decode(
        _ digits: UnsafeBufferPointer<UInt8>,
        padding: Int,
        into bytes: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        values.withUnsafeBufferPointer { values in
            var (index, position, invalid) = (0, 0, UInt8(0))
            while index < digits.count {
                var group: UInt32 = 0
                for offset in 0..<4 {
                    let isPadding = index + offset >= digits.count - padding
                    let value = isPadding ? 0 : values[Int(digits[index + offset])]
                    invalid |= value
                    group = group << 6 | UInt32(value & 63)
                }
                for shift in [16, 8, 0] as [UInt32] where position < bytes.count {
                    bytes[position] = UInt8(truncatingIfNeeded: group >> shift)
                    position += 1
                }
                index += 4
            }
            return invalid < 64
        }
    }
}

extension Base64: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        // The record of a key is parsed as a secret, although the key in it is encrypted.
        let text =
            if case .secret(let secret) = json {
                secret.withBytes { String(decoding: $0, as: UTF8.self) }
            } else {
                try String(json: json)
            }
        guard let value = Base64(text: text) else {
            throw InvalidParams("expected base64 with padding")
        }
        self = value
    }

    package var json: JSON { .string(text) }
}
