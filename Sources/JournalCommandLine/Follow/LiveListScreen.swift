// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// A list on the terminal that follows the changes of the journal until the user leaves it.
package struct LiveListScreen {
    private static let keys = "q quit  ↑ ↓ PgUp PgDn Home End scroll"
    /// The time after which a lost daemon is tried again, and times are shown anew.
    private static let pause: Int32 = 1000

    private var entries: LiveEntries
    private let title: String
    private let hasColor: Bool
    private var frame = ListFrame()

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - entries: The entries, which are not open yet.
    ///   - title: The beginning of the title, such as the conditions of the list.
    ///   - hasColor: Whether to use color.
    package init(entries: LiveEntries, title: String, hasColor: Bool) {
        self.entries = entries
        self.title = title
        self.hasColor = hasColor
    }

    /// Shows the list until the user leaves it.
    ///
    /// - Throws: An error of the first opening, such as a notebook that does not exist.
    package mutating func run() throws(ClientError) {
        try entries.open()
        let screen = try TerminalScreen()
        while true {
            screen.draw(lines(size: Terminal.size, now: LocalTime.now()))
            let events = screen.wait(
                for: entries.descriptor,
                milliseconds: Self.pause
            )
            if events.isClosed { return }
            for key in events.keys where !handle(key) { return }
            // A key is answered before the daemon is tried again.
            entries.update(mayOpen: events.keys.isEmpty)
        }
    }

    /// Returns false if the key leaves the list.
    private mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character("q"), .escape: return false
        case .up, .character("k"): frame.move(.line(-1))
        case .down, .character("j"): frame.move(.line(1))
        case .pageUp, .character("b"): frame.move(.page(-1))
        case .pageDown, .character(" "): frame.move(.page(1))
        case .home, .character("g"): frame.move(.start)
        case .end, .character("G"): frame.move(.end)
        default: break
        }
        return true
    }

    /// Returns the lines of the screen.
    mutating func lines(size: (columns: Int, rows: Int), now: Timestamp) -> [String] {
        let terminal = Terminal(
            isInteractive: true,
            hasColor: hasColor,
            width: size.columns > 0 ? size.columns : 80,
            height: size.rows > 0 ? size.rows : 24
        )
        var rows = EntryRows(terminal: terminal, now: now)
        let list = entries.rows.flatMap { row in row.entry.map { rows.lines($0) } ?? [] }
        let count = ListFrame.count(entries.rows.count, limit: entries.limit)
        return frame.lines(
            title: "\(terminal.safe(title)): \(count)",
            list: list,
            state: entries.fault.map { "reconnecting: " + terminal.safe($0) } ?? Self.keys,
            terminal: terminal
        )
    }
}
