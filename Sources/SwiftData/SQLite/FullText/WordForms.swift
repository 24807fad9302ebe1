// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The forms of words that occur in a full-text index.
///
/// The index contains words as they are written. A query for all forms of a word is therefore
/// expanded to all words of the index with the same stem.
struct WordForms {
    /// The maximum number of forms of a word in a query.
    private static let limit = 64

    private let db: SQLiteDatabase

    init(_ db: SQLiteDatabase) { self.db = db }

    /// Returns a query with all forms of its words that the index contains.
    ///
    /// - Complexity: Linear in the number of index entries of words with the stem as prefix.
    func expanded(_ query: FullTextQuery, in index: String) throws -> FullTextQuery {
        guard query.root.hasForms else { return query }
        let stemmer = try WordStemmer(db)
        let root = try query.root.replacingForms { word in
            let forms = try forms(of: word, stemmer: stemmer, in: index)
            return forms.isEmpty
                ? .phrase(word, isPrefix: false)
                : .any(forms.map { .phrase($0, isPrefix: false) })
        }
        return FullTextQuery(query.text, root: root)
    }

    /// Returns the words of an index with the stem of a word; none for text of several words.
    private func forms(
        of word: String,
        stemmer: WordStemmer,
        in index: String
    ) throws -> [String] {
        guard let stem = try stemmer.stem(of: word) else { return [] }
        let vocabulary = SQLText.identifier("swiftdata_words_\(index)")
        try db.run(
            """
            CREATE VIRTUAL TABLE IF NOT EXISTS temp.\(vocabulary) \
            USING fts5vocab(main, \(identifier: index), row)
            """
        )
        let start = WordStemmer.commonStart(of: stem)
        var forms: [String] = []
        let words: SQLText = """
            SELECT term FROM temp.\(vocabulary) \
            WHERE term >= \(bind: .text(start)) AND term < \(bind: .text(start + "\u{10FFFF}"))
            """
        try db.step(words) { row in
            guard forms.count < Self.limit, let term = row.text(0),
                try stemmer.stem(of: term) == stem
            else { return }
            forms.append(term)
        }
        return forms
    }
}
