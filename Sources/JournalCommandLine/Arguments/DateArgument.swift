// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Parses the dates of the command line: `today`, `3d` (days ago), `2w` (weeks ago), days and
/// times.
package struct DateArgument {
    private let today: Day

    /// Creates a parser for dates relative to a day.
    package init(today: Day = LocalTime.now().day) { self.today = today }

    /// Parses the value of `--since` or `--until`.
    package func bound(_ text: String) throws(ClientError) -> DateBound {
        if let day = day(text) { return .day(day) }
        return .instant(try instant(text))
    }

    /// Parses the value of `--at`; a day without a time means noon.
    package func instant(_ text: String) throws(ClientError) -> Timestamp {
        if text.lowercased() == "now" { return LocalTime.now() }
        if let timestamp = Timestamp(text) { return timestamp }
        if let day = day(text), let noon = LocalTime.timestamp(day: day, hour: 12) { return noon }
        if let local = local(text) { return local }
        throw ClientError(
            .usage,
            "invalid date \"\(text)\"",
            advice: "Use now, today, yesterday, 3d, 2w, 2026-11-21, \"2026-11-21 18:30\", "
                + "2026-11-21T18:30:00+01:00"
        )
    }

    private func day(_ text: String) -> Day? {
        switch text.lowercased() {
        case "today": return today
        case "yesterday": return Day(daysSince1970: today.daysSince1970 - 1)
        case "tomorrow": return Day(daysSince1970: today.daysSince1970 + 1)
        default: break
        }
        let units = ["d": 1, "w": 7]
        if let days = text.last.flatMap({ units[String($0)] }), let count = Int(text.dropLast()),
            (0...400_000).contains(count)
        {
            return Day(daysSince1970: today.daysSince1970 - count * days)
        }
        return Day(text)
    }

    /// Parses `2026-11-21 18:30` and `18:30` in the local time zone.
    private func local(_ text: String) -> Timestamp? {
        let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
        guard let clock = parts.last else { return nil }
        let numbers = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard numbers.count == 2, let hour = Int(numbers[0]), let minute = Int(numbers[1]),
            (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        guard parts.count == 2 else {
            return LocalTime.timestamp(day: today, hour: hour, minute: minute)
        }
        guard let day = day(String(parts[0])) else { return nil }
        return LocalTime.timestamp(day: day, hour: hour, minute: minute)
    }
}
