// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The snippets of texts, compared with those of FTS5.
struct SnippetReaderTests {
    private let db: SQLiteDatabase

    init() throws {
        db = try SQLiteDatabase(SQLiteDatabase.inMemory)
        try db.execute(
            """
            CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='\(TextTokenizer.name)')
            """
        )
    }

    private func snippet(
        of text: String,
        _ query: String,
        _ style: SnippetStyle = SnippetStyle()
    ) throws -> String {
        var reader = try SnippetReader(db, query: try FullTextQuery(query), style: style)
        var text = text
        return try #require(
            try text.withUTF8 { try reader.snippet(of: $0, betterThan: nil) }?.text
        )
    }

    /// Returns FTS5's snippet of a text; nil if it does not match.
    private func expected(
        of text: String,
        _ query: String,
        _ style: SnippetStyle
    ) throws -> String? {
        try db.run("DELETE FROM texts", [])
        try db.run("INSERT INTO texts VALUES(?)", [.text(text)])
        var snippet: String?
        try db.step(
            "SELECT snippet(texts, -1, ?, ?, ?, ?) FROM texts WHERE texts MATCH ?",
            binding: [
                .text(style.start), .text(style.end), .text(style.ellipsis),
                .integer(Int64(style.words)), .text(try FullTextQuery(query).fts5),
            ]
        ) { snippet = $0.text(0) }
        return snippet
    }

    @Test(arguments: 0..<6) func snippetsAreThoseOfFTS5(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let words = [
            "rain", "Rain", "snow", "é", "cafe\u{301}", "東京", "京", "🇯🇵", "x", "12", "ｆｕ", "ёлка",
        ]
        let separators = [" ", " ", " ", " ", ". ", ": ", ".\n", ", ", "、", "  "]
        let queries = [
            "rain", "rain snow*", "r*", "rain OR snow OR x", "CAFE", "京", "東京", "é OR 🇯🇵",
            "rain -12", "елка",
            "\"x rain\"", "fu OR 12", "(rain OR x) snow",
        ]
        var found = 0
        for _ in 0..<150 {
            let text = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
                (words.randomElement(using: &generator) ?? "")
                    + (separators.randomElement(using: &generator) ?? "")
            }.joined()
            let query = try #require(queries.randomElement(using: &generator))
            let size = Int.random(in: 2...20, using: &generator)
            let style = SnippetStyle(start: "<b>", end: "</b>", ellipsis: "…", words: size)
            guard let expected = try expected(of: text, query, style) else { continue }
            found += 1
            #expect(try snippet(of: text, query, style) == expected, "\(query) \(size): \(text)")
        }
        #expect(found > 100)
    }

    @Test func partOfAPhraseIsMarkedAtTheEdge() throws {
        let style = SnippetStyle(words: 2)
        #expect(try snippet(of: "x y z a b c d e", "\"b c d\"", style) == "…[b c]…")
        #expect(try snippet(of: "a b b b c", "\"b b\"", SnippetStyle(words: 5)) == "a [b b b] c")
    }

    @Test func wordsOfABranchThatDoesNotMatchAreMarked() throws {
        #expect(try snippet(of: "rain, snow", "(rain x) OR snow") == "[rain], [snow]")
    }

    @Test func textWithoutTheWordsIsShownFromItsBeginning() throws {
        let style = SnippetStyle(words: 2)
        #expect(try snippet(of: "One, two, three.", "x", style) == "One, two…")
        #expect(try snippet(of: "?!", "x", style) == "?!")
        #expect(try snippet(of: "", "x", style) == "")
    }

    @Test func numberOfWordsIsLimited() throws {
        let text = Array(repeating: "a", count: 100).joined(separator: " ")
        for (words, count) in [(0, 1), (-5, 1), (64, 64), (.max, 64)] {
            let shown = try snippet(of: text, "a", SnippetStyle(words: words))
            #expect(shown.filter { $0 == "a" }.count == count)
        }
    }

    @Test func timeIsLinearInTheNumberOfMatches() throws {
        // A quadratic selection would count 40,000,000,000 matches.
        let text = String(repeating: "ab. ", count: 200_000) + "cd"
        #expect(try snippet(of: text, "ab cd", SnippetStyle(words: 2)) == "…[ab]. [cd]")
    }
}
