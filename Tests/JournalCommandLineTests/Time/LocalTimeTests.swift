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
            (":/etc/localtime", "/usr/share/zoneinfo/Europe/Paris", nil, "Europe/Paris"),
            ("EST5EDT", "/usr/share/zoneinfo/Etc/UTC", nil, "EST5EDT"),
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
            offsetMinutes: 0,
            isInstalled: { $0 != "Nowhere/Missing" }
        )
        #expect(found == zone)
    }

    @Test(arguments: [
        ("CET-1CEST", 120, "Etc/GMT-2"), ("<+03>-3", 180, "Etc/GMT-3"), ("EST5", -300, "Etc/GMT+5"),
        ("IST-5:30", 330, "UTC"), ("UTC0", 0, "UTC"), ("", 0, "UTC"), ("/etc/own", 60, "Etc/GMT-1"),
    ])
    func ruleIsNotNamedAfterTheZoneOfTheSystem(variable: String, offset: Int, zone: String) {
        let found = LocalTime.zone(
            variable: variable,
            link: "/usr/share/zoneinfo/Europe/Paris",
            file: "Europe/Paris",
            offsetMinutes: offset,
            isInstalled: { ["Europe/Paris", "UTC"].contains($0) || $0.hasPrefix("Etc/GMT") }
        )
        #expect(found == zone)
    }

    @Test(arguments: [(3208, "1890-01-01T00:00:00+00:53"), (-17762, "1890-01-01T00:00:00-04:56")])
    func localTimeIsKeptIfItsOffsetHasSeconds(offset: Int, expected: String) throws {
        let local = try #require(Timestamp("1890-01-01T00:00:00Z")).milliseconds / 1000
        let found = LocalTime.timestamp(localSecond: local, millisecond: 0, offset: offset)
        #expect(found?.description == expected)
    }

    /// Clocks that change at an instant, with their offsets before and after it.
    @Test(arguments: [
        ("2026-10-25T01:00:00Z", 7200, 3600, "2026-10-25T02:30:00Z", "2026-10-25T00:30:00Z"),
        ("2026-11-01T06:00:00Z", -14_400, -18_000, "2026-11-01T01:30:00Z", "2026-11-01T05:30:00Z"),
        ("2026-03-29T01:00:00Z", 3600, 7200, "2026-03-29T02:30:00Z", "2026-03-29T01:30:00Z"),
        ("2026-03-08T07:00:00Z", -18_000, -14_400, "2026-03-08T02:30:00Z", "2026-03-08T07:30:00Z"),
        ("2026-10-25T01:00:00Z", 7200, 3600, "2026-10-25T03:00:00Z", "2026-10-25T02:00:00Z"),
        ("2026-10-25T01:00:00Z", 7200, 3600, "2026-10-25T01:59:59Z", "2026-10-24T23:59:59Z"),
        ("2011-12-30T10:00:00Z", -36_000, 50_400, "2011-12-31T00:00:00Z", "2011-12-30T10:00:00Z"),
    ])
    func repeatedTimeIsTheFirst(
        change: String,
        before: Int,
        after: Int,
        local: String,
        expected: String
    ) throws {
        let change = try #require(Timestamp(change)).milliseconds / 1000
        let found = LocalTime.second(
            local: try #require(Timestamp(local)).milliseconds / 1000,
            offset: { $0 < change ? before : after }
        )
        #expect(Timestamp(milliseconds: found * 1000)?.description == expected)
    }

    @Test func nowLiesInThisCentury() {
        let now = LocalTime.now()
        #expect((2026...2100).contains(now.day.year))
        #expect(LocalTime.timestamp(milliseconds: now.milliseconds) == now)
    }
}

struct TimeZoneVariableTests {
    private func problem(_ value: String) -> String? {
        let files = ["Europe/Berlin", "/etc/localtime", "../../etc/passwd"]
        return TimeZoneVariable(value: value, isFile: files.contains).problem
    }

    @Test(arguments: [
        "", "UTC", ":Europe/Berlin", "Europe/Berlin", "/etc/localtime", "EST5EDT",
        "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3", "<-03>3",
    ])
    func zoneIsValid(value: String) {
        #expect(problem(value) == nil)
    }

    @Test(arguments: ["Europe/Berln", "../../etc/passwd", "CEST", "+2", "<+03", "/nowhere", "Mars"])
    func otherValueIsNamed(value: String) {
        #expect(problem(value)?.hasPrefix("TZ is \"\(value)\", which is no time zone") == true)
    }
}
