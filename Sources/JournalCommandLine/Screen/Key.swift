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
    case character(Character)

    /// The control sequences of keys, without the escape and the bracket or O.
    private static let sequences: [String: Key] = [
        "A": .up, "B": .down, "5~": .pageUp, "6~": .pageDown, "H": .home, "F": .end, "1~": .home,
        "4~": .end, "7~": .home, "8~": .end,
    ]

    /// Returns the keys that were typed; unknown control sequences are left out.
    static func keys(_ bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let character = rest.popFirst() {
            switch character {
            case "\u{1B}":
                guard let next = rest.first, next == "[" || next == "O" else {
                    keys.append(.escape)
                    continue
                }
                rest.removeFirst()
                var sequence = ""
                while let next = rest.popFirst() {
                    sequence.append(next)
                    if next.isLetter || next == "~" { break }
                }
                if let key = sequences[sequence] { keys.append(key) }
            case "\r", "\n", "\r\n": keys.append(.enter)
            case "\u{7F}", "\u{8}": keys.append(.backspace)
            default: keys.append(.character(character))
            }
        }
        return keys
    }
}
