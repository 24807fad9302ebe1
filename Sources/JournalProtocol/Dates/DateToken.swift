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

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isNumber
    }
}

extension DateToken: CustomStringConvertible {
    var description: String {
        switch kind {
        case .number(let value, let digits): DateParser.padded(value, digits)
        case .word(let word): word
        case .mark(let mark): String(mark)
        }
    }
}
