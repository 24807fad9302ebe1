// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Rows of short texts, aligned in columns on a terminal.
package struct Table {
    private var rows: [[String]] = []

    /// Creates an empty table.
    package init() {}

    /// Appends a row.
    package mutating func add(_ cells: String...) { rows.append(cells) }

    /// Returns the lines: aligned on a terminal, tab-separated in a pipe.
    package func lines(for terminal: Terminal) -> [String] {
        guard terminal.isInteractive else { return rows.map { $0.joined(separator: "\t") } }
        let rows = rows.map { $0.map(terminal.safe) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { index, cell in
                index == row.count - 1 ? cell : cell.padded(to: widths[index])
            }
            return cells.joined(separator: "  ")
        }
    }
}
