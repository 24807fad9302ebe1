// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A date as journal files write it: a day, in most cases with a time, which may have an offset.
///
/// The forms are `2026-11-21`, `2026/11/21` and `21.11.2026`; then, after a space or `T`, `18:30`,
/// `18:30:15` or `06:30:15 PM`; then `Z` or an offset such as `+01:00`.
struct WrittenDate: Equatable {
    /// The day.
    var day: Day
    /// The number of seconds since midnight, or `nil` for a date without a time.
    var second: Int?

    /// Parses a date without an offset.
    init?(_ text: some StringProtocol) {
        let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
        guard let first = parts.first, let day = Self.day(first) else { return nil }
        self.day = day
        guard parts.count == 2 else { return }
        guard let second = Self.second(parts[1]) else { return nil }
        self.second = second
    }

    /// Returns the instant of a date with or without an offset; a day without a time means noon.
    ///
    /// - Parameters:
    ///   - text: The date.
    ///   - clock: The clock for a date without an offset.
    ///   - zone: The time zone in the file; `nil` for the zone of the clock.
    /// - Returns: The instant, or nil if the text is no date.
    static func timestamp(_ text: String, clock: LocalClock, zone: String? = nil) -> Timestamp? {
        if let exact = Timestamp(text) { return exact }
        guard let date = WrittenDate(text) else { return nil }
        return clock.timestamp(date.day, second: date.second ?? 12 * 3600, in: zone)
    }

    /// Returns whether a text is a date in a form that is not read, such as `11/20/2026 10:00 PM`
    /// or `Nov 3`.
    static func isOtherForm(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count <= 48, WrittenDate(text) == nil else { return false }
        var numberCount = 0
        var hasMonth = false
        var hasYear = false
        for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let digits = word.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty {
                numberCount += 1
                hasYear = hasYear || digits.count == 4
            }
            let name = String(word.dropFirst(digits.count))
            if isName(name, in: months) {
                hasMonth = true
            } else if !name.isEmpty, !particles.contains(name), !isName(name, in: weekdays) {
                return false
            }
        }
        if hasMonth { return numberCount > 0 }
        // Not the number of a version, nor a time alone.
        let isExact = hasYear || text.utf8.contains(0x3A)
        return isExact && numberCount >= 3 && text.contains { "./-".contains($0) }
    }

    private static func isName(_ word: String, in names: [String]) -> Bool {
        word.utf8.count >= 3 && names.contains { $0.hasPrefix(word) }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    private static let particles: Set<String> = [
        "am", "pm", "a", "p", "m", "at", "on", "of", "st", "nd", "rd", "th", "h", "t", "z", "utc",
        "gmt",
    ]

    private static func day(_ text: some StringProtocol) -> Day? {
        for separator in ["-", "/", "."] as [Character] {
            let fields = text.split(separator: separator, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let numbers = fields.compactMap { number($0, digits: 1...4) }
            guard numbers.count == 3 else { return nil }
            if fields[0].count == 4 {
                return Day(year: numbers[0], month: numbers[1], day: numbers[2])
            }
            // Only with full stops is the order of day and month the same everywhere.
            guard separator == ".", fields[2].count == 4 else { return nil }
            return Day(year: numbers[2], month: numbers[1], day: numbers[0])
        }
        return nil
    }

    private static func second(_ text: some StringProtocol) -> Int? {
        var clock = text[...]
        var half: Int?
        let suffix = text.suffix(2).lowercased()
        if suffix == "am" || suffix == "pm" {
            half = suffix == "am" ? 0 : 12
            clock = clock.dropLast(2)
            if clock.last == " " { clock = clock.dropLast() }
        }
        let fields = clock.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = fields.compactMap { number($0, digits: 1...2) }
        guard (2...3).contains(fields.count), numbers.count == fields.count else { return nil }
        var hour = numbers[0]
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        guard hour < 24, numbers[1] < 60, numbers.count < 3 || numbers[2] < 60 else { return nil }
        return hour * 3600 + numbers[1] * 60 + (numbers.count < 3 ? 0 : numbers[2])
    }

    private static func number(
        _ text: some StringProtocol,
        digits: ClosedRange<Int>
    ) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 }) else {
            return nil
        }
        return Int(text)
    }
}

extension Timestamp {
    /// The local time with seconds and a 12-hour clock: `2026-11-21 06:30:15 PM`.
    var twelveHourText: String {
        let text = description
        let hour = Int(text.dropFirst(11).prefix(2)) ?? 0
        let shown = hour % 12 == 0 ? 12 : hour % 12
        let digits = shown < 10 ? "0\(shown)" : "\(shown)"
        let half = hour < 12 ? "AM" : "PM"
        return "\(text.prefix(10)) \(digits)\(text.dropFirst(13).prefix(6)) \(half)"
    }

    /// The local hour and minute: `18:30`.
    var minuteText: String { String(description.dropFirst(11).prefix(5)) }

    /// The local time with its fraction of a second: `18:30:15.250`.
    var clockText: String {
        String(description.dropFirst(11).prefix { $0.isNumber || $0 == ":" || $0 == "." })
    }
}
