// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A part of a text that the full-text index divides into tokens by one rule.
enum TextSegment: Equatable {
    /// Text with spaces and punctuation between words.
    case spaced(Range<Int>)
    /// Full-width letters and digits, which are indexed as their ASCII characters.
    case fullWidth(Range<Int>)
    /// A character of a script without spaces between words: one token.
    case ideograph(Unicode.Scalar, Range<Int>)
    /// A symbol: one token of one scalar, or of two for a flag.
    case symbol(Unicode.Scalar, Unicode.Scalar?, Range<Int>)

    /// The bytes of the text.
    var range: Range<Int> {
        switch self {
        case .spaced(let range), .fullWidth(let range), .ideograph(_, let range),
            .symbol(_, _, let range):
            range
        }
    }
}

/// Divides the UTF-8 bytes of a text into segments.
///
/// The sum of all segments is the text, except for modifiers of emoji, which are in no segment.
struct TextSegmenter {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// The bytes must be valid as long as the segmenter is in use.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Returns the next segment; nil at the end of the text.
    mutating func next() -> TextSegment? {
        var start = position
        while position < bytes.count {
            guard bytes[position] >= ScalarRule.firstLeadByte,
                let (scalar, end) = scalar(at: position)
            else {
                position += 1
                continue
            }
            let rule = ScalarRule(scalar)
            guard rule != .spaced else {
                position = end
                continue
            }
            if position > start { return .spaced(start..<position) }
            position = end
            switch rule {
            case .spaced, .modifier: start = position
            case .fullWidth: return fullWidth(from: start)
            case .regionalIndicator: return flag(scalar, from: start)
            case .symbol: return .symbol(scalar, nil, start..<end)
            case .ideograph: return ideograph(scalar, from: start)
            }
        }
        return position > start ? .spaced(start..<position) : nil
    }

    private mutating func fullWidth(from start: Int) -> TextSegment {
        while let (scalar, end) = scalar(at: position), ScalarRule(scalar) == .fullWidth {
            position = end
        }
        return .fullWidth(start..<position)
    }

    private mutating func flag(_ first: Unicode.Scalar, from start: Int) -> TextSegment {
        guard let (second, end) = scalar(at: position),
            ScalarRule(second) == .regionalIndicator
        else { return .symbol(first, nil, start..<position) }
        position = end
        return .symbol(first, second, start..<end)
    }

    /// Returns a character, composed of its parts, so that the Unicode normalization form of a text
    /// makes no difference, except for the order of a Thai or Lao tone and a vowel below.
    private mutating func ideograph(_ first: Unicode.Scalar, from start: Int) -> TextSegment {
        var character = ScalarRule.widened(first)
        while let (mark, end) = scalar(at: position),
            let composed = ScalarRule.composed(character, ScalarRule.widened(mark))
        {
            character = composed
            position = end
        }
        return .ideograph(character, start..<position)
    }

    /// Returns the scalar of three or four bytes at a position and its end.
    private func scalar(at position: Int) -> (Unicode.Scalar, end: Int)? {
        guard position < bytes.count else { return nil }
        let length = bytes[position] >= 0xF0 ? 4 : 3
        guard (0xE0...0xF4).contains(bytes[position]), position + length <= bytes.count else {
            return nil
        }
        var value = UInt32(bytes[position]) & (length == 4 ? 0x07 : 0x0F)
        for byte in bytes[(position + 1)..<(position + length)] {
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        // An overlong encoding would be longer than its scalar requires.
        guard value >= (length == 4 ? 0x1_0000 : 0x800) else { return nil }
        return Unicode.Scalar(value).map { ($0, position + length) }
    }
}
