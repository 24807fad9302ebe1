// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A word, phrase or operator of a full-text query.
enum FullTextToken: Equatable {
    case phrase(String, isPrefix: Bool)
    case minus
    case not
    case or
    case and
    case open
    case close
}

/// Splits a full-text query into words, phrases and operators.
///
/// The lexer works on Unicode scalars, like the index: a quotation mark followed by a combining
/// mark is still a quotation mark.
struct FullTextLexer {
    private var rest: Substring.UnicodeScalarView
    /// Whether the next character can start a word, as after a space.
    private var isAtStart = true

    init(_ text: String) { rest = text[...].unicodeScalars }

    /// Returns the next token, or nil at the end of the query.
    mutating func next() -> FullTextToken? {
        while let first = rest.first {
            switch first {
            case _ where first.properties.isWhitespace:
                rest.removeFirst()
                isAtStart = true
            case "(", ")":
                rest.removeFirst()
                isAtStart = true
                return first == "(" ? .open : .close
            case "-" where isAtStart:
                rest.removeFirst()
                isAtStart = false
                guard let next = rest.first, !next.properties.isWhitespace, next != "-" else {
                    continue
                }
                return .minus
            case "\"", "\u{201C}", "\u{201D}":
                if let phrase = phrase() { return phrase }
            default:
                if let word = word() { return word }
            }
        }
        return nil
    }

    /// Consumes a quoted phrase; an unterminated phrase extends to the end of the query.
    private mutating func phrase() -> FullTextToken? {
        rest.removeFirst()
        let words = rest.prefix { !Self.isQuote($0) }
        rest = rest[words.endIndex...].dropFirst()
        isAtStart = true
        return token(words, isPrefix: consumeStar())
    }

    private mutating func word() -> FullTextToken? {
        let word = rest.prefix {
            !$0.properties.isWhitespace && !Self.isQuote($0) && $0 != "(" && $0 != ")" && $0 != "*"
        }
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
        return token(word, isPrefix: isPrefix)
    }

    private mutating func consumeStar() -> Bool {
        let stars = rest.prefix { $0 == "*" }
        rest = rest[stars.endIndex...]
        return !stars.isEmpty
    }

    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar == "\u{201C}" || scalar == "\u{201D}"
    }

    /// Returns a phrase token, or nil for text without letters and digits, which the index ignores.
    private func token(_ scalars: Substring.UnicodeScalarView, isPrefix: Bool) -> FullTextToken? {
        guard scalars.contains(where: Self.isIndexed) else { return nil }
        // A star applies only to the word directly before it.
        let isPrefix = isPrefix && scalars.last.map(Self.isIndexed) == true
        return .phrase(String(scalars), isPrefix: isPrefix)
    }

    private static func isIndexed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}
