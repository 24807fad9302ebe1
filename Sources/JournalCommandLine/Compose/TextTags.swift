// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The tags that a text contains, such as `#garden`, as in the editor plugins.
///
/// A tag follows white space or an opening bracket, starts with a letter and consists of letters,
/// digits, `_` and `-`. Code between backticks contains none, and a heading of Markdown is none.
package struct TextTags: Sendable, Equatable {
    /// The names without `#`, each once, in the order of the text.
    package private(set) var names: [String] = []
    private var keys: Set<String> = []

    /// Finds the tags of a text; names that are too long for a tag are left out.
    package init(_ text: String) {
        var isFenced = false
        for line in text.split(whereSeparator: \.isNewline) {
            if line.drop(while: \.isWhitespace).hasPrefix("```") {
                isFenced.toggle()
            } else if !isFenced {
                addTags(of: line)
            }
        }
    }

    /// Returns the tags of an entry after its text was replaced.
    ///
    /// A tag that only the former text contains is removed; the other tags of the entry remain, and
    /// so does a tag that the new text contains only where it is none, such as in code.
    ///
    /// - Parameters:
    ///   - tags: The tags of the entry.
    ///   - old: The former text.
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
        for part in text.split(separator: "#", omittingEmptySubsequences: false).dropFirst() {
            var word = part.prefix(while: isPart)
            while word.last == "-" { word.removeLast() }
            keys.insert(word.lowercased())
        }
        return keys
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

    /// Returns tags with those of a text added, at most as many as an entry can have.
    package func adding(to tags: [String]) -> [String] {
        let given = Set(tags.map { $0.lowercased() })
        let added = names.filter { !given.contains($0.lowercased()) }
        return tags + added.prefix(max(0, Limits.tags - tags.count))
    }

    private mutating func addTags(of line: Substring) {
        var isCode = false
        var previous: Character?
        var rest = line
        while let character = rest.first {
            rest = rest.dropFirst()
            if character == "`" { isCode = !isCode && rest.contains("`") }
            if character == "#", !isCode, Self.canPrecede(previous) {
                let word = rest.prefix(while: Self.isPart)
                let next = rest.dropFirst(word.count).first
                if word.first?.isLetter == true, next != "#" { add(String(word)) }
                previous = word.last ?? character
                rest = rest.dropFirst(word.count)
            } else {
                previous = character
            }
        }
    }

    private mutating func add(_ word: String) {
        var name = word
        while name.last == "-" { name.removeLast() }
        guard name.utf8.count <= Limits.name, keys.insert(name.lowercased()).inserted else {
            return
        }
        names.append(name)
    }

    private static func canPrecede(_ character: Character?) -> Bool {
        character.map { $0.isWhitespace || "([{“\"'".contains($0) } ?? true
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "-"
    }
}
