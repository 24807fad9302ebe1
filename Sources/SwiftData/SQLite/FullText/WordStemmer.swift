// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The stems of English words, by the Porter algorithm of SQLite.
///
/// The words have the form of a full-text index: without diacritics, and with the letters of
/// ligatures.
struct WordStemmer {
    private let divider: TextDivider

    init(_ database: SQLiteDatabase) throws {
        divider = try TextDivider("porter", arguments: [TextTokenizer.name], in: database)
    }

    /// Returns the stem of a word; nil for text that is not one word.
    func stem(of word: String) throws -> String? {
        var stems: [String] = []
        var word = word
        try word.withUTF8 { text in
            try divider.forEachToken(of: text) { token, _ in
                stems.append(String(decoding: token, as: UTF8.self))
            }
        }
        return stems.count == 1 ? stems[0] : nil
    }

    /// Returns the longest common prefix of all words with a stem.
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
