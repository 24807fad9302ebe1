// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Times and dates that start with a number.
extension DatePhraseParser {
    mutating func parseNumber() throws(DateError) {
        guard let first = number() else { return }
        if mark(1) == ":", token(1)?.isAttached == true { return try parseClock() }
        if let second = word(1) {
            if second == "am" || second == "pm" { return try parseClock() }
            if DateVocabulary.unit(second) != nil { return try parseDuration(sign: -1) }
            if let month = DateVocabulary.month(second) {
                advance(2)
                return try set(dayOfMonth: first.value, month: month, year: nextYear())
            }
            if DateVocabulary.isOrdinal(second), token(1)?.isAttached == true {
                return try parseOrdinal(first.value)
            }
        }
        if let separator = mark(1), "-/.".contains(separator), token(1)?.isAttached == true {
            return try parseSeparated(first, by: separator)
        }
        switch first.digits {
        case 8:
            advance()
            let (year, month) = (first.value / 10_000, first.value / 100 % 100)
            try set(day(year: year, month: month, day: first.value % 100))
        case 4 where first.value >= 1000:
            advance()
            try set(year: first.value)
        default:
            if first.digits <= 2, try isHour(first.value),
                let clock = ClockTime(hour: first.value)
            {
                advance()
                if word() == "o'clock" { advance() }
                return try set(clock)
            }
            let number = DateParser.padded(first.value, to: first.digits)
            throw DateError(
                text,
                fault: "\"\(number)\" is neither a date nor a time such as 9:00 or 9am"
            )
        }
    }

    // MARK: Times

    /// Parses `18:30`, `18:30:15.250`, `9am`, `9:30pm`, `9.30pm` and `18.30`.
    private mutating func parseClock() throws(DateError) {
        guard let hour = number() else { return }
        advance()
        var parts = [hour.value]
        while parts.count < 3, let separator = mark(), separator == ":" || separator == ".",
            let next = attachedNumber(1)
        {
            guard next.digits == 2 else {
                throw DateError(text, fault: "a minute or second has two digits")
            }
            parts.append(next.value)
            advance(2)
        }
        var milliseconds = 0
        if parts.count == 3, mark() == ".", let fraction = attachedNumber(1) {
            let digits = DateParser.padded(fraction.value, to: fraction.digits) + "00"
            milliseconds = Int(digits.prefix(3)) ?? 0
            advance(2)
        }
        if let half = word(), half == "am" || half == "pm" {
            guard (1...12).contains(hour.value) else {
                throw DateError(text, fault: "the hour of a time with \(half) is 1 to 12")
            }
            parts[0] = hour.value % 12 + (half == "pm" ? 12 : 0)
            advance()
        } else if parts.count == 1 {
            throw DateError(text, fault: "the minutes are missing")
        }
        let clock = ClockTime(
            hour: parts[0],
            minute: parts.count > 1 ? parts[1] : 0,
            second: parts.count > 2 ? parts[2] : 0,
            millisecond: milliseconds
        )
        guard let clock else { throw DateError(text, fault: "times are 00:00 to 23:59:59") }
        try set(clock)
    }

    /// Parses `+0100`, `+01:00` and `+01`.
    mutating func parseOffset() throws(DateError) {
        guard let sign = mark(), let first = attachedNumber(1) else {
            throw DateError(text, fault: "unexpected \"\(mark() ?? "-")\"")
        }
        advance(2)
        var (hours, minutes) =
            first.digits == 4 ? (first.value / 100, first.value % 100) : (first.value, 0)
        if first.digits == 2, mark() == ":", let second = attachedNumber(1) {
            minutes = second.value
            advance(2)
        }
        guard hours < 24, minutes < 60 else {
            throw DateError(text, fault: "offsets from UTC are less than 24 hours")
        }
        hours = hours * 60 + minutes
        try set(offsetMinutes: sign == "-" ? -hours : hours)
    }

    /// Parses `@1700000000`, the seconds since 1970.
    mutating func parseSeconds() throws(DateError) {
        guard let seconds = attachedNumber(1) else {
            throw DateError(text, fault: "unexpected \"@\"")
        }
        advance(2)
        let instant = reader.zone.timestamp(milliseconds: Int64(seconds.value) * 1000)
        try set(.instant(checked(instant)))
    }

