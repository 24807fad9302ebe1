// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A function in a test file.
struct TestFunction {
    /// The path of the file.
    let path: String
    /// The name without parameters.
    let name: String
    /// The code between the function's braces.
    let body: String
    /// Whether the function is marked `@Test`.
    let isTest: Bool

    /// Returns the functions of a file in source order, including nested ones.
    static func all(_ source: SwiftSource) -> [Self] {
        var reader = Reader(characters: Array(source.code.joined(separator: "\n")))
        var found: [Self] = []
        var isTest = false
        while let word = reader.nextWord() {
            switch word {
            case "@Test":
                isTest = true
                reader.skipGroup("(", ")")
            case "func":
                // An operator function has no name to read.
                guard let name = reader.nextWord() else { continue }
                reader.skipTo("(")
                reader.skipGroup("(", ")")
                guard let body = reader.bodyAhead() else { continue }
                found.append(Self(path: source.path, name: name, body: body, isTest: isTest))
                isTest = false
            default: continue
            }
        }
        return found
    }
}

private struct Reader {
    let characters: [Character]
    var position = 0

    /// Returns the next identifier, including a preceding `@`.
    mutating func nextWord() -> String? {
        while position < characters.count, !isWord(characters[position]) { position += 1 }
        guard position < characters.count else { return nil }
        let start = position
        while position < characters.count, isWord(characters[position]) { position += 1 }
        return String(characters[start..<position])
    }

    mutating func skipTo(_ mark: Character) {
        while position < characters.count, characters[position] != mark { position += 1 }
    }

    /// Advances over a bracketed group, if one starts here.
    mutating func skipGroup(_ open: Character, _ close: Character) {
        guard position < characters.count, characters[position] == open else { return }
        position = end(ofGroupAt: position, open, close)
    }

    /// Returns the next braced block without consuming it, so that nested functions are found as
    /// well.
    func bodyAhead() -> String? {
        guard let start = characters[position...].firstIndex(of: "{") else { return nil }
        return String(characters[start..<end(ofGroupAt: start, "{", "}")])
    }

    private func end(ofGroupAt start: Int, _ open: Character, _ close: Character) -> Int {
        var depth = 0
        for index in start..<characters.count {
            if characters[index] == open { depth += 1 }
            if characters[index] == close { depth -= 1 }
            if depth == 0 { return index + 1 }
        }
        return characters.count
    }

    private func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "@"
    }
}
