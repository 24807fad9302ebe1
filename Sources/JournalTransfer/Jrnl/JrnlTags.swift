// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The tags of jrnl: words of a text that begin with `@` or `#`.
enum JrnlTags {
    /// The symbol before tags that are written.
    static let symbol = "#"

    /// The end of the first line of a starred entry.
    static let star = " *"

    /// A space without width, which shows that an asterisk before it is no mark of a starred entry:
    /// at the end of a title, jrnl ignores only white space.
    static let separator: Unicode.Scalar = "\u{200B}"

    /// Returns whether a title ends with an asterisk, or with white space or separators after one.
    static func looksStarred(_ title: Substring) -> Bool {
        title.unicodeScalars.last { !isSpace($0) && $0 != separator } == "*"
    }

    /// Returns the title in the first line of an entry, and whether the entry is starred.
    ///
    /// An entry is starred if its first line ends with an asterisk, as in jrnl, which removes all
    /// asterisks at both ends then. Here only the mark is removed: a last asterisk that follows
    /// others without a space, as in `**bold**`, is a part of the title, too.
    static func title(inLine line: Substring) -> (text: Substring, isStarred: Bool) {
        var title = line.unicodeScalars
        while let last = title.last, isSpace(last) { title.removeLast() }
        let isStarred = title.last == "*"
        if isStarred {
            let rest = title.dropLast()
            if rest.last == " " {
                title = rest.dropLast()
            } else if !rest.contains(where: { $0 == "*" }) {
                title = rest
            }
        } else {
            title = line.unicodeScalars
        }
        if title.last == separator, looksStarred(Substring(title)) { title.removeLast() }
        return (Substring(title), isStarred)
    }

    /// Returns whether jrnl ignores a character at the end of a line.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || (0x1C...0x1F).contains(scalar.value)
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
