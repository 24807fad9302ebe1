// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The lines of a text that are not blank, found lazily and byte by byte.
///
/// The bounds of a line are those of characters that are line breaks: no character extends over
/// one, so the text need not be divided into characters.
struct TextLines: IteratorProtocol {
    private var rest: Substring

    /// Begins before the first line.
    init(_ text: String) { rest = text[...] }

    /// Returns the next line that is not blank, without its line break.
    mutating func next() -> Substring? {
        while !rest.isEmpty {
            let line = rest.prefix(upTo: Self.lineEnd(in: rest.utf8))
            rest = rest[line.endIndex...].dropFirst()
            // Ends at the first character that is not white space.
            if !line.allSatisfy(\.isWhitespace) { return line }
        }
        return nil
    }

    /// Returns the start of the first line break, or the end.
    private static func lineEnd(in bytes: Substring.UTF8View) -> String.Index {
        // Nearly all strings have contiguous bytes, which are searched faster.
        let length =
            bytes.withContiguousStorageIfAvailable { lineLength(in: $0) }
            ?? Array(bytes).withUnsafeBufferPointer { lineLength(in: $0) }
        return bytes.index(bytes.startIndex, offsetBy: length)
    }

    private static func lineLength(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        for (index, byte) in bytes.enumerated() where mayBeginSpace(byte) {
            let rest = bytes[index...]
            switch byte {
            case 0x0A...0x0D: return index
            case 0xC2 where rest.starts(with: [0xC2, 0x85]): return index
            case 0xE2 where rest.starts(with: [0xE2, 0x80, 0xA8]): return index
            case 0xE2 where rest.starts(with: [0xE2, 0x80, 0xA9]): return index
            default: continue
            }
        }
        return bytes.count
    }

    /// Returns whether a byte can be the first of a line break, or is a tab.
    static func mayBeginSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09...0x0D, 0xC2, 0xE2: true
        default: false
        }
    }
}
