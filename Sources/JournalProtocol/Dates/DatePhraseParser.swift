// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A parser for the parts of a date, which may have any order: a day or span, and a time.
struct DatePhraseParser {
    /// The parts that were found.
    struct Phrase {
        var date: DateReader.Reading?
        /// A weekday beside the date, or instead of one: then it has no week, and the time of day
        /// decides whether it can be today.
        var weekday: Weekday?
        var clock: ClockTime?
        var offsetMinutes: Int?
    }

    let text: String
    let reader: DateReader
    private let tokens: [DateToken]
    private var index = 0
    private var phrase = Phrase()
    /// The day and month of a date whose year may follow after the time.
    private var yearless: (day: Int, month: Int)?
    /// Whether a number after the date could be its month or its year.
    var isDateOpen = false

    init(text: String, tokens: [DateToken], reader: DateReader) {
        self.text = text
        self.tokens = tokens
        self.reader = reader
    }

    var today: Day { reader.now.day }

    mutating func parse() throws(DateError) -> Phrase {
        while let token = token() {
            switch token.kind {
            case .number: try parseNumber()
            case .word(let word): try parse(word)
            case .mark(","): advance()
            case .mark("+") where phrase.clock != nil, .mark("-") where phrase.clock != nil:
                try parseOffset()
            case .mark("@"): try parseSeconds()
            case .mark(let mark): throw DateError(text, fault: "unexpected \"\(mark)\"")
            }
        }
        return phrase
    }

    // MARK: Tokens

    /// Returns the token at a distance from the current one.
    func token(_ distance: Int = 0) -> DateToken? {
        tokens.indices.contains(index + distance) ? tokens[index + distance] : nil
    }

    func number(_ distance: Int = 0) -> (value: Int, digits: Int)? {
        guard case .number(let value, let digits)? = token(distance)?.kind else { return nil }
        return (value, digits)
    }

    /// Returns a number without a space before it.
    func attachedNumber(_ distance: Int) -> (value: Int, digits: Int)? {
        token(distance)?.isAttached == true ? number(distance) : nil
    }

    func word(_ distance: Int = 0) -> String? {
        guard case .word(let word)? = token(distance)?.kind else { return nil }
        return word
    }

    func mark(_ distance: Int = 0) -> Character? {
        guard case .mark(let mark)? = token(distance)?.kind else { return nil }
        return mark
    }

    mutating func advance(_ count: Int = 1) { index += count }

    // MARK: Hours

    /// Whether there is a day already, so that a further number is a time, or `at` announces one.
    var isTimeExpected: Bool {
        phrase.clock == nil && (phrase.date != nil || word(-1) == "at")
    }

    /// Returns whether a number without minutes is an hour: after `at`, or after a day.
    ///
    /// - Throws: An error if it follows a weekday and could also be the day of the month, as in
    ///   `friday 13`.
    func isHour(_ number: Int) throws(DateError) -> Bool {
        guard phrase.clock == nil, (0..<24).contains(number) else { return false }
        if word(-1) == "at" { return true }
        if phrase.date != nil { return !isDateOpen }
        guard let weekday = phrase.weekday else { return false }
        if let day = latest(day: number), day.weekday == weekday {
            let time = "\(today.latest(weekday)) \(DateParser.padded(number, to: 2)):00"
            throw DateError.ambiguous(text, readings: [day.description, time])
        }
        return true
    }

    // MARK: Results

    mutating func set(_ day: Day) throws(DateError) { try set(.day(day)) }

    mutating func set(_ first: Day, through last: Day) throws(DateError) {
        try set(.span(DateSpan(first: .day(first), last: .day(last))))
    }

    mutating func set(_ reading: DateReader.Reading) throws(DateError) {
        guard phrase.date == nil else { throw DateError(text, fault: "it has two dates") }
        phrase.date = reading
    }

    mutating func set(_ weekday: Weekday) throws(DateError) {
        guard phrase.weekday == nil else { throw DateError(text, fault: "it has two weekdays") }
        phrase.weekday = weekday
    }

    mutating func set(dayOfMonth day: Int, month: Int, year: Int?) throws(DateError) {
        try set(latest(day: day, month: month, year: year))
        if year == nil {
            yearless = (day, month)
            isDateOpen = true
        }
    }

    /// Sets a year, or the year of the day before it, as in `Nov 20 18:30 2026`.
    mutating func set(year: Int) throws(DateError) {
        if let (day, month) = yearless {
            yearless = nil
            phrase.date = .day(try self.day(year: year, month: month, day: day))
        } else {
            try set(
                day(year: year, month: 1, day: 1),
                through: day(year: year, month: 12, day: 31)
            )
        }
    }

    mutating func set(_ clock: ClockTime) throws(DateError) {
        guard phrase.clock == nil else { throw DateError(text, fault: "it has two times") }
        phrase.clock = clock
    }

    mutating func set(offsetMinutes: Int) throws(DateError) {
        guard phrase.clock != nil, phrase.date != nil, phrase.offsetMinutes == nil else {
            throw DateError(text, fault: "an offset from UTC belongs after a day and a time")
        }
        phrase.offsetMinutes = offsetMinutes
    }

    func checked<Value>(_ value: Value?) throws(DateError) -> Value {
        guard let value else { throw DateError.outOfRange(text) }
        return value
    }
}
