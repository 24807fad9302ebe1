// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalTransfer

struct WrittenZoneTests {
    private static let installed: Set = ["Europe/Berlin", "America/Los_Angeles", "EST5EDT", "CET"]

    @Test(arguments: [
        ("Europe/Berlin", WrittenZone.named("Europe/Berlin")), ("EST5EDT", .named("EST5EDT")),
        ("PST", .named("America/Los_Angeles")), ("CEST", .named("CET")),
        ("GMT+0200", .fixed(minutes: 120)), ("GMT+02:00", .fixed(minutes: 120)),
        ("GMT-0330", .fixed(minutes: -210)), ("UTC+1", .fixed(minutes: 60)),
        ("UTC-11", .fixed(minutes: -660)), ("GMT+5:30", .fixed(minutes: 330)),
        ("+02:00", .fixed(minutes: 120)), ("-0800", .fixed(minutes: -480)),
        ("GMT+00:00", .fixed(minutes: 0)), ("GMT+1260", .unknown), ("GMT+24", .unknown),
        ("GMT+5:3", .unknown), ("GMT+1:2:3", .unknown), ("GMT+", .unknown), ("GMT+é", .unknown),
        ("UTC+02:00x", .unknown), ("BST", .unknown), ("Mars/Olympus", .unknown), ("", .unknown),
        ("+", .unknown), ("GMT+12345", .unknown), ("GMT+:30", .unknown),
    ])
    func namesOfZonesAreRead(text: String, zone: WrittenZone) {
        #expect(WrittenZone(text, isKnown: Self.installed.contains) == zone)
    }

    @Test(arguments: [
        (0, "UTC"), (120, "Etc/GMT-2"), (-480, "Etc/GMT+8"), (840, "Etc/GMT-14"),
        (-720, "Etc/GMT+12"), (-780, "UTC"), (330, "UTC"), (900, "UTC"),
    ])
    func wholeHoursHaveNames(minutes: Int, name: String) {
        #expect(WrittenZone.name(ofOffset: minutes) == name)
    }

    @Test(arguments: [
        ("Europe/Berlin", true), ("Etc/GMT-2", true), ("UTC", true), ("EST5EDT", true),
        ("America/Argentina/Ushuaia", true), ("GMT+0200", false), ("PST", false), ("", false),
        ("localtime", false), ("posix/Europe/Berlin", false), ("Europe//Berlin", false),
        ("/Europe/Berlin", false), ("Europe/../UTC", false), ("Europe/Köln", false),
        ("a/b\u{0}", false),
    ])
    func onlyNamesOfTheDatabaseArePossible(text: String, isPossible: Bool) {
        #expect(ZoneName.isPossible(text) == isPossible)
    }

    /// A clock whose zone is two hours east of UTC, and with one more zone.
    private static let clock = LocalClock(
        zone: "Africa/Cairo",
        convert: { day, second, zone in
            let offset = zone == "America/Denver" ? -420 : 120
            let second = Int64(day.daysSince1970 * 86_400 + second - offset * 60)
            return Timestamp(milliseconds: second * 1000, offsetMinutes: offset)
        },
        adjust: { instant, zone in
            Timestamp(
                milliseconds: instant.milliseconds,
                offsetMinutes: zone == "America/Denver" ? -420 : 120
            )
        },
        isInstalled: ["Africa/Cairo", "America/Denver"].contains
    )

    @Test(
        arguments: [
            ("America/Denver", "2018-12-09T20:54:13-07:00", "America/Denver", nil),
            ("GMT-0700", "2018-12-09T20:54:13-07:00", "Etc/GMT+7", "Etc/GMT+7"),
            ("GMT+05:30", "2018-12-10T09:24:13+05:30", "UTC", "UTC+05:30"),
            ("Mars/Olympus", "2018-12-10T03:54:13Z", "UTC", "UTC"),
            (nil, "2018-12-10T05:54:13+02:00", nil, nil),
        ] as [(String?, String, String?, String?)]
    )
    func dayOneEntriesHaveTheOffsetOfTheirZone(
        written: String?,
        time: String,
        zone: String?,
        replacement: String?
    ) throws {
        let member = written.map { ",\"timeZone\":\"\($0)\"" } ?? ""
        let json = "{\"creationDate\":\"2018-12-10T03:54:13Z\",\"text\":\"a\"\(member)}"
        let entry = try #require(
            try TransferFixture.read(json, JSONEntryDecoder(clock: Self.clock)).first
        )
        #expect(entry.createdAt?.description == time)
        #expect(entry.zone == zone)
        #expect(entry.replacedZone?.replacement == replacement)
        #expect(entry.replacedZone.map(\.name) == (replacement == nil ? nil : written))
    }

    @Test(arguments: [TransferFormat.json, .jsonLines, .markdown, .jrnlJSON, .dayOne])
    func unknownZoneIsReplacedAfterTheOffset(format: TransferFormat) throws {
        var entry = TransferFixture.entry(1, "a", "2026-11-21T18:30:15+02:00")
        entry.zone = "Nowhere/Land"
        let bytes = TransferFixture.file([entry], format.encoder)
        let decoder = try #require(format.decoder(clock: Self.clock, date: nil))
        let read = try #require(try TransferFixture.read(bytes, decoder).first?.entry)
        #expect(read.createdAt == entry.createdAt)
        #expect(read.zone == "Etc/GMT-2")
        #expect(read.replacedZone == ReplacedZone(name: "Nowhere/Land", replacement: "Etc/GMT-2"))
    }

    @Test(
        arguments: [
            ("zone: America/Denver", "2026-11-21T10:00:00-07:00", "America/Denver"),
            ("timezone: GMT-0500", "2026-11-21T10:00:00-05:00", "Etc/GMT+5"),
            ("mood: good", "2026-11-21T10:00:00+02:00", nil),
        ] as [(String, String, String?)]
    )
    func dateOfFrontMatterIsInItsZone(line: String, time: String, zone: String?) throws {
        let text = "---\ndate: 2026-11-21 10:00\n\(line)\n---\ntext\n"
        let entry = try #require(
            try TransferFixture.read(text, MarkdownDecoder(clock: Self.clock)).first
        )
        #expect(entry.createdAt?.description == time)
        #expect(entry.zone == zone)
    }
}
