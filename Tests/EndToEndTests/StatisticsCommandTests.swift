// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// `stats` in a pipe, on a terminal, and as a picture.
struct StatisticsCommandTests {
    private let bed: TestBed

    init() throws {
        bed = try TestBed()
        for (number, day) in ["03", "04", "04", "04", "05", "20"].enumerated() {
            try bed.write(
                number,
                "Some words of \(number)",
                at: "2025-03-\(day)T0\(number):00:00+01:00",
                tags: number < 2 ? ["garden", "house"] : ["house"],
                starred: number == 0
            )
        }
        try bed.write(7, "Later", at: "2026-11-16T18:30:00+01:00", notebook: "work")
    }

    @Test func pipeGetsFields() throws {
        let expected = """
            entries\t6
            words\t24
            days\t4
            first\t2025-03-03
            last\t2025-03-20
            longest-streak\t3\t2025-03-03\t2025-03-05
            day\t2025-03-03\t1\t4
            day\t2025-03-04\t3\t12
            day\t2025-03-05\t1\t4
            day\t2025-03-20\t1\t4
            hour\t0\t1
            hour\t1\t1
            hour\t2\t1
            hour\t3\t1
            hour\t4\t1
            hour\t5\t1
            weekday\tMonday\t1
            weekday\tTuesday\t3
            weekday\tWednesday\t1
            weekday\tThursday\t1
            tag\thouse\t6
            tag\tgarden\t2

            """
        #expect(try bed.journal("stats", "--year", "2025").output == expected)
    }

    @Test func onlyTheYearOfTodayHasACurrentStreak() throws {
        let id = try bed.journal("new", "Today").line
        let entry = try JSON.parse(bed.journal("show", id, "--json").line)
        let year = try #require(entry["createdAt"]?.stringValue).prefix(4)
        let present = try bed.journal("stats", "--year", "\(year)")
        #expect(present.lines.contains { $0.hasPrefix("streak\t") }, "\(present.output)")
        try bed.write(8, "The end", at: "2025-12-31T12:00:00+01:00")
        let past = try JSON.parse(bed.journal("stats", "--year", "2025", "--json").line)
        #expect(past["last"] == "2025-12-31")
        #expect(past["currentStreak"] == nil)
    }

    @Test func filtersRestrictTheEntries() throws {
        func entries(_ arguments: String...) throws -> Int64? {
            let result = try bed.start(["stats", "--json"] + arguments).wait()
            return try JSON.parse(result.line)["entries"]?.integerValue
        }
        #expect(try entries() == 7)
        #expect(try entries("-N", "work") == 1)
        #expect(try entries("-t", "garden") == 2)
        #expect(try entries("--starred") == 1)
        #expect(try entries("--since", "2025-03-05", "--until", "2025-12-31") == 2)
        #expect(try entries("--search", "words -tag:garden") == 4)
        #expect(try bed.journal("stats", "-N", "none").status == 66)
        #expect(try bed.journal("stats", "--year", "0").status == 64)
        #expect(try bed.journal("stats", "--year", "2025", "--on", "today").status == 64)
    }

    @Test func captionOfThePictureHasTheDatesOfAllEntries() throws {
        try bed.write(8, "Old", at: "2001-01-02T18:30:00+01:00")
        let picture = try bed.journal("stats", "--svg", "-").output
        #expect(picture.contains(" entries, 26 words, 2001-01-02 to "), "\(picture.prefix(600))")
        #expect(picture.contains(">8 entries, "), "\(picture.prefix(600))")
    }

    @Test func pictureIsWellFormed() throws {
        let path = bed.root + "/picture.svg"
        let result = try bed.journal("stats", "--year", "2025", "--svg", path)
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        let picture = try #require(Data(try FileSystem.read(path)) as Data?)
        let text = String(decoding: picture, as: UTF8.self)
        #expect(text.contains("6 entries, 24 words, 2025-01-01 to 2025-12-31"))
        #expect(text.contains("<title>2025-03-04: 3 entries</title>"))
        #expect(text.components(separatedBy: "<rect x=").count == 1 + 365 + 24 + 7)
        if let python = Built.tool("python3") {
            let check = "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])"
            #expect(try bed.run([python, "-c", check, path]).status == 0)
        }
        #expect(try bed.journal("stats", "--svg", bed.root + "/none/x.svg").status == 73)
        let piped = try bed.journal("stats", "--svg", "-").output
        #expect(piped.contains("<svg ") && piped.hasSuffix("</svg>\n"), "\(piped.suffix(40))")
        let second = try bed.journal("stats", "--svg", path)
        #expect(second.status == 73)
        #expect(second.errors.contains("Use --force"), "\(second.errors)")
        #expect(try FileSystem.read(path) == Array(picture))
        #expect(try bed.journal("stats", "--svg", path, "--force").status == 0)
        #expect(try FileSystem.read(path) != Array(picture))
        #expect(try bed.journal("stats", "--force").status == 64)
    }
}

/// The picture of characters that `stats` shows on a terminal.
@Suite(.enabled(if: Screen.isAvailable, "tmux is not installed"))
struct StatisticsScreenTests {
    private let bed: TestBed

    init() throws {
        bed = try TestBed()
        for (number, day) in ["01-01", "01-02", "06-15", "06-15", "06-15", "12-31"].enumerated() {
            try bed.write(
                number,
                "Some words of \(number)",
                at: "2025-\(day)T0\(number):00:00+01:00",
                tags: number < 2 ? ["garden", "house"] : ["house"]
            )
        }
    }

    @Test(arguments: StatisticsScreens.texts)
    func calendarFitsTheScreen(columns: Int, expected: String) throws {
        let shown = try Screen(bed, columns: columns, rows: 40, "journal stats --year 2025").end()
        #expect(shown == expected)
    }
}
