// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Formats entries: one line each for lists, everything for `show`.
///
/// On a terminal a line has a short id, the local time and the beginning of the text. In a pipe it
/// has tab-separated fields for `cut` and `awk`, with the full id.
package struct EntryText {
    private let terminal: Terminal

    /// Creates a formatter for an output.
    package init(terminal: Terminal) { self.terminal = terminal }

    /// Returns one line for an entry.
    package func line(_ entry: EntryRecord) -> String {
        let mark = Self.hasMoreLines(entry.text) || entry.truncated ? " …" : ""
        return line(entry, text: Self.firstLine(entry.text), mark: mark, marked: false)
    }

    /// Returns one line for a match, with the matched words in bold.
    package func line(_ match: EntryMatch) -> String {
        line(match.entry, text: Self.oneLine(match.snippet), mark: "", marked: true)
    }

    /// Returns all attributes and the text of an entry; in a pipe only the text.
    package func full(_ entry: EntryRecord) -> String {
        guard terminal.isInteractive else { return entry.text }
        var details = [Self.time(entry.createdAt) + " " + entry.zone, entry.notebook.name]
        details += entry.tags.map { "#" + $0 }
        if entry.starred { details.append("★") }
        if entry.trashedAt != nil { details.append("in the trash") }
        return """
            \(terminal.styled(entry.id.text, .yellow))
            \(terminal.styled(terminal.safe(details.joined(separator: "  ")), .faint))

            \(terminal.safe(entry.text))

            """
    }

    private func line(_ entry: EntryRecord, text: String, mark: String, marked: Bool) -> String {
        guard terminal.isInteractive else {
            let fields = [
                entry.id.text, entry.createdAt.description, Self.oneLine(entry.notebook.name),
                Self.unmarked(text) + mark, entry.starred ? "★" : "",
                entry.tags.map { "#" + Self.oneLine($0) }.joined(separator: " "),
            ]
            return fields.joined(separator: "\t")
        }
        let id = String(entry.id.text.prefix(8))
        let time = Self.time(entry.createdAt)
        let star = entry.starred ? "★ " : ""
        let place = entry.notebook.name == NotebookRecord.defaultName ? [] : [entry.notebook.name]
        let suffix = terminal.safe((place + entry.tags.map { "#" + $0 }).joined(separator: " "))
        let used = id.count + time.count + star.displayWidth + 4
        let tail = suffix.isEmpty ? "" : "  " + suffix
        let room = max(20, terminal.width - used - tail.displayWidth)
        let shown = terminal.safe(text)
        let body =
            marked
            ? highlighted(text, room: room)
            : shown.displayWidth + mark.count > room ? shown.fitted(to: room) : shown + mark
        return terminal.styled(id, .yellow) + "  " + terminal.styled(time, .faint) + "  " + star
            + body + terminal.styled(tail, .cyan)
    }

    /// Returns the snippet with its marked words in bold, or without marks if it has to be
    /// shortened.
    private func highlighted(_ snippet: String, room: Int) -> String {
        let plain = Self.unmarked(snippet)
        guard terminal.hasColor, plain.displayWidth <= room else {
            return terminal.safe(plain).fitted(to: room)
        }
        var result = ""
        for (index, part) in snippet.split(
            separator: EntryMatch.matchStart,
            omittingEmptySubsequences: false
        ).enumerated() {
            guard index > 0, let end = part.firstIndex(of: EntryMatch.matchEnd) else {
                result += terminal.safe(String(part))
                continue
            }
            result += terminal.styled(terminal.safe(String(part[..<end])), .bold)
            result += terminal.safe(String(part[part.index(after: end)...]))
        }
        return result
    }

    private static func unmarked(_ snippet: String) -> String {
        snippet.filter { $0 != EntryMatch.matchStart && $0 != EntryMatch.matchEnd }
    }

    /// Returns the first line that is not blank.
    static func firstLine(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline)
        return oneLine(String(lines.first { !$0.allSatisfy(\.isWhitespace) } ?? ""))
    }

    /// Returns whether a line after the first that is not blank has a text, too.
    private static func hasMoreLines(_ text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline).lazy
            .filter { !$0.allSatisfy(\.isWhitespace) }
        return lines.prefix(2).count > 1
    }

    /// Returns the text with line breaks and tabs replaced by spaces.
    static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    /// Returns the local day and minute of a timestamp.
    static func time(_ timestamp: Timestamp) -> String {
        let text = timestamp.description
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
    }
}
