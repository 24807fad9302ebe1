// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Parses a search query into an expression.
///
/// `OR` has the lowest precedence, `AND` and adjacent operands bind tighter, `-` and `NOT` bind
/// tightest. Punctuation outside of operators only separates words.
package struct SearchParser<Condition: Hashable & Sendable> {
    /// The conditions of a program, written as `name:value`.
    package struct Conditions: Sendable {
        /// The names in lower case.
        let names: Set<String>
        /// Creates a condition from its name, value and the position of the value in bytes.
        let make: @Sendable (String, String, Int) throws(SearchSyntaxError) -> Condition

        /// Creates a set of conditions.
        package init(
            named names: Set<String>,
            make: @escaping @Sendable (String, String, Int) throws(SearchSyntaxError) -> Condition
        ) {
            self.names = names
            self.make = make
        }
    }

    private let conditions: Conditions?
    private var lexer: SearchLexer
    private var current: SearchToken?
    private var phraseCount = 0
    private var conditionCount = 0
    private var depth = 0

    /// Parses a query.
    ///
    /// - Parameters:
    ///   - text: The query.
    ///   - conditions: The conditions that it may contain; nil for words only.
    /// - Returns: The expression; nil if the query has neither words nor conditions.
    /// - Throws: The first fault of the query and its position.
    package static func parse(
        _ text: String,
        _ conditions: Conditions?
    ) throws(SearchSyntaxError) -> SearchExpression<Condition>? {
        guard text.utf8.count <= SearchLimits.byteCount else {
            throw SearchSyntaxError(
                "the query exceeds \(SearchLimits.byteCount) bytes",
                at: SearchLimits.byteCount
            )
        }
        var parser = SearchParser(text, conditions: conditions)
        try parser.advance()
        let expression = try parser.alternatives()
        if let token = parser.current {
            throw SearchSyntaxError("unmatched closing parenthesis", at: token.offset)
        }
        return expression
    }

    private init(_ text: String, conditions: Conditions?) {
        self.conditions = conditions
        lexer = SearchLexer(text, conditionNames: conditions?.names ?? [])
    }

    private mutating func advance() throws(SearchSyntaxError) { current = try lexer.next() }

    // MARK: Operators

    /// Parses operands up to a closing parenthesis or the end; nil if there are none.
    private mutating func alternatives() throws(SearchSyntaxError) -> SearchExpression<Condition>? {
        var alternatives: [SearchExpression<Condition>] = []
        if let first = try conjunction() { alternatives.append(first) }
        while let token = current, token.kind == .or {
            try advance()
            guard !alternatives.isEmpty, let next = try conjunction() else {
                throw SearchSyntaxError(
                    "OR requires a word or condition on each side",
                    at: token.offset
                )
            }
            alternatives.append(next)
        }
        return .disjunction(alternatives)
    }

    private mutating func conjunction() throws(SearchSyntaxError) -> SearchExpression<Condition>? {
        var parts: [SearchExpression<Condition>] = []
        while let token = current, token.kind != .or, token.kind != .close {
            if token.kind == .and {
                try advance()
                guard !parts.isEmpty, let next = try operandOfAnd() else {
                    throw SearchSyntaxError(
                        "AND requires a word or condition on each side",
                        at: token.offset
                    )
                }
                parts.append(next)
            } else if let part = try operand() {
                parts.append(part)
            }
        }
        return .conjunction(parts)
    }

    /// Parses the right side of `AND`, and skips empty parentheses before it.
    private mutating func operandOfAnd() throws(SearchSyntaxError) -> SearchExpression<Condition>? {
        while let token = current, ![.or, .and, .close].contains(token.kind) {
            if let part = try operand() { return part }
        }
        return nil
    }

    // MARK: Operands

    /// Parses an operand; nil for empty parentheses, which are punctuation.
    private mutating func operand() throws(SearchSyntaxError) -> SearchExpression<Condition>? {
        guard let token = current else { return nil }
        switch token.kind {
        case .phrase(let phrase):
            phraseCount += 1
            guard phraseCount <= SearchLimits.phraseCount else {
                throw SearchSyntaxError(
                    "the query has more than \(SearchLimits.phraseCount) words and phrases",
                    at: token.offset
                )
            }
            try advance()
            return .phrase(phrase)
        case .condition(let name, let value, let valueOffset):
            conditionCount += 1
            guard conditionCount <= SearchLimits.conditionCount, let conditions else {
                throw SearchSyntaxError(
                    "the query has more than \(SearchLimits.conditionCount) conditions",
                    at: token.offset
                )
            }
            let condition = try conditions.make(name, value, valueOffset)
            try advance()
            return .condition(condition)
        case .not: return try exclusion(at: token.offset)
        case .open: return try group(at: token.offset)
        case .or, .and, .close: return nil
        }
    }

    private mutating func exclusion(
        at offset: Int
    ) throws(SearchSyntaxError) -> SearchExpression<Condition> {
        try enter(at: offset)
        try advance()
        guard let operand = try operand() else {
            throw SearchSyntaxError("NOT requires a word or condition after it", at: offset)
        }
        depth -= 1
        return .not(operand)
    }

    private mutating func group(
        at offset: Int
    ) throws(SearchSyntaxError) -> SearchExpression<Condition>? {
        try enter(at: offset)
        try advance()
        let group = try alternatives()
        guard current?.kind == .close else {
            throw SearchSyntaxError("unmatched opening parenthesis", at: offset)
        }
        try advance()
        depth -= 1
        return group
    }

    private mutating func enter(at offset: Int) throws(SearchSyntaxError) {
        depth += 1
        guard depth <= SearchLimits.depth else {
            throw SearchSyntaxError(
                "the query nests groups more than \(SearchLimits.depth) levels deep",
                at: offset
            )
        }
    }
}

/// The limits on a query; a larger query is more likely an attack than a search.
package enum SearchLimits {
    /// The maximum number of bytes.
    package static let byteCount = 4_096
    /// The maximum number of words and phrases.
    package static let phraseCount = 64
    /// The maximum number of conditions.
    package static let conditionCount = 64
    /// The maximum number of nested parentheses and exclusions.
    package static let depth = 12
}
