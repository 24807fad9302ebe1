// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The Greek and Cyrillic letters without their diacritics, which `unicode61` removes from letters
/// of Latin script only.
///
/// This way, a letter is found in both of its encodings: as one scalar, and with the diacritic as a
/// separate scalar. The letters are constants for the reason of `ScalarRule`.
enum BaseLetter {
    /// The first byte in UTF-8 of the lowest diacritic.
    static let firstLeadByte: UInt8 = 0xCC
    /// The letters with diacritics for each letter, in lower case, to which `unicode61` folds all
    /// letters.
    private static let composed: [(base: Unicode.Scalar, letters: String)] = [
        ("α", "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"),
        ("ε", "έἐἑἒἓἔἕὲέ"),
        ("η", "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"),
        ("ι", "ΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ"),
        ("ο", "όὀὁὂὃὄὅὸό"),
        ("ρ", "ῤῥ"),
        ("υ", "ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ"),
        ("ω", "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"),
        ("а", "ӑӓ"),
        ("г", "ѓ"),
        ("е", "ѐёӗ"),
        ("ж", "ӂӝ"),
        ("з", "ӟ"),
        ("и", "йѝӣӥ"),
        ("к", "ќ"),
        ("о", "ӧ"),
        ("у", "ўӯӱӳ"),
        ("ч", "ӵ"),
        ("ы", "ӹ"),
        ("э", "ӭ"),
        ("і", "ї"),
        ("ѵ", "ѷ"),
        ("ә", "ӛ"),
        ("ө", "ӫ"),
    ]

    /// The scalars from U+0370 without diacritics.
    private static let modern = table(from: 0x370, to: 0x530)
    /// The scalars from U+1F00 without diacritics: Greek with the marks of its ancient spelling.
    private static let polytonic = table(from: 0x1F00, to: 0x2000)

    private static func table(from start: UInt16, to end: UInt16) -> [UInt16] {
        var table = Array(start..<end)
        for (base, letters) in composed {
            for letter in letters.unicodeScalars {
                guard let value = UInt16(exactly: letter.value), start..<end ~= value else {
                    continue
                }
                table[Int(value - start)] = UInt16(truncatingIfNeeded: base.value)
            }
        }
        return table
    }

    /// Returns whether a word may contain a diacritic.
    static func mayHaveDiacritics(_ word: UnsafeRawBufferPointer) -> Bool {
        word.contains { $0 >= firstLeadByte }
    }

    /// Calls `body` with the UTF-8 bytes of a word without the diacritics of its letters.
    static func withBases<R>(
        of word: UnsafeRawBufferPointer,
        _ body: (UnsafeBufferPointer<CChar>) -> R
    ) -> R {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: word.count) { buffer in
            var (read, written) = (0, 0)
            func write(_ byte: UInt8) {
                buffer.initializeElement(at: written, to: CChar(bitPattern: byte))
                written += 1
            }
            while read < word.count {
                if isMark(in: word, at: read) {
                    read += 2
                } else if let (letter, length) = letter(in: word, at: read) {
                    // No letter without a diacritic has more than two bytes.
                    if letter < 0x800 {
                        write(0xC0 | UInt8(truncatingIfNeeded: letter >> 6))
                        write(0x80 | UInt8(truncatingIfNeeded: letter & 0x3F))
                    } else {
                        for byte in word[read..<(read + length)] { write(byte) }
                    }
                    read += length
                } else {
                    write(word[read])
                    read += 1
                }
            }
            return body(UnsafeBufferPointer(rebasing: buffer[..<written]))
        }
    }

    private static func isMark(in word: UnsafeRawBufferPointer, at position: Int) -> Bool {
        guard position + 1 < word.count else { return false }
        return switch (word[position], word[position + 1]) {
        case (0xCC, 0x93...0x94), (0xCD, 0x82): true
        default: false
        }
    }

    /// Returns the letter at a position without a diacritic, and the length of its encoding; `nil`
    /// for other scalars.
    private static func letter(
        in word: UnsafeRawBufferPointer,
        at position: Int
    ) -> (UInt16, length: Int)? {
        func bits(_ offset: Int) -> UInt16? {
            guard position + offset < word.count, word[position + offset] & 0xC0 == 0x80 else {
                return nil
            }
            return UInt16(word[position + offset] & 0x3F)
        }
        switch word[position] {
        case 0xCD...0xD4:
            guard let last = bits(1) else { return nil }
            let value = UInt16(word[position] & 0x1F) << 6 | last
            return 0x370..<0x530 ~= value ? (modern[Int(value - 0x370)], 2) : nil
        case 0xE1:
            guard let middle = bits(1), let last = bits(2) else { return nil }
            let value = 0x1000 | middle << 6 | last
            return 0x1F00..<0x2000 ~= value ? (polytonic[Int(value - 0x1F00)], 3) : nil
        default: return nil
        }
    }
}
