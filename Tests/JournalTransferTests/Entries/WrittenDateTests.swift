// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalTransfer

struct WrittenDateTests {
    @Test(arguments: [
        ("2026-11-21 18:30", "2026-11-21T18:30:00Z"),
        ("2026-11-21 06:30:15 PM", "2026-11-21T18:30:15Z"),
        ("2026-11-21 12:00:00 AM", "2026-11-21T00:00:00Z"),
        ("2026-11-21 12:05pm", "2026-11-21T12:05:00Z"),
        ("2026/11/21 9:05", "2026-11-21T09:05:00Z"),
        ("21.11.2026 09:05", "2026-11-21T09:05:00Z"),
        ("2026-11-21T18:30:00+02:00", "2026-11-21T18:30:00+02:00"),
        ("2026-11-21", "2026-11-21T12:00:00Z"),
    ])
    func datesOfFilesAreRead(text: String, expected: String) {
        #expect(WrittenDate.timestamp(text, clock: .utc) == Timestamp(expected))
    }

    @Test(arguments: [
        "", "1", "11/12/2026", "2026-13-01", "2026-11-21 25:00", "2026-11-21 13:00 PM",
        "2026-11-21 x", "2026-11-21 18:30:15:1",
    ])
    func otherTextsAreRefused(text: String) {
        #expect(WrittenDate.timestamp(text, clock: .utc) == nil)
    }

    @Test(arguments: [
        ("2026-11-21T00:05:09Z", "2026-11-21 12:05:09 AM"),
        ("2026-11-21T12:05:09Z", "2026-11-21 12:05:09 PM"),
        ("2026-11-21T23:05:09Z", "2026-11-21 11:05:09 PM"),
    ])
    func twelveHourClockIsWritten(date: String, expected: String) {
        #expect(Timestamp(date)?.twelveHourText == expected)
    }
}
