// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

extension BrowserState {
    /// Returns the lines of the screen.
    ///
    /// - Parameters:
    ///   - text: The whole text of the selected entry, in the mode that shows it.
    ///   - fault: The reason why the list does not follow changes at present.
    ///   - terminal: The output, which determines the size of the screen.
    ///   - now: The current time.
    /// - Returns: As many lines as the screen has rows.
    mutating func lines(
        text: String?,
        fault: String?,
        terminal: Terminal,
        now: Timestamp
    ) -> [String] {
        if overlay == .keys {
            return keysFrame.lines(
                title: "journal: keys",
                list: BrowserKeys.lines,
                state: BrowserKeys.ofHelp,
                terminal: terminal
            )
        }
        if mode == .reading, let entry = selection {
            return textFrame.lines(
                title: Self.title(of: entry, for: terminal),
                list: WrappedText.lines(terminal.safe(text ?? entry.text), width: terminal.width),
                state: state(fault, keys: BrowserKeys.ofText, for: terminal),
                terminal: terminal
            )
        }
        let rows = listLines(terminal, now: now)
        let count = ListFrame.count(list.entries.count, limit: limit)
        return listFrame.lines(
            title: terminal.safe((["journal"] + [query].compactMap { $0 }).joined(separator: " "))
                + ": " + count,
            list: rows.lines,
            selected: rows.selected,
            state: state(fault, keys: BrowserKeys.ofList, for: terminal),
            terminal: terminal
        )
    }

    private static func title(of entry: EntryRecord, for terminal: Terminal) -> String {
        var parts = [
            EntryText.shortID(entry), EntryText.time(entry.createdAt), entry.notebook.name,
        ]
        parts += entry.tags.map { "#" + $0 }
        parts += EntryText.marks(of: entry)
        return terminal.safe(parts.joined(separator: "  "))
    }

    private func state(_ fault: String?, keys: String, for terminal: Terminal) -> String {
        if case .prompt(let line)? = overlay { return line.line(terminal) }
        return message.map(terminal.safe) ?? fault.map { "reconnecting: " + terminal.safe($0) }
            ?? keys
    }

    /// Returns the lines of the list, and the lines of the selected entry with the header of its
    /// day.
    private func listLines(
        _ terminal: Terminal,
        now: Timestamp
    ) -> (lines: [String], selected: ClosedRange<Int>?) {
        var inner = terminal
        inner.width -= 2
        var rows = EntryRows(terminal: inner, now: now)
        var lines: [String] = []
        var shown: ClosedRange<Int>?
        for (index, entry) in list.entries.enumerated() {
            let start = lines.count
            let own = rows.lines(entry)
            lines += own.dropLast().map { $0.isEmpty ? "" : "  " + $0 }
            lines.append((index == list.index ? "> " : "  ") + (own.last ?? ""))
            if index == list.index { shown = start...lines.count - 1 }
        }
        return (lines, shown)
    }
}
