// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// A number for the words of a text with their columns and positions, in whatever order they are
/// added.
struct WordDigest: Equatable {
    private var sum: UInt64 = 0

    /// Adds a word.
    mutating func add(
        _ word: UnsafeRawBufferPointer,
        column: UnsafeRawBufferPointer,
        position: Int64
    ) {
        // FNV-1a, whose last bits are then mixed: the sum must not depend on single bits.
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

/// Divides texts into the words that a full-text index of this package has for them.
final class WordReader {
    /// FTS5 cuts longer words.
    private static let maximumLength: Int32 = 32_768

    private let tokenizer: fts5_tokenizer
    private let instance: OpaquePointer?

    private struct Target {
        var digest: WordDigest
        let column: UnsafeRawBufferPointer
        var position: Int64 = -1
    }

    init(_ database: SQLiteDatabase) throws {
        guard let library = try database.fullTextLibrary else {
            throw SQLiteError(SQLITE_ERROR, "the SQLite library has no FTS5; install one that has")
        }
        var (tokenizer, context) = (fts5_tokenizer(), UnsafeMutableRawPointer?.none)
        let find = library.pointee.xFindTokenizer
        try database.check(
            find?(library, TextTokenizer.name, &context, &tokenizer) ?? SQLITE_ERROR
        )
        var instance: OpaquePointer?
        try database.check(tokenizer.xCreate?(context, nil, 0, &instance) ?? SQLITE_ERROR)
        self.tokenizer = tokenizer
        self.instance = instance
    }

    deinit { tokenizer.xDelete?(instance) }

    /// Adds the words of a text in a column.
    func add(
        _ text: UnsafeBufferPointer<UInt8>,
        column: UnsafeRawBufferPointer,
        to digest: inout WordDigest
    ) throws {
        var target = Target(digest: digest, column: column)
        let code = text.withMemoryRebound(to: CChar.self) { characters in
            tokenizer.xTokenize?(
                instance,
                &target,
                FTS5_TOKENIZE_DOCUMENT,
                characters.baseAddress,
                Int32(characters.count),
                { context, flags, token, length, _, _ in
                    guard let context else { return SQLITE_ERROR }
                    let target = context.assumingMemoryBound(to: Target.self)
                    if flags & FTS5_TOKEN_COLOCATED == 0 || target.pointee.position < 0 {
                        target.pointee.position += 1
                    }
                    let count = Int(min(length, WordReader.maximumLength))
                    target.pointee.digest.add(
                        UnsafeRawBufferPointer(start: token, count: count),
                        column: target.pointee.column,
                        position: target.pointee.position
                    )
                    return SQLITE_OK
                }
            )
        }
        guard code == SQLITE_OK else { throw SQLiteError(code ?? SQLITE_ERROR, in: nil) }
        digest = target.digest
    }
}
