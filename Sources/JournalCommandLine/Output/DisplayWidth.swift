// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension String {
    /// The number of terminal columns that the text occupies.
    package var displayWidth: Int {
        // Dividing a text into characters takes long; each of these is one, with one column.
        guard !utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return utf8.count }
        return reduce(0) { $0 + $1.displayWidth }
    }

    /// Returns the beginning that fits into a number of columns, with an ellipsis if it is
    /// shortened.
    package func fitted(to width: Int) -> String {
        guard displayWidth > width else { return self }
        var result = ""
        var used = 1
        for character in self {
            used += character.displayWidth
            guard used <= width else { break }
            result.append(character)
        }
        return width > 0 ? result + "…" : ""
    }

    /// Returns the text padded with spaces to a number of columns.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - displayWidth))
    }
}

extension Character {
    /// Two columns for East Asian wide characters and emoji, one for others, none for controls.
    fileprivate var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        switch first.value {
        case 0..<0x20, 0x7F..<0xA0: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
            0x20000...0x3FFFD:
            return 2
        default:
            return first.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
