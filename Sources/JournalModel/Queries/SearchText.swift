// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A search as a person types it, taken apart: what the full-text index answers, and what columns do.
///
/// `tag:name`, `notebook:name`, `before:day`, `after:day` and `starred:yes` are conditions; quotes keep a
/// name with blanks together, as in `notebook:"To do"`. Everything else is left to the full-text index.
package struct SearchText: Sendable, Equatable {
    /// What a condition asks for, and where in the search it stands, in bytes.
    package struct Condition: Sendable, Equatable {
        /// The text after the colon, without quotes.
        package let value: String
        /// Where the condition begins.
        package let offset: Int

        /// Describes a condition.
        package init(value: String, offset: Int) {
            self.value = value
            self.offset = offset
        }
    }

    /// How many conditions a search may have.
    package static let maximumConditionCount = 64

    /// Words, phrases and what else the index understands.
    package private(set) var words = ""
    /// Where the first of them begins, in bytes.
    package private(set) var wordsOffset = 0
    /// The names of tags that each match has.
    package private(set) var tags: [Condition] = []
    /// The name of the notebook that matches are in.
    package private(set) var notebooks: [Condition] = []
    /// The day after the last day of a match.
    package private(set) var before: [Condition] = []
    /// The first day of a match.
    package private(set) var after: [Condition] = []
    /// Whether matches are starred.
    package private(set) var starred: [Bool] = []

    private static let names: Set = ["tag", "notebook", "before", "after", "starred"]

    /// Takes a search apart.
    ///
    /// - Throws: `searchSyntax` with the place, for a quote that is not closed, and for a condition
    ///   without a value or with one that it cannot have.
    package init(_ text: String) throws(JournalError) {
        var rest = text.unicodeScalars[...]
        var kept: [Substring] = []
        var conditionCount = 0
        while let start = rest.firstIndex(where: { !$0.properties.isWhitespace }) {
            rest = rest[start...]
            let part = try Self.takePart(&rest, of: text)
            let offset = Self.offset(of: part.startIndex, in: text)
            if try readCondition(part, offset) {
                conditionCount += 1
                guard conditionCount <= Self.maximumConditionCount else {
                    throw JournalError(
                        .searchSyntax(offset: offset),
                        "a search may have \(Self.maximumConditionCount) conditions at most"
                    )
                }
            } else {
                if kept.isEmpty { wordsOffset = offset }
                kept.append(part)
            }
        }
        words = kept.joined(separator: " ")
    }

    /// Takes everything up to white space that is not between quotes.
    ///
    /// Looks at scalars, as the full-text index does: a quote with a combining mark is a quote.
    private static func takePart(
        _ rest: inout Substring.UnicodeScalarView,
        of text: String
    ) throws(JournalError) -> Substring {
        var openQuote: String.Index?
        var end = rest.startIndex
        while end < rest.endIndex {
            let scalar = rest[end]
            if scalar.properties.isWhitespace, openQuote == nil { break }
            if isQuote(scalar) { openQuote = openQuote == nil ? end : nil }
            end = rest.index(after: end)
        }
        if let openQuote {
            throw JournalError(
                .searchSyntax(offset: offset(of: openQuote, in: text)),
                "the quote is not closed"
            )
        }
        defer { rest = rest[end...] }
        return Substring(rest[..<end])
    }

    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar == "\u{201C}" || scalar == "\u{201D}"
    }

    private static func offset(of index: String.Index, in text: String) -> Int {
        text.utf8.distance(from: text.startIndex, to: index)
    }

    private mutating func readCondition(
        _ part: Substring,
        _ offset: Int
    ) throws(JournalError) -> Bool {
        guard let colon = part.unicodeScalars.firstIndex(of: ":") else { return false }
        let name = part[..<colon].lowercased()
        guard Self.names.contains(name) else {
            guard name.hasPrefix("-"), Self.names.contains(String(name.dropFirst())) else {
                return false
            }
            throw JournalError(
                .searchSyntax(offset: offset),
                "- leaves out words and phrases, not conditions such as \(name.dropFirst()):"
            )
        }
        let after = part.unicodeScalars[part.unicodeScalars.index(after: colon)...]
        var value = String.UnicodeScalarView()
        value.append(contentsOf: after.filter { !Self.isQuote($0) })
        guard !value.isEmpty else {
            throw JournalError(.searchSyntax(offset: offset), "\(name): needs a value after it")
        }
        try add(name, Condition(value: String(value), offset: offset))
        return true
    }

    private mutating func add(_ name: String, _ condition: Condition) throws(JournalError) {
        switch name {
        case "tag": tags.append(condition)
        case "notebook": notebooks.append(condition)
        case "before": before.append(condition)
        case "after": after.append(condition)
        default: starred.append(try Self.truth(condition))
        }
    }

    private static func truth(_ condition: Condition) throws(JournalError) -> Bool {
        switch condition.value.lowercased() {
        case "yes", "true": true
        case "no", "false": false
        default:
            throw JournalError(
                .searchSyntax(offset: condition.offset),
                "starred: takes yes or no, not \(condition.value)"
            )
        }
    }
}
