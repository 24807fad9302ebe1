// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The first and the last day or instant of a span of time; nil if it has none.
package struct DateSpan: Sendable, Hashable {
    /// The lower bound; it is part of the span.
    package var first: DateBound?
    /// The upper bound, which is part of the span if it is a day, but not if it is an instant.
    package var last: DateBound?

    /// Creates a span; its bounds are in order.
    package init(first: DateBound?, last: DateBound?) {
        self.first = first
        self.last = last
    }
}

/// The error of a text that is not a date, or that could be several.
package struct DateError: Error, Sendable, Hashable {
    /// The fault, with the text.
    package let message: String
    /// The possible readings of an ambiguous text, or forms that are valid.
    package let advice: String

    static let forms = """
        Use a form such as today, yesterday 9am, last friday, "2 days ago", 30m, Nov 20, 20.11.2026, \
        2026-11-20, "2026-11-20 18:30"
        """

    init(_ text: String, fault: String? = nil, advice: String = Self.forms) {
        message = "invalid date \"\(text)\"" + (fault.map { ": \($0)" } ?? "")
        self.advice = advice
    }

    private init(message: String, advice: String) {
        self.message = message
        self.advice = advice
    }

    /// Returns the error of a date outside of the calendar.
    static func outOfRange(_ text: String) -> DateError {
        DateError(text, fault: "years are 1 to 9999")
    }

    /// Returns the error of an instant outside of those of a `Timestamp`, which leave a day at both
    /// ends of the calendar for the offset.
    static func instantOutOfRange(_ text: String) -> DateError {
        DateError(
            text,
            fault: "times are from 0001-01-02 00:00 to 9999-12-31 00:00, both in UTC"
        )
    }

    /// Returns the error of a range in a place that takes none.
    static func range(_ text: String) -> DateError {
        DateError(
            text,
            fault: "it is a range",
            advice: "Ranges are for --on and, in a search, on:"
        )
    }

    /// Returns the error of a date that has two readings.
    static func ambiguous(_ text: String, readings: [String]) -> DateError {
        DateError(
            message: "ambiguous date \"\(text)\"",
            advice: "Write \(readings.joined(separator: " or "))"
        )
    }
}
