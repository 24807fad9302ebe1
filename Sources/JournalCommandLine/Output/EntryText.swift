// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Formats entries: one line each for lists, everything for `show`.
///
/// On a terminal a line has a short id, the local time and the beginning of the text. In a pipe it
/// has tab-separated fields for `cut` and `awk`, with the full id; they have color only if that is
/// requested.
package struct EntryText {
    /// The form of the time in a line for a terminal.
    package enum TimeForm: Sendable, Equatable {
        /// The day and the minute; on a narrow terminal only the day.
        case date
        /// The minute, below the header of its day.
        case clock
        /// The distance to an instant.
        case age(now: Timestamp)
    }

    /// The number of columns below which a line has no room for both the day and the minute.
    private static let narrowWidth = 60
    /// The minimum width of the text; a line that is too narrow omits the time, then the id.
    private static let minimumRoom = 8

    private let terminal: Terminal

    /// Creates a formatter for an output.
    package init(terminal: Terminal) { self.terminal = terminal }

    /// Returns one line for an entry.
    package func line(_ entry: EntryRecord, time: TimeForm = .date) -> String {
        var lines = TextLines(entry.text)
        let first = lines.next().map { Self.oneLine(String($0)) } ?? ""
        let mark = entry.truncated || lines.next() != nil ? " …" : ""
        let text = entry.isUnreadable ? Self.unreadable : first
        return line(entry, text: text, mark: mark, marked: false, as: time)
    }

    /// Returns one line for a match, with the matched words in bold.
    package func line(_ match: EntryMatch, time: TimeForm = .date) -> String {
        guard !match.entry.isUnreadable else { return line(match.entry, time: time) }
        return line(
            match.entry,
            text: Self.oneLine(match.snippet),
            mark: "",
            marked: true,
            as: time
        )
    }

    /// Returns all attributes and the text of an entry; in a pipe only the text.
    package func full(_ entry: EntryRecord) -> String {
        let text = entry.isUnreadable ? Self.unreadable : entry.text
        guard terminal.isInteractive else { return text }
        var details = [Self.time(entry.createdAt) + " " + entry.zone, entry.notebook.name]
        details += entry.tags.map { "#" + $0 }
        if entry.starred { details.append("★") }
        if entry.conflicts > 0 {
            let unit = entry.conflicts == 1 ? "conflict" : "conflicts"
            details.append("\(Self.conflictMark) \(entry.conflicts) \(unit)")
        }
        if entry.trashedAt != nil { details.append("in the trash") }
        return """
            \(terminal.styled(entry.id.text, as: .yellow))
            \(terminal.styled(terminal.safe(details.joined(separator: "  ")), as: .faint))

            \(terminal.safe(text))

            """
    }

    private func line(
        _ entry: EntryRecord,
        text: String,
        mark: String,
        marked: Bool,
        as form: TimeForm
    ) -> String {
        guard terminal.isInteractive else {
            return fields(entry, text: marked ? emphasized(text) : safe(text) + mark)
        }
        let lead = lead(Self.shortID(entry), time: shown(entry.createdAt, as: form))
        let marks = Self.marks(of: entry).map { "\($0) " }.joined()
        let place = entry.notebook.name == NotebookRecord.defaultName ? [] : [entry.notebook.name]
        let tail = terminal.safe((place + entry.tags.map { "#" + $0 }).joined(separator: " "))
        let body = marked ? Self.unmarked(text) : terminal.safe(text) + mark
        let columns = RowColumns(
            text: body.displayWidth,
            tail: tail.displayWidth,
            room: terminal.width - lead.width - marks.displayWidth
        )
        let end = columns.tail > 0 ? "  " + tail.fitted(to: columns.tail) : ""
        return lead.text + marks
            + (marked ? highlighted(text, room: columns.text) : body.fitted(to: columns.text))
            + terminal.styled(end, as: .cyan)
    }

    /// Returns the line of a pipe.
    private func fields(_ entry: EntryRecord, text: String) -> String {
        let tags = entry.tags.map { "#" + Self.oneLine($0) }.joined(separator: " ")
        let fields = [
            terminal.styled(entry.id.text, as: .yellow),
            terminal.styled(entry.createdAt.description, as: .faint),
            safe(Self.oneLine(entry.notebook.name)), text, Self.marks(of: entry).joined(),
            terminal.styled(safe(tags), as: .cyan),
        ]
        return fields.joined(separator: "\t")
    }

    /// Returns the part of a line before the text: the id and the time, if the terminal has room
    /// for them.
    private func lead(_ id: String, time: String) -> (text: String, width: Int) {
        var parts: [(text: String, emphasis: Terminal.Emphasis)] = [(id, .yellow), (time, .faint)]
        var width = parts.reduce(0) { $0 + $1.text.displayWidth + 2 }
        while let last = parts.last, width + Self.minimumRoom > terminal.width {
            width -= last.text.displayWidth + 2
            parts.removeLast()
        }
        return (parts.map { terminal.styled($0.text, as: $0.emphasis) + "  " }.joined(), width)
    }

    private func shown(_ timestamp: Timestamp, as form: TimeForm) -> String {
        switch form {
        case .date where terminal.width < Self.narrowWidth: timestamp.day.description
        case .date: Self.time(timestamp)
        case .clock: Self.clock(timestamp)
        case .age(let now): Age.text(of: timestamp, at: now).padded(to: Age.width)
        }
    }

    /// Returns the snippet with its marked words in bold, or without marks if it has to be
    /// shortened.
    private func highlighted(_ snippet: String, room: Int) -> String {
        let plain = Self.unmarked(snippet)
        guard terminal.hasColor, plain.displayWidth <= room else {
            return safe(plain).fitted(to: room)
        }
        return emphasized(snippet)
    }

    /// Returns the snippet with its marked words in bold if color is used.
    private func emphasized(_ snippet: String) -> String {
        guard terminal.hasColor else { return safe(Self.unmarked(snippet)) }
        var result = ""
        for (index, part) in snippet.split(
            separator: EntryMatch.matchStart,
            omittingEmptySubsequences: false
        ).enumerated() {
            guard index > 0, let end = part.firstIndex(of: EntryMatch.matchEnd) else {
                result += safe(String(part))
                continue
            }
            result += terminal.styled(safe(String(part[..<end])), as: .bold)
            result += safe(String(part[part.index(after: end)...]))
        }
        return result
    }

    /// Returns a part of a line for its output; a pipe with color ends at a terminal, too.
    private func safe(_ text: String) -> String {
        terminal.hasColor ? Terminal.sanitized(text) : terminal.safe(text)
    }

    /// Returns the snippet without the marks of its words.
    static func unmarked(_ snippet: String) -> String {
        // Dividing a text into characters takes long.
        guard snippet.utf8.contains(where: { $0 == 0x02 || $0 == 0x03 }) else { return snippet }
        return snippet.filter { $0 != EntryMatch.matchStart && $0 != EntryMatch.matchEnd }
    }

    /// The mark of an entry with conflicts.
    static let conflictMark = "≠"

    /// Returns the marks of an entry: the star, and the mark of conflicts.
    static func marks(of entry: EntryRecord) -> [String] {
        (entry.starred ? ["★"] : []) + (entry.conflicts > 0 ? [conflictMark] : [])
    }

    /// Returns the first digits of an id, as many as a list shows.
    static func shortID(_ entry: EntryRecord) -> String { String(entry.id.text.prefix(8)) }

    /// The words in the place of a text that is damaged in the store.
    static let unreadable = "(the text cannot be read)"

    /// Returns the first line of the text of an entry that is not blank.
    static func title(_ entry: EntryRecord) -> String {
        entry.isUnreadable ? unreadable : firstLine(entry.text)
    }

    /// Returns the first line that is not blank.
    static func firstLine(_ text: String) -> String {
        var lines = TextLines(text)
        return lines.next().map { oneLine(String($0)) } ?? ""
    }

    /// Returns whether a line after the first that is not blank has a text, too.
    static func hasMoreLines(_ text: String) -> Bool {
        var lines = TextLines(text)
        return lines.next() != nil && lines.next() != nil
    }

    /// Returns the text with line breaks and tabs replaced by spaces.
    static func oneLine(_ text: String) -> String {
        // Dividing a text into characters takes longer than all else that a line needs.
        guard text.utf8.contains(where: { TextLines.mayBeginSpace($0) }) else { return text }
        return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    /// Returns the local hour and minute of a timestamp.
    static func clock(_ timestamp: Timestamp) -> String {
        String(timestamp.description.dropFirst(11).prefix(5))
    }

    /// Returns the local day and minute of a timestamp.
    static func time(_ timestamp: Timestamp) -> String {
        let text = timestamp.description
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
    }
}

/// The distance of a time from now, such as `5 min ago`.
enum Age {
    /// The number of columns of the longest text.
    static let width = 10

    private static let units: [(seconds: Int64, name: String)] = [
        (31_556_952, "y"), (2_629_746, "mo"), (7 * 86_400, "wk"), (86_400, "d"), (3600, "h"),
        (60, "min"),
    ]

    /// Returns the distance in the largest unit of which there are at least one, and two of weeks.
    static func text(of timestamp: Timestamp, at now: Timestamp) -> String {
        let seconds = (now.milliseconds - timestamp.milliseconds) / 1000
        let distance = abs(seconds)
        for (length, name) in units {
            let count = distance / length
            guard count >= (name == "wk" ? 2 : 1) else { continue }
            return seconds > 0 ? "\(count) \(name) ago" : "in \(count) \(name)"
        }
        return "just now"
    }
}
