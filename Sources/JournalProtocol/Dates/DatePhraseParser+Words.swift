// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Dates that start with a word.
extension DatePhraseParser {
    mutating func parse(_ word: String) throws(DateError) {
        switch word {
        case "at", "on", "the", "of", "and", "t":
            advance()
        case "now":
            advance()
            try set(.instant(reader.now))
        case "just" where self.word(1) == "now":
            advance(2)
            try set(.instant(reader.now))
        case "today", "yesterday", "tomorrow":
            advance()
            try set(day(at: word == "today" ? 0 : word == "tomorrow" ? 1 : -1))
        case "tonight":
            advance()
            try set(today)
            try set(.evening)
        case "z", "utc", "gmt":
            advance()
            try set(offsetMinutes: 0)
        case "in":
            advance()
            try parseDuration(sign: 1)
        case "half":
            try parseHalfHour()
        case "day" where self.word(1) == "before" && self.word(2) == "yesterday":
            advance(3)
            try set(day(at: -2))
        case "day" where self.word(1) == "after" && self.word(2) == "tomorrow":
            advance(3)
            try set(day(at: 2))
        case "this", "last", "past", "previous", "next":
            try parseRelative(word)
        default:
            try parseName(word)
        }
    }

    private mutating func parseName(_ word: String) throws(DateError) {
        if let weekday = DateVocabulary.weekday(word) {
            advance()
            if mark() == "." { advance() }
            return try set(weekday)
        }
        if let month = DateVocabulary.month(word) { return try parseMonth(month) }
        if let clock = DateVocabulary.clock(word) {
            advance()
            return try set(clock)
        }
        if DateVocabulary.number(word) != nil, self.word(1).flatMap(DateVocabulary.unit) != nil {
            return try parseDuration(sign: -1)
        }
        throw DateError(text, fault: "unexpected \"\(word)\"")
    }

    // MARK: Durations

    /// Parses `2 days ago`, `1h30m`, `a week ago` and, with a positive sign, `in 2 days`.
    mutating func parseDuration(sign: Int) throws(DateError) {
        var duration = DateDuration()
        while let count = nextCount(), let unit = word(1).flatMap(DateVocabulary.unit) {
            try duration.add(count, of: unit, in: text)
            advance(2)
            if mark() == "," || word() == "and" { advance() }
        }
        guard duration != DateDuration() || duration.isParsed else {
            throw DateError(text, fault: "\"\(token()?.description ?? "in")\" is not a duration")
        }
        if sign < 0, word() == "ago" { advance() }
        let shifted = today.adding(months: sign * duration.months)?
            .adding(days: sign * duration.days)
        let day = try checked(shifted)
        guard duration.hasTime else { return try set(day) }
        let distance = Int64(day.daysSince1970 - today.daysSince1970) * 86_400_000
        let milliseconds =
            reader.now.milliseconds + distance + Int64(sign) * duration.milliseconds
        try set(.instant(checked(reader.zone.timestamp(milliseconds: milliseconds))))
    }

    private mutating func parseHalfHour() throws(DateError) {
        advance()
        if word() == "a" || word() == "an" { advance() }
        guard word() == "hour" else { throw DateError(text, fault: "unexpected \"half\"") }
        advance()
        if word() == "ago" { advance() }
        let milliseconds = reader.now.milliseconds - 1_800_000
        try set(.instant(checked(reader.zone.timestamp(milliseconds: milliseconds))))
    }

    private func nextCount() -> Int? { number()?.value ?? word().flatMap(DateVocabulary.number) }

    // MARK: This, last and next

    private mutating func parseRelative(_ modifier: String) throws(DateError) {
        let step = modifier == "this" ? 0 : modifier == "next" ? 1 : -1
        advance()
        if let count = nextCount(), let unit = word(1).flatMap(DateVocabulary.unit), step != 0 {
            advance(2)
            return try setSpan(of: count, in: unit, step: step)
        }
        guard let name = word() else {
            throw DateError(text, fault: "a word is missing after \(modifier)")
        }
        if modifier == "past", let unit = DateVocabulary.unit(name) {
            advance()
            return try setSpan(of: 1, in: unit, step: step)
        }
        if let month = DateVocabulary.month(name) {
            advance()
            let isBefore = step < 0 ? month < today.month : month <= today.month
            let year = step == 0 ? 0 : step < 0 ? (isBefore ? 0 : -1) : (isBefore ? 1 : 0)
            return try set(month: month, of: today.year + year)
        }
        advance()
        if let weekday = DateVocabulary.weekday(name) {
            return try set(day(weekday, step: step))
        }
        if let clock = DateVocabulary.clock(name) {
            try set(day(at: step))
            return try set(clock)
        }
        try setCalendarSpan(name, step: step)
    }

    private mutating func setCalendarSpan(_ name: String, step: Int) throws(DateError) {
        switch name {
        case "day": try set(day(at: step))
        case "week":
            let start = today.startOfWeek(startingOn: reader.conventions.firstWeekday)
            let first = try checked(start.adding(days: step * 7))
            try set(first, through: checked(first.adding(days: 6)))
        case "weekend":
            let saturday = today.startOfWeek(startingOn: .monday).adding(days: 5 + step * 7)
            let first = try checked(saturday)
            try set(first, through: checked(first.adding(days: 1)))
        case "month":
            let first = try checked(today.startOfMonth.adding(months: step))
            try set(first, through: first.endOfMonth)
        case "year": try set(year: today.year + step)
        default: throw DateError(text, fault: "unexpected \"\(name)\"")
        }
    }

    /// Sets a span that ends or starts today or now, as in `last 3 days`.
    private mutating func setSpan(
        of count: Int,
        in unit: DateVocabulary.Unit,
        step: Int
    ) throws(DateError) {
        var duration = DateDuration()
        try duration.add(count, of: unit, in: text)
        if duration.hasTime {
            let distance = Int64(step) * duration.milliseconds
            let end = try checked(
                reader.zone.timestamp(milliseconds: reader.now.milliseconds + distance)
            )
            let bounds = step < 0 ? (end, reader.now) : (reader.now, end)
            let span = DateSpan(first: .instant(bounds.0), last: .instant(bounds.1))
            return try set(.span(span))
        }
        guard count > 0 else { throw DateError(text, fault: "the span is empty") }
        let end = today.adding(months: step * duration.months)?
            .adding(days: step * duration.days - step)
        let other = try checked(end)
        try set(step < 0 ? other : today, through: step < 0 ? today : other)
    }

    private func day(at distance: Int) throws(DateError) -> Day {
        try checked(today.adding(days: distance))
    }

    private func day(_ weekday: Weekday, step: Int) throws(DateError) -> Day {
        let start = today.startOfWeek(startingOn: reader.conventions.firstWeekday)
        switch step {
        case 0: return try checked(start.adding(days: 6)).latest(weekday)
        case 1: return try checked(today.adding(days: 7)).latest(weekday)
        default: return try checked(today.adding(days: -1)).latest(weekday)
        }
    }
}

/// The length of a span of time in calendar units.
private struct DateDuration: Equatable {
    var months = 0
    var days = 0
    var milliseconds: Int64 = 0
    var hasTime = false
    var isParsed = false

    mutating func add(
        _ count: Int,
        of unit: DateVocabulary.Unit,
        in text: String
    ) throws(DateError) {
        guard count <= 10_000_000 else { throw DateError.outOfRange(text) }
        isParsed = true
        switch unit {
        case .milliseconds(let length):
            hasTime = true
            milliseconds += Int64(count) * length
        case .days(let length): days += count * length
        case .months(let length): months += count * length
        }
    }
}
