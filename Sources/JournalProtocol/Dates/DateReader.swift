// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads days, times and spans of time in the forms that people type.
///
/// The forms are relative (`yesterday`, `last friday`, `2 days ago`, `30m`), numeric (`2026-11-20`,
/// `20.11.2026`, `11/20/2026`) or with names (`Nov 20`), and each may be followed or preceded by a
/// time (`18:30`, `9am`, `noon`). Of the days that a text without a year or a bare weekday may
/// mean, the latest that is not in the future is read. A date with two readings is an error. Words
/// can be joined by hyphens, as in `last-week`, so that they need no quotes of a shell.
///
/// The reader has no clock and no time zone of its own; both are parameters.
package struct DateReader: Sendable {
    /// The instant to which relative dates refer; its day is today.
    package let now: Timestamp
    /// The conversion to and from local time.
    package let zone: any DateZone
    /// The habits of the place.
    package let conventions: DateConventions

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - now: The instant to which relative dates refer, with the local offset.
    ///   - zone: The conversion to and from local time; nil means that of `now` at all times.
    ///   - conventions: The habits of the place.
    package init(
        now: Timestamp,
        zone: (any DateZone)? = nil,
        conventions: DateConventions = DateConventions()
    ) {
        self.now = now
        self.zone = zone ?? FixedOffset(minutes: now.offsetMinutes)
        self.conventions = conventions
    }

    /// Returns the instant that a text names; a day without a time means noon.
    ///
    /// - Parameter text: A day, a time, or both.
    /// - Returns: The instant, with the local offset or that of the text.
    /// - Throws: A `DateError` for any other text, or if it names several days.
    package func instant(_ text: String) throws(DateError) -> Timestamp {
        switch try reading(text) {
        case .instant(let instant): return instant
        case .day(let day): return try instant(day, at: .noon, from: text)
        case .span:
            throw DateError(
                text,
                fault: "it is a span of time",
                advice: "Use a day or a time, such as 2026-11-20, yesterday or \"friday 9am\""
            )
        }
    }

    /// Returns the span of time that a text names: from its first to its last day.
    ///
    /// A time without a duration, such as `18:30`, is both bounds of its span.
    ///
    /// - Parameter text: A day, a time, both, or a longer span such as `last week` or `2026-11`.
    /// - Returns: The span.
    /// - Throws: A `DateError` for any other text.
    package func span(_ text: String) throws(DateError) -> DateSpan {
        switch try reading(text) {
        case .instant(let instant): DateSpan(first: .instant(instant), last: .instant(instant))
        case .day(let day): DateSpan(first: .day(day), last: .day(day))
        case .span(let span): span
        }
    }

    /// Returns the span of time that a text or a range such as `2026-11-01..today` names.
    ///
    /// One end of a range may be missing: `..yesterday`.
    ///
    /// - Parameter text: A text for `span(_:)`, or two with `..` or `to` between them.
    /// - Returns: The span; a bound is nil if that end is missing.
    /// - Throws: A `DateError` for any other text, for a range whose end is before its start, and
    ///   for a time without a duration.
    package func range(_ text: String) throws(DateError) -> DateSpan {
        guard let (start, end) = Self.ends(of: text) else {
            let span = try span(text)
            guard case .instant = span.first, span.first == span.last else { return span }
            throw DateError(
                text,
                fault: "it is a time without a duration",
                advice: "Use a day such as yesterday, or a range such as 9am..noon"
            )
        }
        let result = DateSpan(
            first: start.isEmpty ? nil : try span(start).first,
            last: end.isEmpty ? nil : try span(end).last
        )
        guard isInOrder(result) else { throw DateError(text, fault: "it ends before it starts") }
        return result
    }

    /// Returns the two ends of a range, or nil if the text is none.
    private static func ends(of text: String) -> (start: String, end: String)? {
        let text = text.lowercased()
        for separator in ["..", " to ", " until ", "-to-", "-until-"] {
            // `20.11...22.11.` separates at the last two of the dots.
            var position: String.Index?
            var index = text.startIndex
            while index < text.endIndex {
                if text[index...].hasPrefix(separator) { position = index }
                index = text.index(after: index)
            }
            guard let position else { continue }
            let after = text[position...].dropFirst(separator.count)
            let ends = [text[..<position], after].map { String(trimmingSpaces: $0) }
            guard !ends[0].isEmpty || !ends[1].isEmpty else { return nil }
            let hasFrom = ends[0].hasPrefix("from ") || ends[0].hasPrefix("from-")
            return (hasFrom ? String(ends[0].dropFirst(5)) : ends[0], ends[1])
        }
        return nil
    }

    private func isInOrder(_ span: DateSpan) -> Bool {
        guard let first = span.first.flatMap({ milliseconds($0, isEnd: false) }),
            let last = span.last.flatMap({ milliseconds($0, isEnd: true) })
        else { return true }
        return first < last
    }

    private func milliseconds(_ bound: DateBound, isEnd: Bool) -> Int64? {
        switch bound {
        case .instant(let instant): instant.milliseconds
        case .day(let day):
            day.adding(days: isEnd ? 1 : 0)
                .flatMap { zone.timestamp(day: $0, time: .midnight)?.milliseconds }
        }
    }
}

