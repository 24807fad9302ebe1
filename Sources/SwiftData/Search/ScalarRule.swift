// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rule by which the full-text index treats a Unicode scalar.
///
/// The ranges are constants, because the tables of the standard library change with its version: to
/// remove a string from the index, its words are determined again, and must be the same as when
/// they were added. A change here is a new format of the store.
enum ScalarRule: Equatable {
    /// The tokenizer `unicode61` of SQLite decides.
    case spaced
    /// A character of a script without spaces between words, which is a token by itself.
    case ideograph
    /// A letter or digit of full width.
    case fullWidth
    /// An emoji or pictograph, which is a token by itself.
    case symbol
    /// A half of a flag.
    case regionalIndicator
    /// A skin tone, which is ignored like a diacritic.
    case modifier

    /// The first byte in UTF-8 of the lowest scalar that is not `spaced`.
    static let firstLeadByte: UInt8 = 0xE0

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A: self = .fullWidth
        case 0x1F1E6...0x1F1FF: self = .regionalIndicator
        case 0x1F3FB...0x1F3FF: self = .modifier
        case let value where Self.isIdeograph(value): self = .ideograph
        case let value where Self.isSymbol(value): self = .symbol
        case let value where Self.isSoutheastAsian(value): self = .ideograph
        default: self = .spaced
        }
    }

    /// Returns whether a scalar is a letter or a mark of Thai, Lao, Burmese or Khmer.
    ///
    /// Each of them is a token: the boundaries of syllables cannot be found without a dictionary.
    private static func isSoutheastAsian(_ value: UInt32) -> Bool {
        switch value {
        // Thai, without its digits, its currency and its punctuation.
        case 0x0E01...0x0E3A, 0x0E40...0x0E4E: true
        // Lao.
        case 0x0E81...0x0EBD, 0x0EC0...0x0ECE, 0x0EDC...0x0EDF: true
        // Burmese, with the letters of other languages that use the script.
        case 0x1000...0x103F, 0x1050...0x108F, 0x109A...0x109D, 0xA9E0...0xA9EF, 0xA9FA...0xA9FE,
            0xAA60...0xAA76, 0xAA7A...0xAA7F:
            true
        // Khmer.
        case 0x1780...0x17D3, 0x17D7, 0x17DC...0x17DD: true
        default: false
        }
    }

    private static func isIdeograph(_ value: UInt32) -> Bool {
        switch value {
        // Hangul: letters, then syllables.
        case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xD7B0...0xD7FB:
            true
        // Han: radicals, marks and numbers, ideographs, compatibility forms, the two planes.
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303C, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD:
            true
        // Kana, their sound marks, forms of half width, historic forms.
        case 0x3041...0x3096, 0x3099...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF,
            0xFF66...0xFF9F, 0x1AFF0...0x1AFFF, 0x1B000...0x1B16F:
            true
        // Bopomofo; words in circles and squares.
        case 0x3105...0x312F, 0x31A0...0x31BF, 0x3200...0x33FF: true
        default: false
        }
    }

    private static func isSymbol(_ value: UInt32) -> Bool {
        switch value {
        // Arrows and shapes that are emoji; the others are punctuation.
        case 0x2194...0x2199, 0x21A9...0x21AA, 0x25AA...0x25AB, 0x25B6, 0x25C0, 0x25FB...0x25FE,
            0x2934...0x2935:
            true
        // Technical symbols, weather and signs, dingbats, stars.
        case 0x2300...0x23FF, 0x2600...0x27BF, 0x2B00...0x2BFF: true
        case 0x1F000...0x1FAFF: true
        default: false
        }
    }

    // MARK: Composition

    /// Returns the full-width kana for a half-width one; other scalars unchanged.
    static func widened(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF66...0xFF9F).contains(scalar.value) else { return scalar }
        return wideKana[Int(scalar.value) - 0xFF66]
    }

    /// The kana of full width from U+FF66, followed by the combining sound marks.
    private static let wideKana = Array(
        ("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノ"
            + "ハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}").unicodeScalars
    )

    /// Returns the composition of a character and the following scalar, or `nil`.
    static func composed(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        switch (first.value, second.value) {
        case (let kana, 0x3099): voiced(kana)
        case (let kana, 0x309A): semivoiced(kana)
        case (0x1100...0x1112, 0x1161...0x1175):
            Unicode.Scalar(
                0xAC00 + ((first.value - 0x1100) * 21 + (second.value - 0x1161)) * 28
            )
        case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first.value - 0xAC00) % 28 == 0:
            Unicode.Scalar(first.value + second.value - 0x11A7)
        case (0x0E4D, 0x0E32), (0x0ECD, 0x0EB2): Unicode.Scalar(second.value + 1)
        case (0x1025, 0x102E): Unicode.Scalar(0x1026)
        // Two marks of Burmese that are written in both orders, as the mark that ends a syllable.
        case (0x103A, 0x1037), (0x1037, 0x103A): Unicode.Scalar(0x103A)
        default: nil
        }
    }

    /// The offset of katakana from hiragana.
    private static let katakana: UInt32 = 0x60

    private static func voiced(_ kana: UInt32) -> Unicode.Scalar? {
        switch kana {
        case 0x3046: "ゔ"
        case 0x30A6: "ヴ"
        case 0x309D, 0x30FD: Unicode.Scalar(kana + 1)
        case 0x30EF...0x30F2: Unicode.Scalar(kana + 8)
        default:
            isVoiceable(kana > 0x30A0 ? kana - katakana : kana) ? Unicode.Scalar(kana + 1) : nil
        }
    }

    /// Whether a hiragana is followed by its voiced form.
    private static func isVoiceable(_ hiragana: UInt32) -> Bool {
        switch hiragana {
        case 0x304B...0x3062: hiragana % 2 == 1
        case 0x3064, 0x3066, 0x3068: true
        case 0x306F...0x307D: hiragana % 3 == 0
        default: false
        }
    }

    private static func semivoiced(_ kana: UInt32) -> Unicode.Scalar? {
        let hiragana = kana > 0x30A0 ? kana - katakana : kana
        guard (0x306F...0x307D).contains(hiragana), hiragana % 3 == 0 else { return nil }
        return Unicode.Scalar(kana + 2)
    }
}
