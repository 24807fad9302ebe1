// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct EntryRowsTests {
    private static let now = Timestamp("2026-11-22T09:00:00+01:00") ?? .epoch

    private static func terminal(_ width: Int) -> Terminal {
        Terminal(isInteractive: true, hasColor: false, width: width)
    }

    private static func entry(_ time: String, _ text: String, tags: [String] = []) -> EntryRecord {
        let time = Timestamp(time) ?? .epoch
        return EntryRecord(
            id: EntryID("8c5f0f2e-0000-4000-8000-00000000abcd") ?? .epoch,
            text: text,
            createdAt: time,
            zone: "Europe/Berlin",
            localDay: time.day,
            modifiedAt: time,
            starred: text.hasPrefix("Star"),
            revision: 1,
            notebook: .init(id: "n", name: "journal"),
            tags: tags
        )
    }

    @Test func daysHaveHeaders() {
        var rows = EntryRows(terminal: Self.terminal(60), now: Self.now)
        let lines = [
            Self.entry("2026-11-22T08:00:00+01:00", "Stars\nand more", tags: ["sky"]),
            Self.entry("2026-11-21T23:59:00+01:00", "Late"),
            Self.entry("2026-11-20T12:00:00+01:00", "Noon"),
            Self.entry("2026-11-20T11:00:00+01:00", "Before noon"),
        ].flatMap { rows.lines($0) }
        #expect(
            lines == [
                "Today, Sunday, 22 November 2026", "8c5f0f2e  08:00  ★ Stars …  #sky", "",
                "Yesterday, Saturday, 21 November 2026", "8c5f0f2e  23:59  Late", "",
                "Friday, 20 November 2026", "8c5f0f2e  12:00  Noon",
                "8c5f0f2e  11:00  Before noon",
            ]
        )
    }

    @Test(arguments: Array(1...40) + [80, 120]) func rowsFitTheTerminal(width: Int) {
        var rows = EntryRows(terminal: Self.terminal(width), now: Self.now)
        let texts = ["日本語のとても長い文章です。", "Plain words that go on and on, "].map {
            String(repeating: $0, count: 10)
        }
        for text in texts {
            let entry = Self.entry("2026-09-30T10:00:00Z", text, tags: ["garden", "日本", "house"])
            for line in rows.lines(entry) { #expect(line.displayWidth <= width, "\(line)") }
            let line = EntryText(terminal: Self.terminal(width)).line(entry)
            #expect(line.displayWidth <= width, "\(line)")
            #expect(line.contains("…"))
        }
    }

    @Test(arguments: [
        (30, "8c5f0f2e  08:00  Seagulls ove…"), (25, "8c5f0f2e  08:00  Seagull…"),
        (24, "8c5f0f2e  Seagulls over…"), (18, "8c5f0f2e  Seagull…"), (17, "Seagulls over th…"),
        (3, "Se…"),
    ])
    func narrowRowKeepsTheTextRatherThanTheTimeAndTheId(width: Int, expected: String) {
        var rows = EntryRows(terminal: Self.terminal(width), now: Self.now)
        let lines = rows.lines(
            Self.entry("2026-11-22T08:00:00+01:00", "Seagulls over the harbour")
        )
        #expect(lines.last == expected)
    }

    @Test func relativeTimesReplaceHeaders() {
        var rows = EntryRows(terminal: Self.terminal(60), now: Self.now, isRelative: true)
        let lines = rows.lines(Self.entry("2026-11-22T08:15:00+01:00", "Up"))
        #expect(lines == ["8c5f0f2e  45 min ago  Up"])
    }

    @Test(arguments: [
        ("2026-11-22T08:59:30+01:00", "just now"), ("2026-11-22T08:59:00+01:00", "1 min ago"),
        ("2026-11-22T06:59:00+01:00", "2 h ago"), ("2026-11-15T09:00:00+01:00", "7 d ago"),
        ("2026-11-08T09:00:00+01:00", "2 wk ago"), ("2026-10-20T09:00:00+01:00", "1 mo ago"),
        ("2025-11-20T09:00:00+01:00", "1 y ago"), ("2026-11-22T09:30:00+01:00", "in 30 min"),
    ])
    func ageHasOneUnit(time: String, text: String) {
        #expect(Age.text(of: Timestamp(time) ?? .epoch, at: Self.now) == text)
        #expect(text.displayWidth <= Age.width)
    }

    @Test(arguments: [
        (5, 3, 20, 5, 3), (15, 3, 20, 15, 3), (30, 5, 20, 13, 5), (30, 30, 20, 12, 6),
        (30, 30, 16, 16, 0), (30, 0, 20, 20, 0), (30, 30, 4, 4, 0),
        (3, 6, 11, 3, 6), (3, 3, 0, 0, 0), (3, 3, -5, 0, 0),
    ])
    func columnsAreShared(text: Int, tail: Int, room: Int, ownText: Int, ownTail: Int) {
        let columns = RowColumns(text: text, tail: tail, room: room)
        #expect(columns.text == ownText)
        #expect(columns.tail == ownTail)
    }
}

extension EntryID {
    fileprivate static let epoch = EntryID(high: 0, low: 0)
}
