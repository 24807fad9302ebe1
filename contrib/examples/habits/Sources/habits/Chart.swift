// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The last 30 days of some habits, as lines for a terminal or as a picture.
struct Chart {
    static let dayCount = 30

    /// A habit with the days on which it was kept.
    struct Row {
        let name: String
        let days: [Day]
    }

    let rows: [Row]
    let today: Day

    private var shownDays: [Day] { (0..<Self.dayCount).reversed().map { today - $0 } }

    /// Returns a line for each habit with its streaks, below a line with the first and last day.
    func lines() -> [String] {
        let width = rows.map(\.name.count).max() ?? 0
        let dates = [shownDays[0].text, today.text].joined(
            separator: String(repeating: " ", count: Self.dayCount - 20)
        )
        let indentation = String(repeating: " ", count: width + 2)
        return [indentation + dates] + rows.map { line(for: $0, nameWidth: width) }
    }

    private func line(for row: Row, nameWidth: Int) -> String {
        let kept = Set(row.days)
        let name = row.name + String(repeating: " ", count: nameWidth + 2 - row.name.count)
        let marks = shownDays.map { kept.contains($0) ? "■" : "·" }.joined()
        let streaks = Streaks(of: row.days, today: today)
        return "\(name)\(marks)  \(streaks.current) in a row, at most \(streaks.longest)"
    }

    /// Returns the picture of a square for each day.
    func svg() -> String {
        let side = 14
        let nameWidth = 9 * (rows.map(\.name.count).max() ?? 0) + side
        var shapes: [String] = []
        for (index, row) in rows.enumerated() {
            let kept = Set(row.days)
            let top = side + index * (side + 4)
            shapes.append("<text x=\"0\" y=\"\(top + 11)\">\(escaped(row.name))</text>")
            for (column, day) in shownDays.enumerated() {
                let color = kept.contains(day) ? "#2da44e" : "#d0d7de"
                let left = nameWidth + column * (side + 2)
                shapes.append(
                    "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(side)\" height=\"\(side)\" rx=\"2\""
                        + " fill=\"\(color)\"><title>\(day.text)</title></rect>"
                )
            }
        }
        let size = (
            nameWidth + Self.dayCount * (side + 2), 2 * side + rows.count * (side + 4)
        )
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size.0)" height="\(size.1)"
                 font-family="monospace" font-size="14">
            \(shapes.joined(separator: "\n"))
            </svg>

            """
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
