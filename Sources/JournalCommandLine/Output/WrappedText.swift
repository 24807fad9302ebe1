// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A text divided into lines that fit a number of columns.
enum WrappedText {
    /// Returns the lines; a line is divided at a space if it has one, otherwise between characters.
    ///
    /// - Complexity: O(*n*) for *n* characters.
    static func lines(_ text: String, width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { wrapped($0, max(2, width)) }
    }

    private static func wrapped(_ line: Substring, _ width: Int) -> [String] {
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
