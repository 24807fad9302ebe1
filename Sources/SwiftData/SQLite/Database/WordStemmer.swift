// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The stems of English words, by the Porter algorithm of SQLite.
final class WordStemmer {
    private let tokenizer: fts5_tokenizer
    private let instance: OpaquePointer?

    init(_ database: SQLiteDatabase) throws {
        guard let library = try database.fullTextLibrary else {
            throw SQLiteError(SQLITE_ERROR, "the SQLite library has no FTS5; install one that has")
        }
        var (tokenizer, context) = (fts5_tokenizer(), UnsafeMutableRawPointer?.none)
        let find = library.pointee.xFindTokenizer
        try database.check(find?(library, "porter", &context, &tokenizer) ?? SQLITE_ERROR)
        var instance: OpaquePointer?
        let code = "unicode61".withCString { name in
            "remove_diacritics".withCString { option in
                "2".withCString { value in
                    var arguments: [UnsafePointer<CChar>?] = [name, option, value]
                    return tokenizer.xCreate?(context, &arguments, 3, &instance)
                }
            }
        }
        try database.check(code ?? SQLITE_ERROR)
        self.tokenizer = tokenizer
        self.instance = instance
    }

    deinit { tokenizer.xDelete?(instance) }

    /// Returns the stem of a word; nil for text that is not one word with spaces around it.
    func stem(of word: String) throws -> String? {
        guard word.utf8.allSatisfy({ $0 < ScalarRule.firstLeadByte }) else { return nil }
        var stems: [String] = []
        let code = word.withCString { text in
            withUnsafeMutablePointer(to: &stems) { stems in
                tokenizer.xTokenize?(
                    instance,
                    stems,
                    FTS5_TOKENIZE_QUERY,
                    text,
                    Int32(word.utf8.count),
                    { context, _, token, length, _, _ in
                        guard let context, let token else { return SQLITE_ERROR }
                        let bytes = UnsafeRawBufferPointer(start: token, count: Int(length))
                        context.assumingMemoryBound(to: [String].self).pointee
                            .append(String(decoding: bytes, as: UTF8.self))
                        return SQLITE_OK
                    }
                )
            }
        }
        guard code == SQLITE_OK else { throw SQLiteError(code ?? SQLITE_ERROR, in: nil) }
        return stems.count == 1 ? stems[0] : nil
    }

    /// Returns the longest text with which all words begin that have a stem.
    ///
    /// The algorithm removes endings, and changes only the last letters of what remains: *y* to
    /// *i* (happy), and various endings to *e* (activation: activate) or *ble* (possibility).
    static func commonStart(of stem: String) -> String {
        guard stem.utf8.count > 2 else { return stem }
        if stem.hasSuffix("ble") { return String(stem.dropLast(2)) }
        if stem.hasSuffix("bl") || stem.hasSuffix("e") || stem.hasSuffix("i") {
            return String(stem.dropLast(1))
        }
        return stem
    }
}
