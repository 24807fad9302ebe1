// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// One entry that a search found.
package struct EntryMatch: Sendable, Equatable {
    /// Stands before a word that matched, in a snippet; never part of the entry's own text there.
    package static let matchStart: Character = "\u{2}"
    /// Stands after a word that matched, in a snippet.
    package static let matchEnd: Character = "\u{3}"

    /// The entry, with its text cut to the beginning unless more was asked for.
    package var entry: EntryRecord
    /// The part of the text that matched best, with the matches marked.
    package var snippet: String
    /// How well it matches; higher is better, comparable within one answer only.
    package var score: Double

    /// Describes a match.
    package init(entry: EntryRecord, snippet: String, score: Double) {
        self.entry = entry
        self.snippet = snippet
        self.score = score
    }
}

extension EntryMatch: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        entry = try fields.required("entry")
        snippet = try fields.required("snippet")
        score = try fields.required("score")
    }

    package var json: JSON {
        ["entry": entry.json, "snippet": .string(snippet), "score": .number(score)]
    }
}
