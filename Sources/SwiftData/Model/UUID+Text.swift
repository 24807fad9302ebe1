// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// The text of a UUID. Foundation's conversions scan and print with format strings, which is too
/// slow for each row.
extension UUID {
    /// The length of the text in bytes.
    private static let textLength = 36
    /// The positions of the hyphens.
    private static var hyphens: (Int, Int, Int, Int) { (8, 13, 18, 23) }

    /// The canonical text, in upper case.
    package var canonicalText: String {
        let groups = withUnsafeBytes(of: uuid) { bytes in
            (
                HexDigits(bytes: bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)),
                HexDigits(bytes: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)),
                HexDigits(bytes: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)),
                HexDigits(bytes: bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
            )
        }
        return String(unsafeUninitializedCapacity: Self.textLength) { text in
            let bytes = UnsafeMutableRawBufferPointer(text)
            bytes.storeBytes(of: groups.0.first, toByteOffset: 0, as: UInt32.self)
            bytes.storeBytes(of: groups.0.second, toByteOffset: 4, as: UInt32.self)
            bytes.storeBytes(of: groups.1.first, toByteOffset: 9, as: UInt32.self)
            bytes.storeBytes(of: groups.1.second, toByteOffset: 14, as: UInt32.self)
            bytes.storeBytes(of: groups.2.first, toByteOffset: 19, as: UInt32.self)
            bytes.storeBytes(of: groups.2.second, toByteOffset: 24, as: UInt32.self)
            bytes.storeBytes(of: groups.3.first, toByteOffset: 28, as: UInt32.self)
            bytes.storeBytes(of: groups.3.second, toByteOffset: 32, as: UInt32.self)
            let hyphen = UInt8(ascii: "-")
            text[Self.hyphens.0] = hyphen
            text[Self.hyphens.1] = hyphen
            text[Self.hyphens.2] = hyphen
            text[Self.hyphens.3] = hyphen
            return Self.textLength
        }
    }

    /// Creates a UUID from its text with hyphens, in upper or lower case.
    package init?(canonicalText text: String) {
        var text = text
        guard let value = text.withUTF8({ UUID(canonicalText: $0) }) else { return nil }
        self = value
    }

    /// Creates a UUID from its UTF-8 text with hyphens, in upper or lower case.
    init?(canonicalText text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Self.textLength else { return nil }
        let hyphen = UInt8(ascii: "-")
        guard
            text[Self.hyphens.0] == hyphen, text[Self.hyphens.1] == hyphen,
            text[Self.hyphens.2] == hyphen, text[Self.hyphens.3] == hyphen
        else { return nil }
        let bytes = UnsafeRawBufferPointer(text)
        @inline(__always) func digits(at first: Int, _ second: Int) -> HexDigits {
            HexDigits(
                bytes.loadUnaligned(fromByteOffset: first, as: UInt32.self),
                bytes.loadUnaligned(fromByteOffset: second, as: UInt32.self)
            )
        }
        let (first, second) = (digits(at: 0, 4).bytes, digits(at: 9, 14).bytes)
        let (third, fourth) = (digits(at: 19, 24).bytes, digits(at: 28, 32).bytes)
        let errors = first.errors | second.errors | third.errors | fourth.errors
        guard errors == 0 else { return nil }
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { value in
            value.storeBytes(of: first.value, toByteOffset: 0, as: UInt32.self)
            value.storeBytes(of: second.value, toByteOffset: 4, as: UInt32.self)
            value.storeBytes(of: third.value, toByteOffset: 8, as: UInt32.self)
            value.storeBytes(of: fourth.value, toByteOffset: 12, as: UInt32.self)
        }
        self.init(uuid: value)
    }
}

/// Eight hexadecimal digits in ASCII, which are converted all at once.
///
/// Words of four digits and of four bytes have the layout of memory.
private struct HexDigits {
    /// One character in each byte, the first in the lowest.
    private let characters: UInt64

    init(_ first: UInt32, _ second: UInt32) {
        characters = UInt64(first.littleEndian) | UInt64(second.littleEndian) << 32
    }

    /// Creates the digits of four bytes, in upper case.
    init(bytes: UInt32) {
        var pairs = UInt64(bytes.littleEndian)
        pairs = (pairs | pairs << 16) & 0x0000_FFFF_0000_FFFF
        pairs = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
        let values =
            (pairs >> 4) & 0x000F_000F_000F_000F | (pairs & 0x000F_000F_000F_000F) << 8
        let isLetter = Self.isLetter(values)
        characters = values + Self.each(UInt8(ascii: "0")) + isLetter * 7
    }

    var first: UInt32 { UInt32(truncatingIfNeeded: characters).littleEndian }
    var second: UInt32 { UInt32(truncatingIfNeeded: characters >> 32).littleEndian }

    /// The four bytes, and bits that are all 0 if each character is a digit.
    ///
    /// Without branches, so that the digits of a UUID are converted side by side.
    @inline(__always) var bytes: (value: UInt32, errors: UInt64) {
        // Bit 6 is set in letters and clear in decimal digits.
        let isLetter = (characters >> 6) & Self.each(1)
        let values = (characters & Self.each(0x0F)) &+ isLetter &* 9
        // Bit 5 distinguishes lower from upper case.
        let kind = characters & (Self.each(0xF0) ^ isLetter << 5)
        let errors =
            (kind ^ (Self.each(0x30) &+ isLetter << 4))
            | (values & Self.each(0xF0))
            | (Self.isLetter(values) ^ isLetter)
        var pairs = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
        pairs = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
        return (UInt32(truncatingIfNeeded: pairs | pairs >> 16).littleEndian, errors)
    }

    /// Returns 1 in each byte that is at least 10; no byte is above 24.
    private static func isLetter(_ values: UInt64) -> UInt64 {
        ((values &+ each(6)) >> 4) & each(1)
    }

    /// Returns a word that repeats a byte.
    private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
