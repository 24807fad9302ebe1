// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// Dates of a place whose clock changes: at the end of 2026-10-25, from +02:00 to +01:00.
struct DateZoneTests {
    private struct Berlin: DateZone {
        /// 01:00 UTC on 2026-10-25, at which 03:00 becomes 02:00.
        static let change: Int64 = 1_792_890_000_000

        func timestamp(day: Day, time: ClockTime) -> Timestamp? {
            let summer = FixedOffset(minutes: 120).timestamp(day: day, time: time)
            // Of a time that is shown twice, the first.
            if let summer, summer.milliseconds < Self.change { return summer }
            return FixedOffset(minutes: 60).timestamp(day: day, time: time)
        }

        func timestamp(milliseconds: Int64) -> Timestamp? {
            let minutes = milliseconds < Self.change ? 120 : 60
            return Timestamp(milliseconds: milliseconds, offsetMinutes: minutes)
        }
    }

    private let reader: DateReader

    init() throws {
        let now = try #require(Timestamp("2026-10-26T12:00:00+01:00"))
        reader = DateReader(now: now, zone: Berlin())
    }

    @Test func changeIsAtTheEndOfTheHour() {
        #expect(Timestamp(milliseconds: Berlin.change)?.description == "2026-10-25T01:00:00Z")
    }

    @Test(arguments: [
        // The same time of another day has the offset of that day.
        ("2 days ago 12:00", "2026-10-24T12:00:00+02:00"),
        ("saturday", "2026-10-24T12:00:00+02:00"),
        ("yesterday", "2026-10-25T12:00:00+01:00"), ("yesterday 2:30", "2026-10-25T02:30:00+02:00"),
        ("yesterday 1:59", "2026-10-25T01:59:00+02:00"),
        ("yesterday 3am", "2026-10-25T03:00:00+01:00"),
        ("3 months ago", "2026-07-26T12:00:00+02:00"),
        // A number of hours is a length of time, on any clock.
        ("34h", "2026-10-25T02:00:00+01:00"), ("35 hours ago", "2026-10-25T02:00:00+02:00"),
        ("48 hours ago", "2026-10-24T13:00:00+02:00"), ("in 24 hours", "2026-10-27T12:00:00+01:00"),
        ("@1792889999", "2026-10-25T02:59:59+02:00"), ("@1792890000", "2026-10-25T02:00:00+01:00"),
        // An offset in the text is not that of the place.
        ("2 days ago 12:00 +0100", "2026-10-24T12:00:00+01:00"),
        ("2026-10-24T12:00:00Z", "2026-10-24T12:00:00Z"),
    ])
    func timeHasTheOffsetOfItsDay(text: String, expected: String) throws {
        #expect(try reader.instant(text).description == expected)
    }

    @Test func rangeOverTheChangeIsInOrder() throws {
        let span = try reader.range("yesterday 2:30..yesterday 3:00")
        guard case .instant(let first)? = span.first, case .instant(let last)? = span.last else {
            Issue.record("expected two instants, got \(span)")
            return
        }
        #expect(last.milliseconds - first.milliseconds == 90 * 60_000)
        #expect(throws: DateError.self) { try reader.range("yesterday 3:00..yesterday 2:30") }
    }

    @Test func hoursBeforeNowSpanTheChange() throws {
        let span = try reader.range("last 36 hours")
        #expect(span.first == .instant(try reader.instant("36 hours ago")))
        #expect(span.last == .instant(reader.now))
    }
}
