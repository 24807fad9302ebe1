// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct DateArgumentTests {
    private let dates = DateArgument(
        Settings(),
        environment: Environment(["LANG": "en_US.UTF-8"])
    )
    private let today = LocalTime.now().day

    @Test func datesAreReadInTheLocalZone() throws {
        let full = try dates.instant("2026-03-20 18:30:15")
        #expect(full.description.hasPrefix("2026-03-20T18:30:15"))
        #expect(
            full.offsetMinutes
                == LocalTime.timestamp(milliseconds: full.milliseconds)?.offsetMinutes
        )
        let recent = try dates.instant("30m").milliseconds
        #expect((LocalTime.now().milliseconds - recent) / 60_000 == 30)
    }

    @Test(arguments: ["2026-11-21T18:30:00Z", "2026-11-21T18:30:00+05:45"])
    func offsetOfTheTextDeterminesTheInstantOnly(text: String) throws {
        let written = try #require(Timestamp(text))
        let instant = try dates.instant(text)
        #expect(instant.milliseconds == written.milliseconds)
        #expect(
            instant.offsetMinutes
                == LocalTime.timestamp(milliseconds: written.milliseconds)?.offsetMinutes
        )
    }

    @Test func boundsAreTheEndsOfASpan() throws {
        #expect(try dates.since("2026-02")?.json == "2026-02-01")
        #expect(try dates.until("2026-02")?.json == "2026-02-28")
        #expect(try dates.range("2026-11-01..").last == nil)
        #expect(try dates.since("9/11/2026")?.json == "2026-09-11")
    }

    @Test(arguments: ["", "2026-02-30", "fryday", "25:00"])
    func invalidDateIsAUsageError(text: String) {
        let error = #expect(throws: ClientError.self) { try dates.since(text) }
        #expect(error?.exitStatus == 64)
        #expect(error?.advice?.contains("yesterday") == true)
    }
}
