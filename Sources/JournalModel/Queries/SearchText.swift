// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A parsed search query: words for the full-text index, and conditions on columns.
///
/// The conditions are `tag:name`, `notebook:name`, `before:day`, `after:day` and `starred:yes`;
/// names with spaces are quoted, as in `notebook:"To do"`. All other text is passed to the
/// full-text index.
package struct SearchText: Sendable, Equatable {
    /// The value of a condition and its position in the query.
    package struct Condition: Sendable, Equatable {
        /// The text after the colon, without quotes.
        package let value: String
        /// The offset of the condition in bytes.
        package let offset: Int

        /// Creates a condition.
        package init(value: String, offset: Int) {
            self.value = value
            self.offset = offset
        }
    }

    /// The maximum number of conditions in a query.
    package static let maximumConditionCount = 64

    /// The part of the query for the full-text index.
    package private(set) var words = ""
    /// The offset of the first word in bytes.
    package private(set) var wordsOffset = 0
    /// The names of tags that a match must all have.
    package private(set) var tags: [Condition] = []
    /// The name of the notebook that contains the matches; more than one is a contradiction.
    package private(set) var notebooks: [Condition] = []
    /// The exclusive upper bounds of the local date.
    package private(set) var before: [Condition] = []
    /// The inclusive lower bounds of the local date.
    package private(set) var after: [Condition] = []
    /// The required values of the star.
    package private(set) var starred: [Bool] = []

    private static let names: Set = ["tag", "notebook", "before", "after", "starred"]

    /// Parses a query.
    ///
    /// - Throws: `searchSyntax` with the offset of an unterminated quote, or of a condition whose
    ///   value is missing or invalid.
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
                        "a query can have at most \(Self.maximumConditionCount) conditions"
                    )
                }
            } else {
                if kept.isEmpty { wordsOffset = offset }
                kept.append(part)
            }
        }
        words = kept.joined(separator: " ")
    }

    /// Consumes the text up to the next white space outside quotes.
    ///
    /// It compares scalars, as the full-text index does: a quotation mark with a combining mark is
    /// still a quotation mark.
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
                "unterminated quote"
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
                "- excludes words and phrases; it cannot precede \(name.dropFirst()):"
            )
        }
        let after = part.unicodeScalars[part.unicodeScalars.index(after: colon)...]
        var value = String.UnicodeScalarView()
        value.append(contentsOf: after.filter { !Self.isQuote($0) })
        guard !value.isEmpty else {
            throw JournalError(.searchSyntax(offset: offset), "\(name): requires a value")
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
                "starred: must be yes or no, not \"\(condition.value)\""
            )
        }
    }
}
