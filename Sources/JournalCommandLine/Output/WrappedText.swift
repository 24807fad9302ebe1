// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A text divided into lines that fit a number of columns.
enum WrappedText {
    /// The distance of the tab stops of a terminal.
    private static let tabWidth = 8

    /// Returns the lines; a line is divided at a space if it has one, otherwise between characters.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - width: The number of columns.
    ///   - dividesWords: Whether a word that does not fit is divided; otherwise it exceeds the
    ///     width, so that a path can be copied.
    /// - Returns: The lines.
    /// - Complexity: O(*n*) for *n* characters.
    static func lines(_ text: String, width: Int, dividesWords: Bool = true) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { wrapped(withoutTabs($0), to: max(2, width), dividesWords: dividesWords) }
    }

    /// Returns a line with spaces in place of tabs, up to the next tab stop of a terminal.
    private static func withoutTabs(_ line: Substring) -> Substring {
        guard line.utf8.contains(UInt8(ascii: "\t")) else { return line }
        var result = ""
        var columns = 0
        for character in line {
            let count = tabWidth - columns % tabWidth
            let text = character == "\t" ? String(repeating: " ", count: count) : String(character)
            columns += text.displayWidth
            result += text
        }
        return result[...]
    }

    private static func wrapped(
        _ line: Substring,
        to width: Int,
        dividesWords: Bool
    ) -> [String] {
        var lines: [String] = []
        var rest = line
        while true {
            var columns = 0
            var end = rest.startIndex
            var space: Substring.Index?
            while end < rest.endIndex {
                let next = String(rest[end]).displayWidth
                if rest[end] == " " { space = end }
                guard columns + next <= width else { break }
                columns += next
                end = rest.index(after: end)
            }
            guard end < rest.endIndex else { return lines + [String(rest)] }
            if !dividesWords, space ?? rest.startIndex == rest.startIndex {
                space = rest[end...].firstIndex(of: " ")
                if space == nil { return lines + [String(rest)] }
            }
            if let space, space > rest.startIndex {
                lines.append(String(rest[..<space]))
                rest = rest[rest.index(after: space)...]
            } else {
                lines.append(String(rest[..<end]))
                rest = rest[end...]
            }
        }
    }
}
