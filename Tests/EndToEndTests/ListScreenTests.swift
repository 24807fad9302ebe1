// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// The lists of a terminal, compared with what the screen shows.
@Suite(.enabled(if: Screen.isAvailable, "tmux is not installed"))
struct ListScreenTests {
    private let bed: TestBed

    init() throws {
        bed = try TestBed()
        let (monday, sunday) = ("2026-11-16T18:30:00+01:00", "2026-11-15T09:05:00+01:00")
        try bed.write(1, "Planted garlic and leeks", at: monday, tags: ["garden"], starred: true)
        try bed.write(
            2,
            "Shipped 2.1, tagged and announced, and everybody went home early\nDetails follow",
            at: "2026-11-16T08:00:00+01:00",
            notebook: "work",
            tags: ["release", "team"]
        )
        try bed.write(3, "日本語のとても長い一行の文章をここに書いてみる。", at: sunday, tags: ["日本"])
    }

    @Test(arguments: [
        (
            40,
            """
            Monday, 16 November 2026
            11111111  18:30  ★ Planted gar…  #garden
            22222222  08:00  Shipped 2.1,…  work #r…

            Sunday, 15 November 2026
            33333333  09:05  日本語のとても…  #日本
            [exit 0]
            """
        ),
        (
            80,
            """
            Monday, 16 November 2026
            11111111  18:30  ★ Planted garlic and leeks  #garden
            22222222  08:00  Shipped 2.1, tagged and announced, and ev…  work #release #team

            Sunday, 15 November 2026
            33333333  09:05  日本語のとても長い一行の文章をここに書いてみる。  #日本
            [exit 0]
            """
        ),
        (
            120,
            """
            Monday, 16 November 2026
            11111111  18:30  ★ Planted garlic and leeks  #garden
            22222222  08:00  Shipped 2.1, tagged and announced, and everybody went home early …  \
            work #release #team

            Sunday, 15 November 2026
            33333333  09:05  日本語のとても長い一行の文章をここに書いてみる。  #日本
            [exit 0]
            """
        ),
    ])
    func listHasDaysAndColumns(columns: Int, expected: String) throws {
        let shown = try Screen(bed, columns: columns, rows: 24, "journal list").end()
        #expect(shown == expected)
    }

    @Test(arguments: [
        (
            40,
            """
            11111111  2026-11-16  ★ Planted garlic …
            journal: no entries found
            [exit 1]
            """
        ),
        (
            80,
            """
            11111111  2026-11-16 18:30  ★ Planted garlic and leeks  #garden
            journal: no entries found
            [exit 1]
            """
        ),
    ])
    func searchHasDays(columns: Int, expected: String) throws {
        let command = "journal search leeks; journal search snow"
        let shown = try Screen(bed, columns: columns, rows: 24, command).end()
        #expect(shown == expected)
    }

    @Test func relativeTimesHaveNoHeaders() throws {
        try bed.journal("new", "Just written")
        let command = "journal list --relative -n 1 | cut -f 4; journal list --relative -n 1"
        let shown = try Screen(bed, columns: 60, rows: 24, command).end()
        let lines = shown.split(separator: "\n")
        #expect(lines.count == 4, "\(shown)")
        #expect(lines.first == "Just written")
        #expect(lines[2].hasPrefix("journal: 1 of "), "\(shown)")
        let row = try #require(lines.dropFirst().first)
        #expect(row.dropFirst(8).hasPrefix("  just now    Just written"), "\(row)")
    }

    @Test func longListIsPagedAndTheExitStatusIsKept() throws {
        for number in 10..<60 {
            try bed.write(number, "Entry \(number)", at: "2026-11-10T12:00:\(number)+01:00")
        }
        let screen = try Screen(bed, columns: 80, rows: 12, "journal list")
        let first = try screen.wait(for: "Entry 5")
        #expect(first.hasPrefix("Monday, 16 November 2026\n11111111  18:30"), "\(first)")
        #expect(first.hasSuffix(":"), "\(first)")
        #expect(!first.contains("[exit"))
        try screen.type("G")
        try screen.wait(for: "(END)")
        try screen.type("q")
        let end = try screen.wait(for: "[exit 0]")
        #expect(end.contains("journal: 50 of 53 entries; use -n NUMBER or --all for more"))
        let failing = try Screen(bed, columns: 80, rows: 12, "journal show 1010 9999 --full")
        #expect(try failing.end().contains("[exit 64]"))
    }

    @Test func leavingThePagerEndsAListWithoutAnError() throws {
        for start in stride(from: 0, to: 3_000, by: 1_000) {
            let calls = (start..<start + 1_000).map { number in
                #"{"method":"entry.create","params":{"text":"Entry \#(number) of many"}}"#
            }
            let input =
                #"{"jsonrpc":"2.0","id":1,"method":"batch","params":{"calls":["#
                + calls.joined(separator: ",") + "]}}\n"
            #expect(try bed.journal("rpc", "--stdin", input: input).status == 0)
        }
        let screen = try Screen(bed, columns: 80, rows: 12, "journal list --all")
        try screen.wait(for: ":")
        try screen.type("q")
        let end = try screen.end()
        #expect(end.hasSuffix("[exit 0]"), "\(end)")
        #expect(!end.contains("journal:"), "\(end)")
    }

    @Test(arguments: ["--no-pager", ""]) func pagerIsOptional(option: String) throws {
        bed.environment["PAGER"] = "sed s/^/paged:/"
        for number in 10..<30 {
            try bed.write(number, "Entry \(number)", at: "2026-11-10T12:00:\(number)+01:00")
        }
        let screen = try Screen(bed, columns: 80, rows: 30, "journal list \(option)")
        #expect(try !screen.end().contains("paged:"))
        let small = try Screen(bed, columns: 80, rows: 12, "journal list \(option)")
        #expect(try small.end().contains("paged:") == option.isEmpty)
        #expect(try !bed.journal("list").output.contains("paged:"))
        for command in ["journal list \(option) --help", "journal help list \(option)"] {
            let help = try Screen(bed, columns: 80, rows: 12, command)
            #expect(try help.end().contains("paged:") == option.isEmpty)
        }
    }
}
