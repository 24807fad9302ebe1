// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Draws statistics as a picture in SVG.
package struct StatisticsPicture {
    private static let cell = 13
    private static let left = 44
    private static let top = 64
    /// The colors of the levels of the calendar, from none on.
    private static let colors = ["#ebedf0", "#9be9a8", "#40c463", "#30a14e", "#216e39"]

    private let reply: EntryStatistics.Reply
    private let grid: CalendarGrid
    private let title: String

    /// Creates a picture of the calendar from `first` to `last`.
    package init(
        _ reply: EntryStatistics.Reply,
        from first: Day,
        to last: Day,
        firstWeekday: Weekday
    ) {
        self.reply = reply
        grid = CalendarGrid(reply.days, from: first, to: last, firstWeekday: firstWeekday)
        // The numbers and the bars are of all entries, also of those before or after the calendar.
        let start = min(first, reply.first ?? first)
        let end = max(last, reply.last ?? last)
        title = "\(reply.entryCount) entries, \(reply.wordCount) words, \(start) to \(end)"
    }

    /// The document.
    package var text: String {
        let width = max(480, Self.left + grid.weeks.count * Self.cell + 16)
        let height = Self.top + 7 * Self.cell + 130
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="11" \
            fill="#57606a">
            <rect width="\(width)" height="\(height)" fill="#ffffff"/>
            <text x="\(Self.left)" y="24" font-size="14" fill="#24292f">\(Self.escaped(title))\
            </text>
            \((months + weekdayNames + days + bars(width)).joined(separator: "\n"))
            </svg>

            """
    }

    private var months: [String] {
        grid.months.map { week, name in
            #"<text x="\#(Self.left + week * Self.cell)" y="\#(Self.top - 8)">\#(name)</text>"#
        }
    }

    private var weekdayNames: [String] {
        stride(from: 0, to: 7, by: 2).map { row in
            let name = DayTitle.weekday(grid.weekdays[row]).prefix(3)
            let y = Self.top + row * Self.cell + 10
            return #"<text x="\#(Self.left - 6)" y="\#(y)" text-anchor="end">\#(name)</text>"#
        }
    }

    private var days: [String] {
        grid.weeks.indices.flatMap { week in
            (0..<7).compactMap { row -> String? in
                guard let day = grid.day(week: week, row: row) else { return nil }
                let x = Self.left + week * Self.cell
                let y = Self.top + row * Self.cell
                let count = grid.count(day)
                let note = "\(day): \(count) \(count == 1 ? "entry" : "entries")"
                return #"<rect x="\#(x)" y="\#(y)" width="11" height="11" rx="2" "#
                    + #"fill="\#(Self.colors[grid.level(day)])"><title>\#(note)</title></rect>"#
            }
        }
    }

    /// The bars of the hours and of the days of the week.
    private func bars(_ width: Int) -> [String] {
        let bottom = Self.top + 7 * Self.cell + 104
        let hours = reply.hours.enumerated().map { (String($0), $1) }
        let week = grid.weekdays.map {
            (String(DayTitle.weekday($0).prefix(2)), reply.weekdays[$0.rawValue])
        }
        let middle = Self.left + 24 * 11 + 24
        return Self.bars(hours, x: Self.left, bottom: bottom, step: 11, every: 6)
            + Self.bars(week, x: middle, bottom: bottom, step: 20, every: 1)
    }

    private static func bars(
        _ values: [(name: String, count: Int)],
        x: Int,
        bottom: Int,
        step: Int,
        every: Int
    ) -> [String] {
        let highest = max(1, values.map(\.count).max() ?? 0)
        return values.enumerated().flatMap { index, value in
            let (left, height) = (x + index * step, value.count * 70 / highest)
            let bar =
                #"<rect x="\#(left)" y="\#(bottom - height)" width="\#(step - 2)" "#
                + #"height="\#(height)" fill="\#(colors[3])">"#
                + #"<title>\#(value.name): \#(value.count)</title></rect>"#
            guard index.isMultiple(of: every) else { return [bar] }
            return [bar, #"<text x="\#(left)" y="\#(bottom + 13)">\#(value.name)</text>"#]
        }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            default: result.append(character)
            }
        }
    }
}
