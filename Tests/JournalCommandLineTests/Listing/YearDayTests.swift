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

    @Test(
        arguments: [
            ("2024-12-31", ListOrder.newest, nil, 2025), ("2024-12-30", .newest, nil, 2025),
            ("2024-12-29", .newest, nil, 2024), ("2024-12-31", .newest, 2025, 2024),
            ("2020-05-01", .newest, 2025, 2020), ("2025-01-02", .oldest, nil, 2024),
            ("2025-01-03", .oldest, nil, 2025), ("2025-01-01", .oldest, 2024, 2025),
            ("2025-05-01", .oldest, 2020, 2025), ("9999-12-31", .newest, nil, 9999),
            ("0001-01-01", .oldest, nil, 1),
        ] as [(String, ListOrder, Int?, Int)]
    )
    func entryOfAnotherZoneMayBeInTheYearBeside(
        day: String,
        order: ListOrder,
        former: Int?,
        year: Int
    ) throws {
        #expect(try #require(Day(day)).firstYear(in: order, after: former) == year)
    }

    @Test func leapDayIsMissingInOtherYears() throws {
        #expect(try YearDay(#require(Day("2024-02-29"))).days(in: 2026) == nil)
    }
}
