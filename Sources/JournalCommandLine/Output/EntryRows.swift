// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Formats a list of entries: on a terminal below the headers of their days, in a pipe one line
/// each.
package struct EntryRows {
    private let terminal: Terminal
    private let text: EntryText
    private let now: Timestamp
    private let isRelative: Bool
    private var day: Day?

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - terminal: The output.
    ///   - now: The current time, with the local offset.
    ///   - isRelative: Whether rows have their distance from `now` instead of headers and times.
    package init(terminal: Terminal, now: Timestamp, isRelative: Bool = false) {
        self.terminal = terminal
        self.now = now
        self.isRelative = isRelative
        text = EntryText(terminal: terminal)
    }

    /// Returns the row of the next entry, after the header of its day if that begins.
    package mutating func lines(_ entry: EntryRecord) -> [String] {
        guard terminal.isInteractive else { return [text.line(entry)] }
        guard !isRelative else { return [text.line(entry, time: .age(now: now))] }
        return header(entry.localDay) + [text.line(entry, time: .clock)]
    }

    /// Returns the row of a match; matches are in the order of their relevance, without headers.
    package func line(_ match: EntryMatch) -> String {
        text.line(match, time: isRelative ? .age(now: now) : .date)
    }

    private mutating func header(_ next: Day) -> [String] {
        guard next != day else { return [] }
        let title = DayTitle.text(of: next, today: now.day).fitted(to: terminal.width)
        let header = terminal.styled(title, as: .bold)
        defer { day = next }
        return day == nil ? [header] : ["", header]
    }
}
