// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Formats statistics: a picture of characters on a terminal, tab-separated fields in a pipe.
package struct StatisticsText {
    private let reply: EntryStatistics.Reply
    private let first: Day
    private let last: Day
    private let firstWeekday: Weekday
    private let hasEnded: Bool
    private let terminal: Terminal

    /// The number of tags that a terminal shows at most.
    private static let shownTagCount = 10
    /// The number of columns of the hours, and of the longest bar of a tag.
    private static let barWidth = 24
    /// The number of columns below which there is no room for notes.
    private static let narrowWidth = 60

    /// Creates a text.
    ///
    /// - Parameters:
    ///   - reply: The numbers.
    ///   - first: The first day of the calendar.
    ///   - last: The last day of the calendar.
    ///   - firstWeekday: The first day of the week.
    ///   - hasEnded: Whether the calendar ended before today, so that there is no current streak.
    ///   - terminal: The output.
    package init(
        _ reply: EntryStatistics.Reply,
        from first: Day,
        to last: Day,
        firstWeekday: Weekday,
        hasEnded: Bool,
        terminal: Terminal
    ) {
        self.reply = reply
        self.first = first
        self.last = last
        self.firstWeekday = firstWeekday
        self.hasEnded = hasEnded
        self.terminal = terminal
    }

    /// The lines.
    package var lines: [String] { terminal.isInteractive ? picture : fields }

    // MARK: On a terminal

    private var picture: [String] {
        let heatmap = Heatmap(
            reply.days,
            from: first,
            to: last,
            firstWeekday: firstWeekday,
            terminal: terminal
        )
        var lines = summary
        guard reply.entryCount > 0 else { return lines }
        lines += [""] + heatmap.lines + [""]
        lines += table.lines(for: terminal).map { $0.fitted(to: terminal.width) }
        return lines
    }

    private var summary: [String] {
        let average = reply.wordCount / max(1, reply.entryCount)
        var lines = [
            Self.count(reply.entryCount, one: "entry", many: "entries") + " on "
                + Self.count(reply.dayCount, one: "day", many: "days"),
            Self.count(reply.wordCount, one: "word", many: "words") + ", \(average) in an entry",
        ]
        if let first = reply.first, let last = reply.last {
            lines.append("from \(first) to \(last)")
        }
        if !hasEnded { lines.append("streak: " + Self.text(reply.currentStreak)) }
        if let longest = reply.longestStreak {
            lines.append("longest streak: " + Self.text(longest))
        }
        return lines.map { $0.fitted(to: terminal.width) }
    }

    private var table: Table {
        var table = Table()
        func add(_ name: String, bars: [Int], note: String) {
            let note = terminal.width < Self.narrowWidth ? "" : note
            table.add(name, Sparkline.text(bars), note)
        }
        let months = self.months
        if let (start, _) = months.first, let (end, _) = months.last {
            add(
                "months",
                bars: months.map(\.count),
                note: "\(Self.month(start)) to \(Self.month(end))"
            )
        }
        let busiest = reply.hours.indices.max { reply.hours[$0] < reply.hours[$1] } ?? 0
        add("hours", bars: reply.hours, note: "0 to 23, most at \(busiest)")
        let days = (0..<7).compactMap { Weekday(rawValue: (firstWeekday.rawValue + $0) % 7) }
        let names = days.map { String(DayTitle.weekday($0).prefix(2)) }.joined(separator: " ")
        add("weekdays", bars: days.map { reply.weekdays[$0.rawValue] }, note: names)
        guard let most = reply.tags.first?.entryCount else { return table }
        let room = max(1, min(Self.barWidth, terminal.width - Self.barWidth - 14))
        for (index, tag) in reply.tags.prefix(Self.shownTagCount).enumerated() {
            let bar = String(repeating: "█", count: max(1, tag.entryCount * room / most))
            let number = " \(tag.entryCount)"
            let name = "#\(tag.name)".fitted(to: Self.barWidth - number.count) + number
            table.add(index == 0 ? "tags" : "", name, bar)
        }
        return table
    }

    /// The number of entries of each month of the calendar.
    private var months: [(start: Day, count: Int)] {
        var counts: [Day: Int] = [:]
        for day in reply.days { counts[day.day.startOfMonth, default: 0] += day.entryCount }
        var months: [(start: Day, count: Int)] = []
        var month: Day? = first.startOfMonth
        while let start = month, start <= last {
            months.append((start, counts[start] ?? 0))
            month = start.adding(months: 1)
        }
        return months
    }

    private static func month(_ day: Day) -> String { String(day.description.prefix(7)) }

    private static func text(_ streak: EntryStatistics.Streak?) -> String {
        guard let streak else { return "none" }
        return count(streak.dayCount, one: "day", many: "days") + " from \(streak.from)"
    }

    private static func count(_ number: Int, one: String, many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }

    // MARK: In a pipe

    private var fields: [String] {
        var table = Table()
        table.add("entries", String(reply.entryCount))
        table.add("words", String(reply.wordCount))
        table.add("days", String(reply.dayCount))
        if let first = reply.first, let last = reply.last {
            table.add("first", first.description)
            table.add("last", last.description)
        }
        let streaks = [("streak", reply.currentStreak), ("longest-streak", reply.longestStreak)]
        for case (let name, let streak?) in streaks {
            let days = String(streak.dayCount)
            table.add(name, days, streak.from.description, streak.to.description)
        }
        for day in reply.days {
            table.add("day", "\(day.day)", "\(day.entryCount)", "\(day.wordCount)")
        }
        for (hour, count) in reply.hours.enumerated() where count > 0 {
            table.add("hour", String(hour), String(count))
        }
        for weekday in Weekday.allCases where reply.weekdays[weekday.rawValue] > 0 {
            let count = reply.weekdays[weekday.rawValue]
            table.add("weekday", DayTitle.weekday(weekday), String(count))
        }
        for tag in reply.tags { table.add("tag", tag.name, String(tag.entryCount)) }
        return table.lines(for: terminal)
    }
}

/// A row of bars for numbers, one character each.
enum Sparkline {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// Returns the bars; a number of 0 has the lowest, and every other one a higher bar.
    static func text(_ numbers: [Int]) -> String {
        let highest = max(1, numbers.max() ?? 0)
        return String(
            numbers.map { number in
                guard number > 0 else { return bars[0] }
                // Rounded up, so that a small number is not shown as none.
                let steps = bars.count - 1
                return bars[min(steps, max(1, (number * steps + highest - 1) / highest))]
            }
        )
    }
}
