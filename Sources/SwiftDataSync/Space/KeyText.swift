// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A key as text that a person can write down and type: 12 groups of five characters.
///
/// Base32 in Crockford's alphabet, which has no I, L, O and U: two characters for the kind and the
/// format, 52 for the key, and six of a checksum. The checksum is the BCH code of BIP 350, which
/// finds all mistakes in up to four characters, and so every exchange of two. Upper and lower case,
/// separators, O for 0, and I and L for 1 do not matter.
///
/// A text is bytes, which can be overwritten after use.
package enum KeyText {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let kind = value(of: UInt8(ascii: "K"))
    private static let format: UInt8 = 1
    private static let groupCount = 12
    private static let groupLength = 5
    private static let symbolCount = groupCount * groupLength
    private static let checksumCount = 6
    /// The constant of BIP 350.
    private static let residue: UInt32 = 0x2BC8_30A3

    /// Returns the text of a key in ASCII.
    package static func text(_ key: SpaceKey) -> [UInt8] {
        // One buffer, which is overwritten: an array that grows leaves a copy in each earlier one.
        var symbols: [UInt8] = []
        symbols.reserveCapacity(symbolCount)
        defer { KeyBytes.overwrite(symbols) }
        symbols += [kind ?? 0, format]
        key.withBytes { append($0, to: &symbols) }
        symbols += checksum(symbols)
        var text: [UInt8] = []
        text.reserveCapacity(symbolCount + groupCount)
        for (index, symbol) in symbols.enumerated() {
            if index > 0, index % groupLength == 0 { text.append(UInt8(ascii: "-")) }
            text.append(alphabet[Int(symbol)])
        }
        return text
    }

    /// Parses the text of a key.
    ///
    /// - Throws: `SyncError` with the code `.key` for a typing mistake, `.format` for a text of a
    ///   later version.
    package static func key(_ text: [UInt8]) throws(SyncError) -> SpaceKey {
        let symbols = try symbols(ofText: text)
        defer { KeyBytes.overwrite(symbols) }
        guard symbols.count == symbolCount else {
            throw SyncError(
                .key,
                message: "the key has \(symbols.count) characters instead of \(symbolCount); enter "
                    + "all \(groupCount) groups"
            )
        }
        guard polynomial(symbols) == residue else {
            throw SyncError(.key, message: "the key has a typing mistake; enter it again")
        }
        guard symbols[0] == kind, symbols[1] <= format else {
            throw SyncError(
                symbols[0] == kind ? .format : .key,
                message: "the text is not a key of this version; update this program"
            )
        }
        return try SpaceKey(try bytes(symbols.dropFirst(2).dropLast(checksumCount)))
    }

    // MARK: Characters

    private static func symbols(ofText text: [UInt8]) throws(SyncError) -> [UInt8] {
        var symbols: [UInt8] = []
        symbols.reserveCapacity(symbolCount)
        for byte in text where !isSeparator(byte) {
            guard let symbol = value(of: byte), symbols.count <= symbolCount else {
                KeyBytes.overwrite(symbols)
                throw SyncError(
                    .key,
                    message: "the character \(symbols.count + 1) of the key is not one of 0-9 and "
                        + "A-Z without U, or there are more than \(symbolCount); enter it again"
                )
            }
            symbols.append(symbol)
        }
        return symbols
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "-"), UInt8(ascii: " "), 0x09, 0x0A, 0x0D].contains(byte)
    }

    private static func value(of byte: UInt8) -> UInt8? {
        let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
        let character =
            switch upper {
            case UInt8(ascii: "O"): UInt8(ascii: "0")
            case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
            default: upper
            }
        return alphabet.firstIndex(of: character).map { UInt8($0) }
    }

    // MARK: Bits

    /// Appends bytes as symbols of five bits; the last one is filled with zeros.
    private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to symbols: inout [UInt8]) {
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                symbols.append(UInt8(bits >> UInt32(count) & 31))
            }
            bits &= 1 << UInt32(count) - 1
        }
        if count > 0 { symbols.append(UInt8(bits << UInt32(5 - count) & 31)) }
    }

    private static func bytes(_ symbols: ArraySlice<UInt8>) throws(SyncError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(SpaceKey.byteCount)
        var bits: UInt32 = 0
        var count = 0
        for symbol in symbols {
            bits = bits << 5 | UInt32(symbol)
            count += 5
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(bits >> UInt32(count) & 255))
            bits &= 1 << UInt32(count) - 1
        }
        guard bits == 0 else {
            KeyBytes.overwrite(bytes)
            throw SyncError(.key, message: "the key has a typing mistake; enter it again")
        }
        return bytes
    }

    // MARK: Checksum

    private static func checksum(_ symbols: [UInt8]) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: checksumCount)
        let remainder = polynomial([symbols, zeros].joined()) ^ residue
        return (0..<checksumCount).map { index in
            UInt8(remainder >> UInt32(5 * (checksumCount - 1 - index)) & 31)
        }
    }

    private static func polynomial(_ symbols: some Sequence<UInt8>) -> UInt32 {
        let generator: [UInt32] = [
            0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3,
        ]
        return symbols.reduce(1) { state, symbol in
            let top = state >> 25
            let next = (state & 0x1FF_FFFF) << 5 ^ UInt32(symbol)
            return generator.indices.reduce(next) { next, bit in
                top >> UInt32(bit) & 1 == 1 ? next ^ generator[bit] : next
            }
        }
    }
}
