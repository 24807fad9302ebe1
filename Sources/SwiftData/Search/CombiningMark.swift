// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The combining marks in the words of the full-text index.
///
/// `unicode61` treats most of them as the end of a word. In the scripts of India, marks are vowels
/// and distinguish words. Others are optional in writing, such as the vowels of Hebrew and Arabic;
/// the index ignores them, as it does the diacritics of Latin letters. The scalars are constants
/// for the reason of `ScalarRule`.
enum CombiningMark {
    /// The marks that end a word.
    ///
    /// They are the Greek iota subscript, which `unicode61` would convert to a letter, and the
    /// variation selectors, which mostly follow emoji.
    static let separators =
        "\u{345}"
        + String(String.UnicodeScalarView((0xFE00...0xFE0F).compactMap { Unicode.Scalar($0) }))

    /// Returns whether the spelling of a word in the index may differ from the text.
    ///
    /// Latin, Greek and most Cyrillic words have no scalars with these first bytes.
    static func mayOccur(in word: UnsafeRawBufferPointer) -> Bool {
        word.contains { byte in
            switch byte {
            case 0xCC...0xCD, 0xD2, 0xD6...0xDD, 0xE0...0xE3, 0xEA, 0xEF, 0xF3: true
            default: false
            }
        }
    }

