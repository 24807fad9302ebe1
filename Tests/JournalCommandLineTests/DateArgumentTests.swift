// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct DateArgumentTests {
    private static let today = Timestamp("2026-11-21T00:00:00Z")?.day ?? Timestamp.epoch.day
    private let dates = DateArgument(today: today)

    @Test(arguments: [
        ("today", "2026-11-21"), ("Yesterday", "2026-11-20"), ("0d", "2026-11-21"),
        ("30d", "2026-10-22"), ("2w", "2026-11-07"), ("tomorrow", "2026-11-22"),
        ("2024-02-29", "2024-02-29"),
    ])
    func daysAreParsed(text: String, day: String) throws {
        #expect(try dates.bound(text).json == .string(day))
    }

    @Test func timesAreParsedInTheLocalZone() throws {
        let full = try dates.instant("2026-11-20 18:30")
        #expect(full.description.hasPrefix("2026-11-20T18:30:00"))
        #expect(try dates.instant("2026-11-20T18:30") == full)
        #expect(try dates.instant("yesterday 18:30") == full)
        #expect(try dates.instant("now").milliseconds > 1_700_000_000_000)
        #expect(try dates.instant("09:05").description.hasPrefix("2026-11-21T09:05:00"))
        #expect(try dates.instant("today").description.hasPrefix("2026-11-21T12:00:00"))
        #expect(try dates.instant("2026-11-21T18:30:00+01:00").offsetMinutes == 60)
    }

    @Test(arguments: [
        "", "d", "-1d", "99999999d", "w", "1m", "tomorrow?", "2026-02-30", "25:00", "10:60", "10",
        "1:2:3",
        "2026-11-21 25:00",
    ])
    func invalidDateIsRejectedWithExamples(text: String) {
        let error = #expect(throws: ClientError.self) { try dates.bound(text) }
        #expect(error?.exitStatus == 64)
        #expect(error?.advice?.contains("yesterday") == true)
    }
}
