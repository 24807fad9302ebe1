// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The tags of jrnl: words of a text that begin with `@` or `#`.
enum JrnlTags {
    /// The symbol before tags that are written.
    static let symbol = "#"

    /// The end of the first line of a starred entry.
    static let star = " *"

    /// Returns whether a line ends like that of a starred entry, or with spaces after that.
    static func looksStarred(_ line: Substring) -> Bool {
        var bytes = line.utf8
        while bytes.last == 0x20 { bytes.removeLast() }
        return bytes.suffix(2).elementsEqual(star.utf8)
    }

    /// Returns the name of a tag without its symbol.
    static func name(_ tag: String) -> String {
        tag.hasPrefix("@") || tag.hasPrefix("#") ? String(tag.dropFirst()) : tag
    }

    /// Returns the name in a form that jrnl reads as one tag.
    static func word(_ name: String) -> String {
        String(name.map { isWordCharacter($0) ? $0 : "-" })
    }

    /// Returns the names of the tags in a text, in the order of the text.
    static func names(in text: String) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard let name = leadingTag(word), seen.insert(name.lowercased()).inserted else {
                continue
            }
            names.append(name)
        }
        return names
    }

    /// Returns whether every word of a text is a tag.
    static func areAll(_ text: some StringProtocol) -> Bool {
        let words = text.split(whereSeparator: \.isWhitespace)
        return !words.isEmpty
            && words.allSatisfy { leadingTag($0).map { name in name.count + 1 } == $0.count }
    }

    private static func leadingTag(_ word: some StringProtocol) -> String? {
        guard let first = word.first, first == "@" || first == "#" else { return nil }
        let name = word.dropFirst().prefix(while: isWordCharacter)
        // A heading such as "##" has no name.
        guard name.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        return String(name)
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_-+*#/".contains(character)
    }
}
