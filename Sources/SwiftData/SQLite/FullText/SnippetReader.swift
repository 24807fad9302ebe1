// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Tokenizes strings, and writes their snippets.
struct SnippetReader {
    private let divider: TextDivider
    private let writer: SnippetWriter
    private var tokens = TextTokens()

    /// Creates a reader for a query after its words in any form have been expanded.
    init(_ db: SQLiteDatabase, query: FullTextQuery, style: SnippetStyle) throws {
        let divider = try db.textDivider
        self.divider = divider
        let phrases = try QueryPhrases(query) { phrase in
            var tokens = TextTokens()
            var text = FullTextQuery.Node.quotable(phrase)
            try text.withUTF8 { text in
                try divider.forEachToken(of: text) { tokens.append($0, from: $1) }
            }
            return tokens
        }
        writer = SnippetWriter(phrases, style: style)
    }

    /// Returns the snippet of a string; `nil` if it is not better than another string's snippet.
    mutating func snippet(
        of text: UnsafeBufferPointer<UInt8>,
        betterThan other: SnippetWriter.Snippet?
    ) throws -> SnippetWriter.Snippet? {
        tokens.removeAll()
        try divider.forEachToken(of: text) { tokens.append($0, from: $1) }
        return writer.snippet(of: text, tokens: tokens, betterThan: other)
    }
}
