// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The tags that a text contains, such as `#garden`, as in the editor plugins.
///
/// `journal new --help` has the rule, and `contrib/editors/text-tags.jsonl` the cases with which
/// this type and the plugins are tested. The rule names Unicode scalars, not characters, because
/// the plugins split text in the same way.
package struct TextTags: Sendable, Equatable {
    /// The names without `#`, each once, in the order of the text.
    package private(set) var names: [String] = []
    private var keys: Set<String> = []

    /// Finds the tags of a text; ignores names that are too long for a tag.
    package init(_ text: String) {
        var isFenced = false
        for line in text.unicodeScalars.split(whereSeparator: Self.isLineEnd) {
            if line.drop(while: { $0.properties.isWhitespace }).starts(with: "```".unicodeScalars) {
                isFenced.toggle()
            } else if !isFenced {
                addTags(of: line)
            }
        }
    }

    /// Returns the tags of an entry after its text was replaced.
    ///
    /// A tag that only the previous text contains is removed, unless the new text mentions its
    /// name, for example in code. The other tags of the entry remain.
    ///
    /// - Parameters:
    ///   - tags: The tags of the entry.
    ///   - old: The previous text.
    ///   - new: The text that replaces it.
    /// - Returns: The tags, or nil if they do not change.
    package static func edited(_ tags: [String], from old: String, to new: String) -> [String]? {
        let (before, after) = (TextTags(old), TextTags(new))
        let mentioned = mentions(in: new)
        var result = tags.filter {
            let key = $0.lowercased()
            return mentioned.contains(key) || !before.keys.contains(key)
        }
        let kept = Set(result.map { $0.lowercased() }).union(before.keys)
        result += after.names.filter { !kept.contains($0.lowercased()) }
        return result == tags ? nil : Array(result.prefix(Limits.tags))
    }

    /// Returns the keys of all words after `#`, whether they are tags or not.
    private static func mentions(in text: String) -> Set<String> {
        var keys: Set<String> = []
        let scalars = text.unicodeScalars
        let parts = scalars.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "#" })
        for part in parts.dropFirst() {
            keys.insert(name(of: part.prefix(while: isPart)).lowercased())
        }
        return keys
    }

    /// Returns the name in a word, which does not end in `-` or `/`.
    private static func name(of word: Substring.UnicodeScalarView) -> String {
        var end = word.endIndex
        while end > word.startIndex {
            let last = word.index(before: end)
            guard word[last] == "-" || word[last] == "/" else { break }
            end = last
        }
        return String(String.UnicodeScalarView(word[..<end]))
    }

    /// Returns the name of a tag that may be written with its mark, such as `#b`.
    package static func name(_ word: String) -> String {
        word.hasPrefix("#") && word.count > 1 ? String(word.dropFirst()) : word
    }

    /// Returns the names of a list such as `a,#b`, as in the values of `--tag`.
    package static func names(in values: [String]) -> [String] {
        values.flatMap { value -> [String] in
            let parts = value.split(separator: ",").map { part -> String in
                var name = part.drop(while: \.isWhitespace)
                while name.last?.isWhitespace == true { name.removeLast() }
                return String(name.hasPrefix("#") ? name.dropFirst() : name)
            }
            let names = parts.filter { !$0.isEmpty }
            // An empty name is rejected by the daemon, with a message.
            return names.isEmpty ? [""] : names
        }
    }

    /// Returns the given tags followed by the tags of the text, up to the limit for an entry.
    package func adding(to tags: [String]) -> [String] {
        let given = Set(tags.map { $0.lowercased() })
        let added = names.filter { !given.contains($0.lowercased()) }
        return tags + added.prefix(max(0, Limits.tags - tags.count))
    }

    private mutating func addTags(of line: Substring.UnicodeScalarView) {
        var isCode = false
        var previous: Unicode.Scalar?
        var rest = line
        while let scalar = rest.first {
            rest = rest.dropFirst()
            if scalar == "`" { isCode = !isCode && rest.contains("`") }
            if scalar == "#", !isCode, Self.canPrecede(previous) {
                let word = rest.prefix(while: Self.isPart)
                rest = rest.dropFirst(word.count)
                if let first = word.first, Self.isLetter(first), rest.first != "#" {
                    add(Self.name(of: word))
                }
                previous = word.last ?? scalar
            } else {
                previous = scalar
            }
        }
    }

    private mutating func add(_ name: String) {
        guard name.utf8.count <= Limits.name, keys.insert(name.lowercased()).inserted else {
            return
        }
        names.append(name)
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func canPrecede(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return true }
        return scalar.properties.isWhitespace || "([{“\"'".unicodeScalars.contains(scalar)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            true
        default: false
        }
    }

    /// Returns whether a scalar can belong to a name after its first letter.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        // The joiners of Persian and Indic words are not letters.
        if "_-/\u{200C}\u{200D}".unicodeScalars.contains(scalar) { return true }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: isLetter(scalar)
        }
    }
}
