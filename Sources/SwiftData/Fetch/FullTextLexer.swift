// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The words and signs of a full-text query.
enum FullTextToken: Equatable {
    case phrase(String, isPrefix: Bool)
    case minus
    case not
    case or
    case and
    case open
    case close
}

/// Takes a typed query apart into words and signs.
///
/// Looks at scalars, as the index does: a quote with a combining mark is a quote.
struct FullTextLexer {
    private var rest: Substring.UnicodeScalarView
    /// Whether the next character begins a word, as after a space.
    private var isAtStart = true

    init(_ text: String) { rest = text[...].unicodeScalars }

    /// The next word or sign; nil at the end.
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

    /// What is between quotes; an open quote reaches to the end.
    private mutating func phrase() -> FullTextToken? {
        rest.removeFirst()
        let words = rest.prefix { !Self.isQuote($0) }
        rest = rest[words.endIndex...].dropFirst()
        isAtStart = true
        return token(words, isPrefix: takeStar())
    }

    private mutating func word() -> FullTextToken? {
        let word = rest.prefix {
            !$0.properties.isWhitespace && !Self.isQuote($0) && $0 != "(" && $0 != ")" && $0 != "*"
        }
        rest = rest[word.endIndex...]
        isAtStart = false
        let isPrefix = takeStar()
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

    private mutating func takeStar() -> Bool {
        let stars = rest.prefix { $0 == "*" }
        rest = rest[stars.endIndex...]
        return !stars.isEmpty
    }

    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar == "\u{201C}" || scalar == "\u{201D}"
    }

    /// Nil for text without a letter or digit, in which the index has no words.
    private func token(_ scalars: Substring.UnicodeScalarView, isPrefix: Bool) -> FullTextToken? {
        guard scalars.contains(where: Self.isIndexed) else { return nil }
        // A star belongs to the word before it only.
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
