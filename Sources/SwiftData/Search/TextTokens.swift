// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The tokens of a text, in order.
struct TextTokens: Equatable {
    /// The UTF-8 bytes of all tokens, without separators.
    private var bytes: [UInt8] = []
    /// The position in `bytes` after each token.
    private var ends: [Int] = []
    /// The bytes of the text from which each token was made.
    private(set) var ranges: [Range<Int>] = []

    var count: Int { ranges.count }

    /// Returns the UTF-8 bytes of a token.
    subscript(position: Int) -> ArraySlice<UInt8> {
        bytes[(position == 0 ? 0 : ends[position - 1])..<ends[position]]
    }

    mutating func append(_ token: UnsafeRawBufferPointer, from range: Range<Int>) {
        bytes.append(contentsOf: token)
        ends.append(bytes.count)
        ranges.append(range)
    }

    /// Removes all tokens, and keeps their memory for the next string.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
    }

    /// Finds the first tokens of sentences: the first token of the text, and each token after a
    /// full stop or a colon with white space.
    ///
    /// - Parameter text: The UTF-8 text that was divided into the tokens.
    /// - Returns: The positions of the tokens, in ascending order.
    func sentenceStarts(in text: UnsafeBufferPointer<UInt8>) -> [Int] {
        ranges.indices.filter { position in
            guard position > 0 else { return true }
            let start = ranges[position].lowerBound
            var end = start
            while end > 0, Self.isWhiteSpace(text[end - 1]) { end -= 1 }
            return end < start && end > 0
                && (text[end - 1] == UInt8(ascii: ".") || text[end - 1] == UInt8(ascii: ":"))
        }
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
