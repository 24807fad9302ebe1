// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The lines of a screen with a list: a title, the rows that fit, and a line about the state.
struct ListFrame {
    /// The position of the first row on the screen, in lines from the beginning of the list.
    private(set) var top = 0
    private var lineCount = 0
    private var height = 0

    /// A movement within the list.
    enum Move {
        case line(Int)
        case page(Int)
        case start
        case end
    }

    /// Moves the part of the list that is shown.
    mutating func move(_ move: Move) {
        switch move {
        case .line(let count): top += count
        case .page(let count): top += count * max(1, height - 1)
        case .start: top = 0
        case .end: top = lineCount
        }
    }

    /// Scrolls as little as possible so that some lines of the list are shown.
    private mutating func scroll(to lines: ClosedRange<Int>) {
        if lines.lowerBound < top { top = lines.lowerBound }
        if lines.upperBound >= top + height { top = lines.upperBound - height + 1 }
    }

    /// Returns the number of entries of a list, as a part of a title.
    ///
    /// - Parameters:
    ///   - count: The number of entries.
    ///   - limit: The maximum number, from which there may be older entries.
    /// - Returns: The number in words.
    static func count(_ count: Int, limit: Int) -> String {
        let entries = "\(count) \(count == 1 ? "entry" : "entries")"
        return count < limit ? entries : "the newest \(entries)"
    }

    /// Returns the lines of the screen.
    ///
    /// - Parameters:
    ///   - title: The line above the list.
    ///   - list: The lines of the list.
    ///   - selected: The lines of the list that must be among those shown.
    ///   - state: The line below the list.
    ///   - terminal: The output, which determines the size of the screen.
    /// - Returns: As many lines as the screen has rows, none of them wider than the screen, which
    ///   would scroll.
    mutating func lines(
        title: String,
        list: [String],
        selected: ClosedRange<Int>? = nil,
        state: String,
        terminal: Terminal
    ) -> [String] {
        let rows = max(3, terminal.height)
        height = rows - 2
        if let selected { scroll(to: selected) }
        lineCount = list.count
        top = max(0, min(top, list.count - height))
        let width = max(1, terminal.width)
        let visible = list.dropFirst(top).prefix(height).map { Terminal.clipped($0, to: width) }
        let blank = Array(repeating: "", count: height - visible.count)
        return [terminal.styled(title.fitted(to: width), as: .bold)] + visible + blank
            + [terminal.styled(state.fitted(to: width), as: .faint)]
    }
}
