// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct YearDayTests {
    @Test(arguments: [
        ("2026-11-22", 2024, "2024-11-22", "2024-11-22"),
        ("2024-02-29", 2020, "2020-02-29", "2020-02-29"),
        ("2026-02-28", 2024, "2024-02-28", "2024-02-29"),
        ("2026-02-28", 2025, "2025-02-28", "2025-02-28"),
        ("2024-02-28", 2020, "2020-02-28", "2020-02-28"),
    ])
    func yearHasTheDay(day: String, year: Int, first: String, last: String) throws {
        let days = try YearDay(#require(Day(day))).days(in: year)
        #expect(days?.lowerBound.description == first)
        #expect(days?.upperBound.description == last)
    }

    @Test func leapDayIsMissingInOtherYears() throws {
        #expect(try YearDay(#require(Day("2024-02-29"))).days(in: 2026) == nil)
    }
}