    /// Calls `body` with the UTF-8 bytes of a word without the marks that the index ignores.
    ///
    /// A Hebrew, Arabic or Indic letter with a mark is the same whether or not the mark is a
    /// separate scalar.
    static func withoutIgnoredMarks<R>(
        of word: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) -> R
    ) -> R {
        // A byte that is not UTF-8 becomes a scalar of three bytes.
        withUnsafeTemporaryAllocation(byteCount: 3 * word.count, alignment: 1) { buffer in
            let length = copyLetters(of: word, to: buffer)
            return body(UnsafeRawBufferPointer(rebasing: buffer[..<length]))
        }
    }

    /// Copies the letters of a word and the marks that distinguish words; returns the number of
    /// bytes.
    private static func copyLetters(
        of word: UnsafeRawBufferPointer,
        to buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        var length = 0
        func append(_ scalar: Unicode.Scalar) {
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                buffer[length] = byte
                length += 1
            }
        }
        var (codec, bytes) = (UTF8(), word.makeIterator())
        var last: Unicode.Scalar?
        while true {
            let scalar: Unicode.Scalar
            switch codec.decode(&bytes) {
            case .emptyInput:
                if let last { append(last) }
                return length
            case .error: scalar = "\u{FFFD}"
            case .scalarValue(let decoded): scalar = decoded
            }
            guard !isIgnored(scalar) else { continue }
            let letter = base(of: scalar)
            if let known = last, let composed = composed(known, letter) {
                last = composed
            } else {
                if let last { append(last) }
                last = letter
            }
        }
    }

    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Diacritics of all scripts, around letters, below and above several, for symbols.
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20F0, 0xFE20...0xFE2F:
            true
        // Cyrillic: marks of numbers, letters above others.
        case 0x0483...0x0489, 0x2DE0...0x2DFF, 0xA66F...0xA672, 0xA674...0xA67D, 0xA69E...0xA69F:
            true
        // Hebrew: points and accents.
        case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7, 0xFB1E: true
        // Arabic: signs of honour, vowels, signs of the Quran, and the line that extends a word;
        // not madda and hamza, which are parts of letters.
        case 0x0610...0x061A, 0x0640, 0x064B...0x0652, 0x0656...0x065F, 0x0670, 0x06D6...0x06DC,
            0x06DF...0x06E4, 0x06E7...0x06E8, 0x06EA...0x06ED, 0x0897...0x089F, 0x08CA...0x08E1,
            0x08E3...0x08FF:
            true
        // Syriac: vowels and points. Vedic accents. Ethiopic: marks of length.
        case 0x0711, 0x0730...0x074A, 0x0951...0x0954, 0x135D...0x135F, 0x1CD0...0x1CD2,
            0x1CD4...0x1CE8, 0x1CED, 0x1CF4, 0x1CF7...0x1CF9:
            true
        // Chinese and Korean: tones.
        case 0x302A...0x302F: true
        // Scalars that select the form of the previous one, or join two.
        case 0x180B...0x180D, 0x180F, 0x200D, 0xE0100...0xE01EF: true
        default: false
        }
    }

    /// Returns the letter without its mark, if that is one scalar and the mark is ignored.
    private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        // Alef; its hamza and madda are optional in writing.
        case 0x0622...0x0623, 0x0625: "\u{627}"
        // Presentation forms of Hebrew.
        case 0xFB1D: "\u{5D9}"
        case 0xFB1F: "\u{5F2}"
        case 0xFB2A...0xFB2D: "\u{5E9}"
        case 0xFB2E...0xFB2F: "\u{5D0}"
        case 0xFB30...0xFB4A: Unicode.Scalar(scalar.value - 0xFB30 + 0x05D0) ?? scalar
        case 0xFB4B: "\u{5D5}"
        case 0xFB4C: "\u{5D1}"
        case 0xFB4D: "\u{5DB}"
        case 0xFB4E: "\u{5E4}"
        default: scalar
        }
    }

    /// Returns the letter or vowel sign that two scalars form, or `nil` if they are separate.
    private static func composed(
        _ first: Unicode.Scalar,
        _ second: Unicode.Scalar
    ) -> Unicode.Scalar? {
        switch second.value {
        case 0x0653...0x0655: arabic(first, second)
        case 0x093C, 0x09BC, 0x0A3C, 0x0B3C: dotted(first)
        case 0x09BE...0x0DDF: vowelSign(first, second)
        default: nil
        }
    }

    /// Composes an Arabic letter with madda or hamza.
    private static func arabic(
        _ first: Unicode.Scalar,
        _ second: Unicode.Scalar
    ) -> Unicode.Scalar? {
        switch (first.value, second.value) {
        case (0x0627, _): first
        case (0x0648, 0x0654): "\u{624}"
        case (0x064A, 0x0654): "\u{626}"
        case (0x06C1, 0x0654): "\u{6C2}"
        case (0x06D2, 0x0654): "\u{6D3}"
        case (0x06D5, 0x0654): "\u{6C0}"
        default: nil
        }
    }

    /// Composes a letter of India with the dot below, the nukta.
    private static func dotted(_ letter: Unicode.Scalar) -> Unicode.Scalar? {
        switch letter.value {
        // Devanagari.
        case 0x0928: "\u{929}"
        case 0x0930: "\u{931}"
        case 0x0933: "\u{934}"
        case 0x0915...0x0917: Unicode.Scalar(letter.value - 0x0915 + 0x0958)
        case 0x091C: "\u{95B}"
        case 0x0921...0x0922: Unicode.Scalar(letter.value - 0x0921 + 0x095C)
        case 0x092B: "\u{95E}"
        case 0x092F: "\u{95F}"
        // Bengali.
        case 0x09A1...0x09A2: Unicode.Scalar(letter.value - 0x09A1 + 0x09DC)
        case 0x09AF: "\u{9DF}"
        // Gurmukhi.
        case 0x0A16...0x0A17: Unicode.Scalar(letter.value - 0x0A16 + 0x0A59)
        case 0x0A1C: "\u{A5B}"
        case 0x0A2B: "\u{A5E}"
        case 0x0A32: "\u{A33}"
        case 0x0A38: "\u{A36}"
        // Oriya.
        case 0x0B21...0x0B22: Unicode.Scalar(letter.value - 0x0B21 + 0x0B5C)
        default: nil
        }
    }

    /// Composes two parts of a vowel sign of India.
    private static func vowelSign(
        _ first: Unicode.Scalar,
        _ second: Unicode.Scalar
    ) -> Unicode.Scalar? {
        switch (first.value, second.value) {
        // Bengali and Oriya.
        case (0x09C7, 0x09BE): "\u{9CB}"
        case (0x09C7, 0x09D7): "\u{9CC}"
        case (0x0B47, 0x0B56): "\u{B48}"
        case (0x0B47, 0x0B3E): "\u{B4B}"
        case (0x0B47, 0x0B57): "\u{B4C}"
        // Tamil, where one of them is a letter.
        case (0x0B92, 0x0BD7): "\u{B94}"
        case (0x0BC6, 0x0BBE): "\u{BCA}"
        case (0x0BC7, 0x0BBE): "\u{BCB}"
        case (0x0BC6, 0x0BD7): "\u{BCC}"
        // Telugu and Kannada.
        case (0x0C46, 0x0C56): "\u{C48}"
        case (0x0CBF, 0x0CD5): "\u{CC0}"
        case (0x0CC6, 0x0CD5): "\u{CC7}"
        case (0x0CC6, 0x0CD6): "\u{CC8}"
        case (0x0CC6, 0x0CC2): "\u{CCA}"
        case (0x0CCA, 0x0CD5): "\u{CCB}"
        // Malayalam and Sinhala.
        case (0x0D46, 0x0D3E): "\u{D4A}"
        case (0x0D47, 0x0D3E): "\u{D4B}"
        case (0x0D46, 0x0D57): "\u{D4C}"
        case (0x0DD9, 0x0DCA): "\u{DDA}"
        case (0x0DD9, 0x0DCF): "\u{DDC}"
        case (0x0DDC, 0x0DCA): "\u{DDD}"
        case (0x0DD9, 0x0DDF): "\u{DDE}"
        default: nil
        }
    }
}
