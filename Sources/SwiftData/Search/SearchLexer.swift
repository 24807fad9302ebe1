// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A token of a search query and its position in bytes.
struct SearchToken: Equatable {
    enum Kind: Equatable {
        case phrase(SearchPhrase)
        case condition(name: String, value: String, valueOffset: Int)
        /// A `-` before an operand, or `NOT`.
        case not
        case or
        case and
        case open
        case close
    }

    let kind: Kind
    let offset: Int
}

/// Splits a search query into words, phrases, conditions and operators.
///
/// The lexer works on Unicode scalars, like the index: a quotation mark followed by a combining
/// mark is still a quotation mark.
struct SearchLexer {
    private let text: String
    /// The names of conditions in lower case.
    private let conditionNames: Set<String>
    private var rest: Substring.UnicodeScalarView
    /// Whether the next character can start a word, such as after a space.
    private var isAtStart = true

    init(_ text: String, conditionNames: Set<String>) {
        self.text = text
        self.conditionNames = conditionNames
        rest = text[...].unicodeScalars
    }

    private var offset: Int { text.utf8.distance(from: text.startIndex, to: rest.startIndex) }

    /// Returns the next token, or nil at the end of the query.
    ///
    /// Text without letters, digits and symbols is no token, because the index does not contain it.
    mutating func next() throws(SearchSyntaxError) -> SearchToken? {
        while let first = rest.first {
            let start = offset
            switch first {
            case _ where first.properties.isWhitespace:
                rest.removeFirst()
                isAtStart = true
            case "(", ")":
                rest.removeFirst()
                isAtStart = true
                return SearchToken(kind: first == "(" ? .open : .close, offset: start)
            case "-" where isAtStart:
                rest.removeFirst()
                if precedesOperand { return SearchToken(kind: .not, offset: start) }
                isAtStart = false
            case _ where Self.isQuote(first):
                if let phrase = try phrase() { return SearchToken(kind: phrase, offset: start) }
            default:
                if isAtStart, let condition = try condition() {
                    return SearchToken(kind: condition, offset: start)
                }
                if let word = word() { return SearchToken(kind: word, offset: start) }
            }
        }
        return nil
    }

    /// Whether an operand that can be excluded follows directly.
    private var precedesOperand: Bool {
        guard let first = rest.first else { return false }
        if first == "(" || Self.isQuote(first) { return true }
        return rest.prefix { !$0.properties.isWhitespace }.contains(where: Self.isIndexed)
    }

    // MARK: Phrases and words

    private mutating func phrase() throws(SearchSyntaxError) -> SearchToken.Kind? {
        let words = try quoted()
        isAtStart = true
        return token(words[...], isPrefix: consumeStar(), isQuoted: true)
    }

    /// Consumes quoted text and returns it without the quotes.
    ///
    /// A backslash escapes a straight quotation mark or another backslash.
    private mutating func quoted() throws(SearchSyntaxError) -> String.UnicodeScalarView {
        let start = offset
        rest.removeFirst()
        var content = String.UnicodeScalarView()
        while let next = rest.popFirst() {
            if next == "\\", let escaped = rest.first, escaped == "\"" || escaped == "\\" {
                content.append(rest.removeFirst())
            } else if Self.isQuote(next) {
                return content
            } else {
                content.append(next)
            }
        }
        throw SearchSyntaxError("unterminated quote", at: start)
    }

    private mutating func word() -> SearchToken.Kind? {
        let word = rest.prefix { !Self.endsWord($0) && $0 != "*" }
        rest = rest[word.endIndex...]
        isAtStart = false
        let isPrefix = consumeStar()
        if !isPrefix {
            switch String(word) {
            case "AND": return .and
            case "OR": return .or
            case "NOT": return .not
            default: break
            }
        }
        return token(word, isPrefix: isPrefix, isQuoted: false)
    }

    private mutating func consumeStar() -> Bool {
        let stars = rest.prefix { $0 == "*" }
        rest = rest[stars.endIndex...]
        return !stars.isEmpty
    }

    /// Returns a phrase token, or nil for text that the index ignores.
    private func token(
        _ scalars: Substring.UnicodeScalarView,
        isPrefix: Bool,
        isQuoted: Bool
    ) -> SearchToken.Kind? {
        guard scalars.contains(where: Self.isIndexed) else { return nil }
        // A star applies only to the word directly before it, which marks may end.
        let isPrefix =
            isPrefix && scalars.last { !Self.isMark($0) }.map(Self.isIndexed) == true
        return .phrase(SearchPhrase(String(scalars), isPrefix: isPrefix, isQuoted: isQuoted))
    }

    // MARK: Conditions

    /// Consumes a condition; any part of its value may be quoted.
    private mutating func condition() throws(SearchSyntaxError) -> SearchToken.Kind? {
        let prefix = rest.prefix { $0.isASCII && $0.properties.isAlphabetic }
        let name = String(prefix).lowercased()
        guard conditionNames.contains(name), rest[prefix.endIndex...].first == ":" else {
            return nil
        }
        let start = offset
        rest = rest[prefix.endIndex...].dropFirst()
        let valueOffset = offset
        var value = String.UnicodeScalarView()
        while let next = rest.first {
            if Self.isQuote(next) {
                value.append(contentsOf: try quoted())
            } else if Self.endsWord(next) {
                break
            } else {
                value.append(rest.removeFirst())
            }
        }
        isAtStart = false
        guard !value.isEmpty else {
            throw SearchSyntaxError("\(name): requires a value", at: start)
        }
        return .condition(name: name, value: String(value), valueOffset: valueOffset)
    }

    // MARK: Scalars

    private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || isQuote(scalar) || scalar == "(" || scalar == ")"
    }

    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar == "\u{201C}" || scalar == "\u{201D}"
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isIndexed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // A line that extends a word of Arabic.
        case _ where scalar == "\u{640}": false
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            true
        default:
            switch ScalarRule(scalar) {
            case .symbol, .regionalIndicator, .ideograph, .fullWidth: true
            case .spaced, .modifier: false
            }
        }
    }
}
