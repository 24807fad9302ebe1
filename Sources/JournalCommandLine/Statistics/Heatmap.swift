// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The calendar of a year as lines of characters, which differ by the number of entries.
struct Heatmap {
    /// The characters of the levels, from none on.
    private static let marks = Array("·░▒▓█")
    private static let labelWidth = 4

    private let grid: CalendarGrid
    private let terminal: Terminal
    /// The number of columns of a week.
    private let cellWidth: Int

    /// Creates a calendar with as many weeks as the terminal has room for.
    init(
        _ days: [EntryStatistics.DayCount],
        from first: Day,
        to last: Day,
        firstWeekday: Weekday,
        terminal: Terminal
    ) {
        let room = max(8, terminal.width - Self.labelWidth)
        let all = CalendarGrid(days, from: first, to: last, firstWeekday: firstWeekday)
        cellWidth = all.weeks.count * 2 <= room ? 2 : 1
        grid =
            all.weeks.count <= room
            ? all
            : CalendarGrid(
                days,
                from: first,
                to: last,
                firstWeekday: firstWeekday,
                weekLimit: room
            )
        self.terminal = terminal
    }

    /// The lines: months, days of the week, and the meaning of the characters.
    var lines: [String] {
        let rows = grid.weekdays.indices.map { row in
            let name = String(DayTitle.weekday(grid.weekdays[row]).prefix(3))
            // Every second name, as there are no lines between the rows.
            let label = row.isMultiple(of: 2) ? name : ""
            let weeks = grid.weeks.indices.filter { grid.day(week: $0, row: row) != nil }
            let cells = (0...(weeks.last ?? 0)).map { cell(week: $0, row: row) }.joined()
            return label.padded(to: Self.labelWidth) + cells
        }
        let legend = Self.marks.map { terminal.styled(String($0), as: .green) }.joined()
        return [header] + rows + ["", "    none " + legend + " many"]
    }

    private func cell(week: Int, row: Int) -> String {
        guard let day = grid.day(week: week, row: row) else {
            return String(repeating: " ", count: cellWidth)
        }
        let mark = Self.marks[grid.level(day)]
        let text = String(repeating: mark, count: mark == Self.marks[0] ? 1 : cellWidth)
        return terminal.styled(
            text.padded(to: cellWidth),
            as: mark == Self.marks[0] ? .faint : .green
        )
    }

    /// The names of the months above the weeks in which they begin, where there is room.
    private var header: String {
        var line = String(repeating: " ", count: Self.labelWidth)
        for (week, name) in grid.months {
            let column = Self.labelWidth + week * cellWidth
            guard column >= line.count, column + name.count <= terminal.width else { continue }
            line += String(repeating: " ", count: column - line.count) + name + " "
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
