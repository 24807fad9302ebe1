// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The tokenization rules of a full-text index; its definition contains them as arguments of the
/// tokenizer.
///
/// Indexes of earlier versions lack some of the rules until they are rebuilt.
struct TextRules: Equatable {
    private static let baseLettersArgument = "base_letters"
    private static let marksArgument = "marks"
    private static let lettersArgument = "letters"

    /// Whether Greek and Cyrillic letters have no diacritics.
    let hasBaseLetters: Bool
    /// Whether combining marks of all scripts belong to words, and each letter of the scripts of
    /// South-East Asia without spaces is a word.
    let joinsMarks: Bool
    /// Whether ß and ligatures are indexed as their letters.
    let separatesLigatures: Bool

    /// The rules of new indexes.
    static let current = TextRules(
        hasBaseLetters: true,
        joinsMarks: true,
        separatesLigatures: true
    )

    init(hasBaseLetters: Bool, joinsMarks: Bool, separatesLigatures: Bool) {
        self.hasBaseLetters = hasBaseLetters
        self.joinsMarks = joinsMarks
        self.separatesLigatures = separatesLigatures
    }

    /// The rules with some arguments; nil if one is unknown.
    init?(arguments: [String]) {
        var rest = Set(arguments)
        hasBaseLetters = rest.remove(Self.baseLettersArgument) != nil
        joinsMarks = rest.remove(Self.marksArgument) != nil
        separatesLigatures = rest.remove(Self.lettersArgument) != nil
        guard rest.isEmpty else { return nil }
    }

    var arguments: [String] {
        (hasBaseLetters ? [Self.baseLettersArgument] : [])
            + (joinsMarks ? [Self.marksArgument] : [])
            + (separatesLigatures ? [Self.lettersArgument] : [])
    }
}
