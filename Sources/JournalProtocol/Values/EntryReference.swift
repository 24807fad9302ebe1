// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A reference to an entry by its id or by a prefix of it.
package struct EntryReference: Sendable, Hashable {
    /// The minimum number of hexadecimal digits in a prefix.
    package static let minimumDigits = 4

    /// The id or its prefix in canonical form: lowercase, with dashes.
    package let text: String

    /// Parses a UUID or a prefix of at least four hexadecimal digits.
    ///
    /// Dashes are optional; the canonical form restores them.
    package init?(_ text: String) {
        var digits: [UInt8] = []
        for byte in text.lowercased().utf8 {
            if byte == UInt8(ascii: "-") { continue }
            guard Self.isHexDigit(byte), digits.count < 32 else { return nil }
            digits.append(byte)
        }
        guard digits.count >= Self.minimumDigits else { return nil }
        self.text = Self.dashed(digits)
    }

    /// Creates a reference to the entry with the given id.
    package init(_ id: EntryID) { text = id.text }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func dashed(_ digits: [UInt8]) -> String {
        var bytes: [UInt8] = []
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { bytes.append(UInt8(ascii: "-")) }
            bytes.append(digit)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension EntryReference: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let text = try String(json: json)
        guard let reference = EntryReference(text) else {
            throw InvalidParams(
                "expected an entry id or a prefix of at least \(Self.minimumDigits) "
                    + "hexadecimal digits, got \"\(text)\""
            )
        }
        self = reference
    }

    package var json: JSON { .string(text) }
}

extension EntryReference: CustomStringConvertible {
    package var description: String { text }
}
