// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct LocalTimeTests {
    @Test(
        arguments: [
            ("Europe/Berlin", nil, nil, "Europe/Berlin"), (":Asia/Tokyo", nil, nil, "Asia/Tokyo"),
            ("UTC", "/usr/share/zoneinfo/Asia/Tokyo", nil, "UTC"),
            ("/usr/share/zoneinfo/posix/America/New_York", nil, nil, "America/New_York"),
            ("CET-1CEST", "/usr/share/zoneinfo/Europe/Paris", nil, "Europe/Paris"),
            (nil, "../usr/share/zoneinfo/Europe/Rome", "x", "Europe/Rome"),
            (nil, nil, "Etc/GMT+5\n", "Etc/GMT+5"), (nil, nil, nil, "UTC"),
            (nil, "/etc/own", "", "UTC"), ("bad\u{1B}[2J/zone", nil, nil, "UTC"),
            ("Nowhere/Missing", "/usr/share/zoneinfo/Asia/Tokyo", nil, "UTC"),
            ("localtime", nil, nil, "UTC"),
        ] as [(String?, String?, String?, String)]
    )
    func zoneIsAnInstalledName(variable: String?, link: String?, file: String?, zone: String) {
        let found = LocalTime.zone(
            variable: variable,
            link: link,
            file: file,
            isInstalled: { $0 != "Nowhere/Missing" }
        )
        #expect(found == zone)
    }

    @Test(arguments: [(3208, "1890-01-01T00:00:00+00:53"), (-17762, "1890-01-01T00:00:00-04:56")])
    func localTimeIsKeptIfItsOffsetHasSeconds(offset: Int, expected: String) throws {
        let local = try #require(Timestamp("1890-01-01T00:00:00Z")).milliseconds / 1000
        let found = LocalTime.timestamp(localSecond: local, millisecond: 0, offset: offset)
        #expect(found?.description == expected)
    }

    @Test func nowLiesInThisCentury() {
        let now = LocalTime.now()
        #expect((2026...2100).contains(now.day.year))
        #expect(LocalTime.timestamp(milliseconds: now.milliseconds) == now)
    }
}
