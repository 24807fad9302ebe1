// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The parts of a date: numbers, words and punctuation.
struct DateToken: Equatable {
    enum Kind: Equatable {
        /// Digits, with their number: `05` differs from `5`.
        case number(Int, digits: Int)
        case word(String)
        case mark(Character)
    }

    let kind: Kind
    /// Whether no space precedes the token.
    let isAttached: Bool

    /// Returns the tokens of a text in lower case, or nil if a number is too long.
    static func tokens(_ text: String) -> [DateToken]? {
        let text = text.lowercased()
        var tokens: [DateToken] = []
        var rest = text[...]
        var isAttached = false
        while let character = rest.first {
            guard !character.isWhitespace else {
                rest = rest.drop(while: \.isWhitespace)
                isAttached = false
                continue
            }
            let kind: Kind
            if isDigit(character) {
                let digits = rest.prefix(while: isDigit)
                guard digits.count <= 15, let value = Int(digits) else { return nil }
                kind = .number(value, digits: digits.count)
                rest = rest.dropFirst(digits.count)
            } else if rest.hasPrefix("a.m.") || rest.hasPrefix("p.m.") {
                kind = .word("\(character)m")
                rest = rest.dropFirst(4)
            } else if character.isLetter {
                let word = rest.prefix { $0.isLetter || $0 == "'" }
                kind = .word(String(word))
                rest = rest.dropFirst(word.count)
            } else {
                kind = .mark(character)
                rest = rest.dropFirst()
            }
            tokens.append(DateToken(kind: kind, isAttached: isAttached))
            isAttached = true
        }
        return tokens
    }

    /// Returns the tokens without the hyphens that join words, as in `last-week` or `2-days-ago`;
    /// nil if there are none.
    static func separated(_ tokens: [DateToken]) -> [DateToken]? {
        var separated: [DateToken] = []
        for index in tokens.indices where !isJoint(tokens, at: index) {
            let isAttached = tokens[index].isAttached && !isJoint(tokens, at: index - 1)
            separated.append(DateToken(kind: tokens[index].kind, isAttached: isAttached))
        }
        return separated.count < tokens.count ? separated : nil
    }

    /// Returns whether a token is a hyphen beside a word, or before the year in `nov-20-2026`.
    ///
    /// The hyphens of a numeric date such as `2026-11-20` or `2026-W47` are not.
    private static func isJoint(_ tokens: [DateToken], at index: Int) -> Bool {
        guard index > 0, index + 1 < tokens.count, tokens[index].kind == .mark("-"),
            tokens[index].isAttached, tokens[index + 1].isAttached
        else { return false }
        switch (tokens[index - 1].kind, tokens[index + 1].kind) {
        case (.word(let word), .number) where index + 2 == tokens.count:
            // `today-7` may be meant as a difference.
            return !["now", "today", "tomorrow", "yesterday"].contains(word)
        case (.number(_, digits: 4), .word("w")): return false
        case (.word, _), (_, .word): return true
        default:
            guard index >= 3, case .word(let word) = tokens[index - 3].kind else { return false }
            return DateVocabulary.month(word) != nil
        }
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isNumber
    }
}

extension DateToken: CustomStringConvertible {
    var description: String {
        switch kind {
        case .number(let value, let digits): DateParser.padded(value, to: digits)
        case .word(let word): word
        case .mark(let mark): String(mark)
        }
    }
}
