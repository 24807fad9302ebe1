// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The text of Day One: Markdown in which punctuation has a backslash before it, and files are
/// links such as `![](dayone-moment://IDENTIFIER)`.
enum DayOneText {
    /// Returns a text of the journal from one of Day One.
    ///
    /// - Parameters:
    ///   - text: The text of Day One.
    ///   - names: The names of the files, by their identifiers.
    /// - Returns: The text with links to the names.
    static func plain(_ text: String, names: [String: String]) -> String {
        mapLines(text) { line in linkNames(unescaped(line), using: names) }
    }

    /// Returns a text of Day One from one of the journal.
    ///
    /// - Parameters:
    ///   - text: The text of the journal.
    ///   - identifiers: The identifiers of the files, by their names.
    /// - Returns: The text with links to the identifiers.
    static func escaped(_ text: String, identifiers: [String: String]) -> String {
        mapLines(text) { line in linkIdentifiers(doubled(line), using: identifiers) }
    }

    /// Applies a change to every line outside of blocks of code.
    private static func mapLines(_ text: String, _ change: (Substring) -> String) -> String {
        var isCode = false
        let lines = text.linesBetweenFeeds.map { line in
            if line.hasPrefix("```") {
                isCode.toggle()
                return String(line)
            }
            return isCode ? String(line) : change(line)
        }
        return lines.joined(separator: "\n")
    }

    private static func unescaped(_ line: Substring) -> String {
        guard line.contains("\\") else { return String(line) }
        var result = ""
        var isEscaped = false
        for character in line {
            if isEscaped {
                if !isPunctuation(character) { result.append("\\") }
                result.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return isEscaped ? result + "\\" : result
    }

    /// Doubles the backslashes that a reader would take for marks.
    private static func doubled(_ line: Substring) -> String {
        guard line.contains("\\") else { return String(line) }
        var result = ""
        for index in line.indices {
            result.append(line[index])
            let next = line.index(after: index)
            if line[index] == "\\", next == line.endIndex || isPunctuation(line[next]) {
                result.append("\\")
            }
        }
        return result
    }

    private static func isPunctuation(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else { return false }
        return (33...47 ~= byte) || (58...64 ~= byte) || (91...96 ~= byte) || (123...126 ~= byte)
    }

    private static let opening = "![](dayone-moment:/"

    /// Replaces links to identifiers by links to names.
    private static func linkNames(_ line: String, using names: [String: String]) -> String {
        var result = ""
        var rest = line[...]
        while let range = rest.firstRange(of: opening),
            let end = rest[range.upperBound...]
                .firstIndex(of: ")")
        {
            // The form of other media is `dayone-moment:/video/IDENTIFIER`.
            let identifier = rest[range.upperBound..<end].split(separator: "/").last ?? ""
            result += rest[..<range.lowerBound]
            if let name = names[String(identifier)] {
                result += "![](\(name))"
            } else {
                result += rest[range.lowerBound...end]
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// Replaces links to names by links to identifiers.
    private static func linkIdentifiers(
        _ line: String,
        using identifiers: [String: String]
    ) -> String {
        guard line.contains("![](") else { return line }
        var result = line
        for (name, identifier) in identifiers {
            result = result.split(separator: "![](\(name))", omittingEmptySubsequences: false)
                .joined(separator: "![](dayone-moment://\(identifier))")
        }
        return result
    }
}
