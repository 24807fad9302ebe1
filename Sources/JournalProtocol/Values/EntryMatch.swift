// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An entry found by a search.
package struct EntryMatch: Sendable, Equatable {
    /// The marker before a matching word in a snippet; snippets contain it nowhere else.
    package static let matchStart: Character = "\u{2}"
    /// The marker after a matching word in a snippet.
    package static let matchEnd: Character = "\u{3}"

    /// The entry, with its text truncated unless the request included `full`.
    package var entry: EntryRecord
    /// The best matching part of the text, with its matches marked.
    package var snippet: String
    /// The relevance of the match: higher is better, comparable only within one reply.
    package var score: Double

    /// Creates a match.
    package init(entry: EntryRecord, snippet: String, score: Double) {
        self.entry = entry
        self.snippet = snippet
        self.score = score
    }
}

extension EntryMatch: ProtocolObject {
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        entry = try fields.required("entry", \.entry)
        snippet = try fields.required("snippet", \.snippet)
        score = try fields.required("score", \.score)
    }
}
