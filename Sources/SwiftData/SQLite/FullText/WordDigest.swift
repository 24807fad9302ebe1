// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A digest of words with their columns and positions, regardless of the order in which they are
/// added.
struct WordDigest: Equatable {
    private var sum: UInt64 = 0

    /// Adds a word.
    mutating func add(
        _ word: UnsafeRawBufferPointer,
        column: UnsafeRawBufferPointer,
        position: Int64
    ) {
        // FNV-1a; its bits are then mixed, because the sum must not depend on single bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        for byte in column { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ UInt64(bitPattern: position)) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        sum &+= hash ^ (hash >> 31)
    }
}

/// Divides strings into words as a full-text index of this package does.
struct WordReader {
    /// FTS5 cuts longer words.
    private static let maximumLength = 32_768

    private let divider: TextDivider

    init(_ database: SQLiteDatabase) throws {
        divider = try TextDivider(TextTokenizer.name, in: database)
    }

    /// Adds the words of a text in a column.
    func add(
        _ text: UnsafeBufferPointer<UInt8>,
        column: UnsafeRawBufferPointer,
        to digest: inout WordDigest
    ) throws {
        var position: Int64 = 0
        try divider.forEachToken(of: text) { word, _ in
            let word = UnsafeRawBufferPointer(rebasing: word.prefix(Self.maximumLength))
            digest.add(word, column: column, position: position)
            position += 1
        }
    }
}
