// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Rows of short strings, aligned in columns on a terminal.
package struct Table {
    /// The number of columns below which the last cell of a row is in a line of its own.
    private static let minimumRoom = 20

    private var rows: [[String]] = []

    /// Creates an empty table.
    package init() {}

    /// Appends a row.
    package mutating func add(_ cells: String...) { rows.append(cells) }

    /// Returns the lines: aligned on a terminal, tab-separated in a pipe.
    package func lines(for terminal: Terminal) -> [String] {
        guard terminal.isInteractive else { return tabSeparated }
        let rows = rows.map { $0.map(terminal.safe) }
        let widths = Self.widths(rows)
        return rows.map { Self.aligned($0, to: widths) }
    }

    /// Returns the lines, with the last column shortened to the width of a terminal.
    ///
    /// In a narrow terminal, the last cell of a row is in a second line.
    package func fittedLines(for terminal: Terminal) -> [String] {
        guard terminal.isInteractive else { return tabSeparated }
        let rows = rows.map { $0.map(terminal.safe) }
        let widths = Self.widths(rows)
        let room = terminal.width - widths.dropLast().reduce(0) { $0 + $1 + 2 }
        return rows.flatMap { row -> [String] in
            guard row.count == widths.count, let first = widths.first, let last = row.last else {
                return [Self.aligned(row, to: widths)]
            }
            let start = Array(row.dropLast())
            guard room < min(Self.minimumRoom, last.displayWidth) else {
                return [Self.aligned(start + [last.fitted(to: room)], to: widths)]
            }
            let indentation = String(repeating: " ", count: first + 2)
            let rest = last.fitted(to: max(Self.minimumRoom, terminal.width - first - 2))
            return [Self.aligned(start, to: widths), indentation + rest]
        }
    }

    private var tabSeparated: [String] { rows.map { $0.joined(separator: "\t") } }

    private static func widths(_ rows: [[String]]) -> [Int] {
        (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
        }
    }

    private static func aligned(_ row: [String], to widths: [Int]) -> String {
        let cells = row.enumerated().map { index, cell in
            index == row.count - 1 ? cell : cell.padded(to: widths[index])
        }
        return cells.joined(separator: "  ")
    }
}
