// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// What lists select, and the forms in which they print it.
struct ListCommandTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func texts(_ arguments: String...) throws -> [String] {
        try bed.start(["list", "--format", "{title}"] + arguments).wait().lines
    }

    @Test func mistypedOptionIsNamedBeforeItsValue() throws {
        let mistyped = try bed.journal("list", "--notebok", "work")
        #expect(mistyped.status == 64)
        #expect(mistyped.errors.contains("'--notebook'"), "\(mistyped.errors)")
        let date = try bed.journal("list", "yesterday")
        #expect(date.status == 64)
        #expect(date.errors.contains("journal list --on \"yesterday\""), "\(date.errors)")
    }

    @Test func formatHasFieldsAndEscapes() throws {
        try bed.write(
            7,
            "First line\nsecond line",
            at: "2026-11-20T10:15:00+01:00",
            notebook: "work",
            tags: ["a", "b"],
            starred: true
        )
        let template = #"{short}\t{date} {time} {notebook} {star}{tags} {title:6}|{words}\n--"#
        let expected = "77777777\t2026-11-20 10:15 work ★#a #b First…|4\n--\n"
        #expect(try bed.journal("list", "--format", template).output == expected)
        #expect(try bed.journal("show", "7777", "--format", template).output == expected)
        #expect(try bed.journal("search", "second", "--format", template).output == expected)
        let snippet = try bed.journal("search", "second", "--format", "{snippet}")
        #expect(snippet.output == "First line second line\n")
        #expect(
            try bed.journal("show", "7777", "--format", "{text}").output
                == "First line\nsecond line\n"
        )
    }

    @Test(arguments: [["list"], ["search", "x"], ["show", "7777"]])
    func unknownFieldIsNamed(command: [String]) throws {
        let result = try bed.start(command + ["--format", "{titel}"]).wait()
        #expect(result.status == 64)
        #expect(result.errors.contains("there is no field {titel}"), "\(result.errors)")
        #expect(result.errors.contains("notebook, tags"), "\(result.errors)")
        let both = try bed.start(command + ["--format", "{id}", "--json"]).wait()
        #expect(both.status == 64)
    }

    @Test func emptyListSaysWhy() throws {
        try bed.journal("new", "An entry", "-t", "known")
        let nothing = try bed.journal("list", "--starred")
        #expect(nothing.output == "")
        #expect(nothing.errors == "journal: no entries found\n")
        let unknown = try bed.journal("list", "-t", "nosuch,Known,other")
        #expect(unknown.status == 0)
        #expect(
            unknown.errors
                == "journal: no entries found: there are no tags \"nosuch\", \"other\"\n"
        )
        #expect(try bed.journal("list", "-t", "nosuch", "--json").errors == "")
    }

    @Test func entriesOfADayOfTheYearAreListed() throws {
        let days = [
            "2019-11-20", "2024-11-20", "2024-11-21", "2026-11-20", "2024-02-29", "2024-02-28",
            "2025-02-28", "2020-02-29",
        ]
        for (number, day) in days.enumerated() {
            try bed.write(number, day, at: "\(day)T12:00:00+01:00")
        }
        #expect(
            try texts("--on-this-day", "20 nov")
                == ["2026-11-20", "2024-11-20", "2019-11-20"]
        )
        #expect(
            try texts("--on-this-day", "2026-11-20", "--oldest", "-n", "2")
                == ["2019-11-20", "2024-11-20"]
        )
        #expect(try texts("--on-this-day", "2024-02-29") == ["2024-02-29", "2020-02-29"])
        #expect(
            try texts("--on-this-day", "2025-02-28")
                == ["2025-02-28", "2024-02-29", "2024-02-28", "2020-02-29"]
        )
        #expect(try texts("--on-this-day", "2024-02-28") == ["2025-02-28", "2024-02-28"])
        #expect(try texts("--on-this-day", "1 jan").isEmpty)
        let json = try JSON.parse(bed.journal("list", "--on-this-day", "20 nov", "--json").line)
        #expect(
            json["entries"]?.elements.map { $0["text"]?.stringValue }
                == ["2026-11-20", "2024-11-20", "2019-11-20"]
        )
    }

    @Test func yearDayFindsTheLocalDaysOfOtherZones() throws {
        try bed.write(1, "Berlin", at: "2025-01-01T00:30:00+01:00")
        try bed.write(2, "Los Angeles", at: "2024-12-31T23:30:00-08:00")
        #expect(try texts("--on-this-day", "1 jan") == ["Berlin"])
        #expect(try texts("--on-this-day", "1 jan", "--oldest") == ["Berlin"])
        #expect(try texts("--on-this-day", "31 dec") == ["Los Angeles"])
        #expect(try texts("--on-this-day", "31 dec", "--oldest") == ["Los Angeles"])
    }

    @Test func todayIsTheDefaultDay() throws {
        try bed.journal("new", "now")
        try bed.journal("new", "--at", "3d", "before")
        #expect(try texts("--on-this-day") == ["now"])
    }

    @Test(arguments: [
        ["2026-11-20"], ["--on-this-day", "--since", "today"], ["--on-this-day", "last week"],
        ["--on-this-day", "soon"], ["--random", "--all"], ["--random", "-n", "1001"],
        ["--format", "{id}", "--full"],
    ])
    func contradictionsAreUsageErrors(arguments: [String]) throws {
        let result = try bed.start(["list"] + arguments).wait()
        #expect(result.status == 64, "\(arguments): \(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test func randomEntriesMatchTheFilter() throws {
        for number in 0..<6 {
            let tags = number < 4 ? ["in"] : []
            try bed.write(number, "\(number)", at: "2026-11-20T10:15:00+01:00", tags: tags)
        }
        #expect(try texts("--random").count == 1)
        let three = try texts("--random", "-n", "3", "-t", "in")
        #expect(Set(three).count == 3)
        #expect(Set(three).isSubset(of: ["0", "1", "2", "3"]))
        #expect(Set(try texts("--random", "-n", "9")).count == 6)
        let json = try JSON.parse(bed.journal("list", "--random", "--json").line)
        #expect(json["entries"]?.elements.count == 1)
    }
}