    // MARK: Dates

    /// Parses `20th`, `20th of November` and `20th Nov 2026`.
    private mutating func parseOrdinal(_ number: Int) throws(DateError) {
        advance(2)
        if word() == "of" { advance() }
        if let month = word().flatMap(DateVocabulary.month) {
            advance()
            return try set(dayOfMonth: number, month: month, year: nextYear())
        }
        guard let day = latest(day: number) else {
            throw DateError(text, fault: "no month has a day \(number)")
        }
        isDateOpen = true
        try set(day)
    }

    private mutating func parseSeparated(
        _ first: (value: Int, digits: Int),
        by separator: Character
    ) throws(DateError) {
        if first.digits == 4, separator == "-", word(2) == "w", let week = attachedNumber(3) {
            advance(4)
            return try parseWeek(week.value, of: first.value)
        }
        if let month = word(2).flatMap(DateVocabulary.month) {
            advance(3)
            if mark() == separator, separator != ".", attachedNumber(1) != nil { advance() }
            return try set(dayOfMonth: first.value, month: month, year: nextYear())
        }
        guard let second = attachedNumber(2) else {
            throw DateError(text, fault: "unexpected \"\(separator)\"")
        }
        if separator == ".", word(3) == "am" || word(3) == "pm" || isTime(first, and: second) {
            return try parseClock()
        }
        advance(3)
        var third: (value: Int, digits: Int)?
        if mark() == separator, token()?.isAttached == true {
            third = attachedNumber(1)
            if third != nil { advance(2) } else if separator == "." { advance() }
        }
        if first.digits == 4 {
            guard let third else { return try set(month: second.value, of: first.value) }
            return try set(day(year: first.value, month: second.value, day: third.value))
        }
        if second.digits == 4, third == nil, separator != "." {
            return try set(month: first.value, of: second.value)
        }
        if separator == ".", third == nil, second.digits == 4 {
            return try set(month: first.value, of: second.value)
        }
        let year = try third.map { third throws(DateError) in try fullYear(third) }
        let readings: [(day: Int, month: Int)] =
            switch separator == "." ? .dayMonth : reader.conventions.order {
            case .dayMonth where separator == ".": [(first.value, second.value)]
            case .dayMonth: [(first.value, second.value), (second.value, first.value)]
            case .monthDay, nil: [(second.value, first.value), (first.value, second.value)]
            }
        let days = readings.compactMap { try? latest(day: $0.day, month: $0.month, year: year) }
        guard let found = days.first else {
            _ = try latest(day: readings[0].day, month: readings[0].month, year: year)
            throw DateError(text)
        }
        if reader.conventions.order == nil, days.contains(where: { $0 != found }) {
            throw DateError.ambiguous(text, readings: days.map(\.description))
        }
        isDateOpen = year == nil
        try set(found)
    }

    /// Returns whether numbers with a full stop between them are hour and minute, as in `18.30`:
    /// they are if they cannot be day and month, or if there is a day already.
    private func isTime(
        _ first: (value: Int, digits: Int),
        and second: (value: Int, digits: Int)
    ) -> Bool {
        let isFollowed = mark(3) == "." && token(3)?.isAttached == true
        guard first.digits <= 2, first.value < 24, second.digits == 2, second.value < 60,
            !isFollowed
        else { return false }
        return isTimeExpected || !(1...12).contains(second.value)
    }

    /// Parses the day of an ISO week, which may be missing, as in `2026-W47`.
    private mutating func parseWeek(_ week: Int, of year: Int) throws(DateError) {
        // The first week is the one with 4 January.
        let start = Day(year: year, month: 1, day: 4)?.startOfWeek(startingOn: .monday)
        let first = try checked(start?.adding(days: (week - 1) * 7))
        guard week >= 1, first.adding(days: 3)?.year == year else {
            throw DateError(text, fault: "\(year) has no week \(week)")
        }
        guard mark() == "-", let weekday = attachedNumber(1) else {
            return try set(first, through: checked(first.adding(days: 6)))
        }
        advance(2)
        guard (1...7).contains(weekday.value) else {
            throw DateError(text, fault: "the days of a week are 1 to 7")
        }
        try set(checked(first.adding(days: weekday.value - 1)))
    }
}
