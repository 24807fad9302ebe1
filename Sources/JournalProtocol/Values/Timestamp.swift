// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An instant with millisecond precision and the UTC offset of its author.
///
/// The wire format is RFC 3339, such as `2026-11-21T10:15:00.250+01:00`.
package struct Timestamp: Sendable, Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package let milliseconds: Int64
    /// The offset from UTC in minutes, positive to the east.
    package let offsetMinutes: Int

    /// Creates a timestamp, or returns nil if the year is outside 1 to 9999 or the offset is a day
    /// or more.
    package init?(milliseconds: Int64, offsetMinutes: Int = 0) {
        guard (-1439...1439).contains(offsetMinutes),
            Self.range.contains(milliseconds)
        else { return nil }
        self.milliseconds = milliseconds
        self.offsetMinutes = offsetMinutes
    }

    /// Parses an RFC 3339 date and time, truncating the fraction to milliseconds.
    package init?(_ text: String) {
        var digits = DateParser(text)
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2),
            digits.skip("-"), let dayNumber = digits.number(2),
            let day = Day(year: year, month: month, day: dayNumber),
            digits.skip("T") || digits.skip("t") || digits.skip(" "),
            let hour = digits.number(2), digits.skip(":"), let minute = digits.number(2),
            digits.skip(":"), let second = digits.number(2),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var fraction = 0
        if digits.skip(".") {
            guard let value = digits.fraction() else { return nil }
            fraction = value
        }
        guard let offset = Self.offset(&digits), digits.isAtEnd else { return nil }
        // POSIX time has no leap seconds: second 60 becomes the last millisecond of second 59.
        let seconds = min(second, 59)
        if second == 60 { fraction = 999 }
        let minutes = (day.daysSince1970 * 24 + hour) * 60 + minute - offset
        self.init(
            milliseconds: Int64(minutes * 60 + seconds) * 1000 + Int64(fraction),
            offsetMinutes: offset
        )
    }

    /// The local date at the timestamp's offset.
    package var day: Day {
        // Never the fallback: `range` leaves a day of margin on either side for the offset.
        Day(daysSince1970: Self.floorDivide(localMilliseconds, by: Self.dayLength).quotient)
            ?? Self.epochDay
    }

    /// The wire format and its range, for messages.
    static let form = "an RFC 3339 date and time from 0001-01-02 to 9999-12-31T00:00:00"

    /// The start of POSIX time.
    package static let epoch = Timestamp(unchecked: 0, offsetMinutes: 0)

    /// The same instant with an offset of zero.
    package var utc: Timestamp { Timestamp(unchecked: milliseconds, offsetMinutes: 0) }

    private var localMilliseconds: Int64 { milliseconds + Int64(offsetMinutes) * 60_000 }

    private init(unchecked milliseconds: Int64, offsetMinutes: Int) {
        self.milliseconds = milliseconds
        self.offsetMinutes = offsetMinutes
    }

    private static let dayLength: Int64 = 86_400_000
    // One day inside 0001-01-01 to 9999-12-31, so that applying an offset stays within the
    // calendar.
    private static let range: ClosedRange<Int64> = -62_135_510_400_000...253_402_214_400_000
    private static let epochDay = epoch.day

    private static func floorDivide(_ value: Int64, by divisor: Int64) -> (
        quotient: Int, remainder: Int
    ) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0
            ? (Int(quotient - 1), Int(remainder + divisor)) : (Int(quotient), Int(remainder))
    }

    private static func offset(_ digits: inout DateParser) -> Int? {
        if digits.skip("Z") || digits.skip("z") { return 0 }
        let sign = digits.skip("+") ? 1 : -1
        guard sign == 1 || digits.skip("-"), let hours = digits.number(2), digits.skip(":"),
            let minutes = digits.number(2), hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }
}

extension Timestamp: CustomStringConvertible {
    package var description: String {
        DateWriter.text(capacity: Self.textLength) { write(to: &$0) }
    }

    /// The length of the longest text.
    private static var textLength: Int { 29 }

    private func write(to writer: inout DateWriter) {
        let time = Self.floorDivide(localMilliseconds, by: Self.dayLength).remainder
        writer.append(day)
        writer.append("T")
        writer.append(time / 3_600_000, width: 2)
        writer.append(":")
        writer.append(time / 60_000 % 60, width: 2)
        writer.append(":")
        writer.append(time / 1000 % 60, width: 2)
        if time % 1000 != 0 {
            writer.append(".")
            writer.append(time % 1000, width: 3)
        }
        appendZone(to: &writer)
    }

    private func appendZone(to writer: inout DateWriter) {
        guard offsetMinutes != 0 else {
            writer.append("Z")
            return
        }
        writer.append(offsetMinutes < 0 ? "-" : "+")
        writer.append(abs(offsetMinutes) / 60, width: 2)
        writer.append(":")
        writer.append(abs(offsetMinutes) % 60, width: 2)
    }
}

extension Timestamp: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let text = try String(json: json)
        guard let timestamp = Timestamp(text) else {
            throw InvalidParams(
                "expected \(Self.form), such as \"2026-11-21T10:15:00+01:00\", got \"\(text)\"",
                kind: .dateInvalid
            )
        }
        self = timestamp
    }

    package var json: JSON { .string(description) }

    package func appendText(to bytes: inout [UInt8]) {
        DateWriter.append(to: &bytes, capacity: Self.textLength) { write(to: &$0) }
    }
}
