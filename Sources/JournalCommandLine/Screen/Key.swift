// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A key of the keyboard, as a terminal reports it.
package enum Key: Sendable, Equatable {
    case up
    case down
    case pageUp
    case pageDown
    case home
    case end
    case enter
    case escape
    case backspace
    case delete
    /// A letter that was typed with the control key.
    case control(Character)
    case character(Character)
    /// A text that was pasted.
    case paste(String)

    /// The control sequences of keys, without the escape and the bracket or O.
    private static let sequences: [String: Key] = [
        "A": .up, "B": .down, "3~": .delete, "5~": .pageUp, "6~": .pageDown, "H": .home, "F": .end,
        "1~": .home, "4~": .end, "7~": .home, "8~": .end,
    ]

    /// Returns the key of a control sequence; nil if it is unknown.
    init?(sequence: String) {
        guard let key = Self.sequences[sequence] else { return nil }
        self = key
    }

    /// Returns the key of a character that a terminal sends by itself.
    init(scalar: UnicodeScalar) {
        switch scalar.value {
        case 0x0A, 0x0D: self = .enter
        case 0x08, 0x7F: self = .backspace
        case 0x1B: self = .escape
        case 0..<0x20: self = .control(Character(UnicodeScalar(UInt8(scalar.value) + 0x60)))
        default: self = .character(Character(scalar))
        }
    }
}
