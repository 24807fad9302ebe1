// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Reads the dates of the command line with the clock, the time zone and the locale of the user.
package struct DateArgument {
    private let reader: DateReader

    /// Creates a reader for the settings and the variables of a run.
    package init(_ context: CommandContext) {
        self.init(context.settings, environment: context.environment)
    }

    init(_ settings: Settings, environment: Environment) {
        self.init(
            DateReader(
                now: LocalTime.now(),
                zone: LocalZone(),
                conventions: DateConventions(settings, environment: environment)
            )
        )
    }

    init(_ reader: DateReader) { self.reader = reader }

    /// Returns the value of `--at`, with the local offset even if the text has another one: the
    /// time zone of the entry is the local one.
    package func instant(_ text: String) throws(ClientError) -> Timestamp {
        LocalTime.local(try usage(text) { () throws(DateError) in try reader.instant(text) })
    }

    /// Returns the lower bound of the value of `--since`.
    package func since(_ text: String) throws(ClientError) -> DateBound? {
        try usage(text) { () throws(DateError) in try reader.span(text) }.first
    }

    /// Returns the upper bound of the value of `--until`.
    package func until(_ text: String) throws(ClientError) -> DateBound? {
        try usage(text) { () throws(DateError) in try reader.span(text) }.last
    }

    /// Returns the value of `--on`.
    package func range(_ text: String) throws(ClientError) -> DateSpan {
        try usage(text) { () throws(DateError) in try reader.range(text) }
    }

    /// Returns the day that a text names.
    package func day(_ text: String) throws(ClientError) -> Day {
        let span = try range(text)
        guard case .day(let day)? = span.first, span.first == span.last else {
            throw ClientError(.usage, "invalid date \"\(text)\": it is not one day")
        }
        return day
    }

    private func usage<Value>(
        _ text: String,
        _ read: () throws(DateError) -> Value
    ) throws(ClientError) -> Value {
        do throws(DateError) {
            return try read()
        } catch {
            let unsigned = text.drop { $0 == "-" }
            let isSigned = text.hasPrefix("-") && (try? reader.span(String(unsigned))) != nil
            let advice =
                isSigned
                ? "A time such as \(unsigned) is in the past without a sign." : error.advice
            throw ClientError(.usage, error.message, advice: advice)
        }
    }
}

/// The time zone of the user.
private struct LocalZone: DateZone {
    func timestamp(day: Day, time: ClockTime) -> Timestamp? {
        LocalTime.timestamp(day: day, time: time)
    }

    func timestamp(milliseconds: Int64) -> Timestamp? {
        LocalTime.timestamp(milliseconds: milliseconds)
    }
}
