// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Days, months and years.
extension DatePhraseParser {
    /// Consumes a year after a day and a month, if there is one: `2026`, `, 2026` or `. 2026`.
    mutating func nextYear() -> Int? {
        if mark() == "." { advance() }
        let distance = mark() == "," ? 1 : 0
        guard let year = number(distance), year.digits == 4, mark(distance + 1) != ":" else {
            return nil
        }
        advance(distance + 1)
        return year.value
    }

    /// Returns the year of a number with two or four digits; two mean the next decade or before.
    func fullYear(_ number: (value: Int, digits: Int)) throws(DateError) -> Int {
        switch number.digits {
        case 4: return number.value
        case 2:
            let year = today.year / 100 * 100 + number.value
            return year > today.year + 10 ? year - 100 : year
        default: throw DateError(text, fault: "a year has four digits")
        }
    }

    func day(year: Int, month: Int, day: Int) throws(DateError) -> Day {
        if let result = Day(year: year, month: month, day: day) { return result }
        guard (1...12).contains(month) else {
            throw DateError(text, fault: "there is no month \(month)")
        }
        guard let first = Day(year: year, month: month, day: 1) else {
            throw DateError(text, fault: "years are 1 to 9999")
        }
        let name = first.description.prefix(7)
        throw DateError(text, fault: "the last day of \(name) is \(first.monthLength)")
    }

    /// Returns a day of a year; without a year, the latest such day that is not in the future.
    func latest(day: Int, month: Int, year: Int?) throws(DateError) -> Day {
        if let year { return try self.day(year: year, month: month, day: day) }
        // Leap days are up to eight years apart.
        for distance in 0...8 {
            if let result = Day(year: today.year - distance, month: month, day: day),
                result <= today
            {
                return result
            }
        }
        return try self.day(year: today.year, month: month, day: day)
    }

    /// Returns the latest day of a month with a number that is not in the future.
    func latest(day number: Int) -> Day? {
        for distance in 0...12 {
            guard let month = today.startOfMonth.adding(months: -distance) else { break }
            let day = Day(year: month.year, month: month.month, day: number)
            if let day, day <= today { return day }
        }
        return nil
    }

    mutating func set(month: Int, of year: Int) throws(DateError) {
        let first = try day(year: year, month: month, day: 1)
        try set(first, through: first.endOfMonth)
    }

    /// Parses what follows the name of a month: `20`, `20th, 2026`, `2026` or nothing.
    mutating func parseMonth(_ month: Int) throws(DateError) {
        advance()
        if mark() == "." { advance() }
        if word() == "the" { advance() }
        if let number = number(), number.digits <= 2, mark(1) != ":", !isHalfOfDay(word(1)) {
            advance()
            if word().map(DateVocabulary.isOrdinal) == true, token()?.isAttached == true {
                advance()
            }
            return try set(dayOfMonth: number.value, month: month, year: nextYear())
        }
        if let year = nextYear() { return try set(month: month, of: year) }
        try set(month: month, of: today.month < month ? today.year - 1 : today.year)
    }

    private func isHalfOfDay(_ word: String?) -> Bool { word == "am" || word == "pm" }
}
