// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A search as a person types it, taken apart: what the full-text index answers, and what columns do.
///
/// `tag:name`, `notebook:name`, `before:day`, `after:day` and `starred:yes` are conditions; quotes keep a
/// name with blanks together, as in `notebook:"To do"`. Everything else is left to the full-text index.
package struct SearchText: Sendable, Equatable {
    /// Words, phrases and what else the index understands.
    package private(set) var words = ""
    /// The names of tags that each match has.
    package private(set) var tags: [String] = []
    /// The name of the notebook that matches are in.
    package private(set) var notebook: String?
    /// The day after the last day of a match.
    package private(set) var before: String?
    /// The first day of a match.
    package private(set) var after: String?
    /// Whether matches are starred.
    package private(set) var starred: Bool?

    /// Takes a search apart.
    ///
    /// - Throws: `searchSyntax` with the place, for a condition without a value or with one that it
    ///   cannot have.
    package init(_ text: String) throws(JournalError) {
        var rest = text[...]
        var kept: [Substring] = []
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[start...]
            let part = Self.takePart(&rest)
            let offset = text.utf8.distance(from: text.startIndex, to: part.startIndex)
            if try !readCondition(part, offset) { kept.append(part) }
        }
        words = kept.joined(separator: " ")
    }

    /// Takes everything up to white space that is not between quotes.
    private static func takePart(_ rest: inout Substring) -> Substring {
        var isQuoted = false
        let end = rest.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character.isWhitespace && !isQuoted
        }
        defer { rest = rest[(end ?? rest.endIndex)...] }
        return rest[..<(end ?? rest.endIndex)]
    }

    private mutating func readCondition(
        _ part: Substring,
        _ offset: Int
    ) throws(JournalError) -> Bool {
        guard let colon = part.firstIndex(of: ":") else { return false }
        let value = part[part.index(after: colon)...].filter { $0 != "\"" }
        let name = part[..<colon].lowercased()
        guard ["tag", "notebook", "before", "after", "starred"].contains(name) else { return false }
        guard !value.isEmpty else {
            throw JournalError(.searchSyntax(offset: offset), "\(name): needs a value after it")
        }
        switch name {
        case "tag": tags.append(value)
        case "notebook": notebook = value
        case "before": before = value
        case "after": after = value
        default: starred = try Self.truth(value, offset)
        }
        return true
    }

    private static func truth(_ word: String, _ offset: Int) throws(JournalError) -> Bool {
        switch word.lowercased() {
        case "yes", "true": true
        case "no", "false": false
        default:
            throw JournalError(
                .searchSyntax(offset: offset),
                "starred: takes yes or no, not \(word)"
            )
        }
    }
}