extension DateReader {
    /// The meaning of a text.
    enum Reading {
        case day(Day)
        case instant(Timestamp)
        case span(DateSpan)
    }

    private func reading(_ text: String) throws(DateError) -> Reading {
        if let timestamp = Timestamp(text) { return .instant(timestamp) }
        guard let tokens = DateToken.tokens(text), let first = tokens.first else {
            throw DateError(text)
        }
        do throws(DateError) {
            return try reading(text, tokens: tokens)
        } catch let fault {
            if Self.ends(of: text) != nil { throw DateError.range(text) }
            guard let separated = DateToken.separated(tokens) else { throw fault }
            do throws(DateError) {
                return try reading(text, tokens: separated)
            } catch let separatedFault {
                // What starts with a number is more likely a date with a mistake, as `2026-W60`.
                guard case .word = first.kind else { throw fault }
                throw separatedFault
            }
        }
    }

    private func reading(_ text: String, tokens: [DateToken]) throws(DateError) -> Reading {
        var parser = DatePhraseParser(text: text, tokens: tokens, reader: self)
        var phrase = try parser.parse()
        if let weekday = phrase.weekday, let date = phrase.date {
            // In a week, as in `friday last week`, the weekday is one day.
            if case .span(let span) = date, let day = span.lastDayOfWeek?.latest(weekday) {
                phrase.date = .day(day)
            }
        }
        if let weekday = phrase.weekday, let date = phrase.date {
            guard case .day(let day) = date, day.weekday == weekday else {
                throw DateError(text, fault: "the weekday and the date differ")
            }
        }
        guard let clock = phrase.clock else {
            let weekday = phrase.weekday.map { Reading.day(now.day.latest($0)) }
            guard let reading = phrase.date ?? weekday else { throw DateError(text) }
            return reading
        }
        switch phrase.date {
        case .day(let day):
            return .instant(
                try instant(day, at: clock, from: text, offsetMinutes: phrase.offsetMinutes)
            )
        case .instant: throw DateError(text, fault: "it has two times")
        case .span: throw DateError(text, fault: "a span of several days has no time of day")
        case nil: return .instant(try instant(phrase.weekday, at: clock, from: text))
        }
    }

    /// Returns a time of today, or of the latest day with a weekday; on that day itself a time that
    /// is not yet over is of the week before.
    private func instant(
        _ weekday: Weekday?,
        at clock: ClockTime,
        from text: String
    ) throws(DateError) -> Timestamp {
        guard let weekday else { return try instant(now.day, at: clock, from: text) }
        let day = now.day.latest(weekday)
        let latest = try instant(day, at: clock, from: text)
        guard latest.milliseconds > now.milliseconds, let before = day.adding(days: -7) else {
            return latest
        }
        return try instant(before, at: clock, from: text)
    }

    private func instant(
        _ day: Day,
        at clock: ClockTime,
        from text: String,
        offsetMinutes: Int? = nil
    ) throws(DateError) -> Timestamp {
        let zone = offsetMinutes.map { FixedOffset(minutes: $0) as any DateZone } ?? zone
        guard let instant = zone.timestamp(day: day, time: clock) else {
            throw DateError.instantOutOfRange(text)
        }
        return instant
    }
}

extension DateSpan {
    /// The last day of a span of seven days; nil for any other span.
    fileprivate var lastDayOfWeek: Day? {
        guard case .day(let first)? = first, case .day(let last)? = last,
            last.daysSince1970 - first.daysSince1970 == 6
        else { return nil }
        return last
    }
}

extension String {
    fileprivate init(trimmingSpaces text: Substring) {
        var rest = text.drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        self.init(rest)
    }
}
