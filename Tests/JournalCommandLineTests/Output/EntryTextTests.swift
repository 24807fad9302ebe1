// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct EntryTextTests {
    private static let entry = EntryRecord(
        id: EntryID("8c5f0f2e-0000-4000-8000-00000000abcd") ?? .random(),
        text: "\n  \nFirst\tline \u{1B}[31mredder and more\nsecond",
        createdAt: time,
        zone: "Europe/Berlin",
        localDay: time.day,
        modifiedAt: time,
        starred: true,
        revision: 1,
        notebook: .init(id: "n", name: "work"),
        tags: ["a"]
    )
    private static let time = Timestamp("2026-11-21T10:15:00+01:00") ?? .epoch
    private static let pipe = Terminal(isInteractive: false, hasColor: false)
    private static let plain = Terminal(isInteractive: true, hasColor: false, width: 60)
    private static let color = Terminal(isInteractive: true, hasColor: true, width: 80)

    @Test func pipeGetsWholeIdsAndTabs() {
        #expect(
            EntryText(terminal: Self.pipe).line(Self.entry)
                == "8c5f0f2e-0000-4000-8000-00000000abcd\t2026-11-21T10:15:00+01:00\twork\t"
                + "First line \u{1B}[31mredder and more …\t★\t#a"
        )
    }

    @Test func pipeWithColorGetsTheSameFields() {
        var terminal = Self.pipe
        terminal.hasColor = true
        let line = EntryText(terminal: terminal).line(Self.entry)
        #expect(
            line == "\u{1B}[33m8c5f0f2e-0000-4000-8000-00000000abcd\u{1B}[0m\t"
                + "\u{1B}[2m2026-11-21T10:15:00+01:00\u{1B}[0m\twork\t"
                // What the text contains does not reach the terminal behind the pipe.
                + "First line ␛[31mredder and more …\t★\t\u{1B}[36m#a\u{1B}[0m"
        )
        let fields = EntryText(terminal: Self.pipe).line(Self.entry).split(separator: "\t").count
        #expect(line.split(separator: "\t").count == fields)
        let match = EntryMatch(entry: Self.entry, snippet: "a \u{2}b\u{3} c", score: 1)
        let found = EntryText(terminal: terminal).line(match)
        #expect(found.contains("\ta \u{1B}[1mb\u{1B}[0m c\t"))
    }

    @Test func terminalGetsColumnsAndNoControlCharacters() {
        #expect(
            EntryText(terminal: Self.plain).line(Self.entry)
                == "8c5f0f2e  2026-11-21 10:15  ★ First line ␛[31mredd…  work #a"
        )
    }

    @Test func conflictsAreMarkedBehindTheStar() {
        var entry = Self.entry
        entry.conflicts = 2
        let pipe = EntryText(terminal: Self.pipe)
        #expect(pipe.line(entry).hasSuffix("\t★≠\t#a"))
        let plain = EntryText(terminal: Self.plain)
        #expect(
            plain.line(entry) == "8c5f0f2e  2026-11-21 10:15  ★ ≠ First line ␛[31mre…  work #a"
        )
        #expect(plain.full(entry).contains("#a  ★  ≠ 2 conflicts"))
        entry.starred = false
        #expect(pipe.line(entry).hasSuffix("\t≠\t#a"))
    }

    @Test(arguments: [
        ("", "", false), (" \n\t", "", false), ("a", "a", false), ("a\n \n", "a", false),
        ("\u{2028}\u{A0}\r\n a\tb \r\nc", " a b ", true), ("a\u{85}b", "a", true),
        ("a\u{B}b", "a", true), ("a\u{C}", "a", false), ("a\u{2029}é", "a", true),
        ("Â…\u{2026}€ \u{301}", "Â…\u{2026}€ \u{301}", false), ("\n\u{301}a", "\u{301}a", false),
    ])
    func firstLineIsTheFirstThatIsNotBlank(text: String, line: String, hasMore: Bool) {
        #expect(EntryText.firstLine(text) == line)
        #expect(EntryText.hasMoreLines(text) == hasMore)
    }

    @Test func pipeGetsTheTextAlone() {
        #expect(EntryText(terminal: Self.pipe).full(Self.entry) == Self.entry.text)
        let full = EntryText(terminal: Self.plain).full(Self.entry)
        #expect(full.contains("2026-11-21 10:15 Europe/Berlin  work  #a  ★"))
        #expect(!full.contains("\u{1B}"))
    }

    @Test func controlCharactersStayInThePipe() {
        var entry = Self.entry
        entry.text = "a\u{2}b\u{3}c"
        #expect(EntryText(terminal: Self.pipe).line(entry).contains("\ta\u{2}b\u{3}c\t"))
        #expect(EntryText.unmarked(entry.text) == "abc")
        #expect(EntryText.unmarked("é") == "é")
    }

    @Test func namesAreSanitizedOnATerminal() {
        var entry = Self.entry
        entry.notebook.name = "w\u{9B}2Jork"
        entry.tags = ["\u{1B}]0;title\u{7}"]
        entry.zone = "\u{1B}c"
        var wide = Self.plain
        wide.width = 100
        let text = EntryText(terminal: wide)
        for shown in [text.line(entry), text.full(entry)] {
            #expect(!shown.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
            #expect(shown.contains("␛]0;title␇"))
        }
        let change = ChangeItem(
            operation: .create,
            kind: .tag,
            id: "t",
            revision: 1,
            name: "\u{1B}c"
        )
        let changes = Changes(
            subscription: 1,
            from: Cursor(epoch: "e", revision: 0),
            to: Cursor(epoch: "e", revision: 1),
            items: [change]
        )
        let lines = ChangeText(terminal: Self.plain, format: .text).lines(.changes(changes))
        #expect(lines == ["create  tag  ␛c"])
        var table = Table()
        table.add("\u{1B}c", "1")
        table.add("ab", "2")
        #expect(table.lines(for: Self.plain) == ["␛c  1", "ab  2"])
    }

    @Test func matchesAreBoldAndMarksAreRemoved() {
        let match = EntryMatch(
            entry: Self.entry,
            snippet: "a \u{2}b\u{3} c \u{2}d\u{3}",
            score: 1
        )
        #expect(EntryText(terminal: Self.pipe).line(match).hasSuffix("\ta b c d\t★\t#a"))
        let line = EntryText(terminal: Self.color).line(match)
        #expect(line.contains("a \u{1B}[1mb\u{1B}[0m c \u{1B}[1md\u{1B}[0m"))
        #expect(!line.contains("\u{2}"))
    }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
        ("日本語", 4, "日…"), ("e\u{301}a", 2, "e\u{301}a"), ("ab", 0, ""), ("👍🏽x", 3, "👍🏽x"),
    ])
    func textIsShortenedToColumns(text: String, width: Int, fitted: String) {
        #expect(text.fitted(to: width) == fitted)
        #expect(text.fitted(to: width).displayWidth <= width)
    }

    @Test func tableIsAlignedOnATerminalOnly() {
        var table = Table()
        table.add("日本", "1")
        table.add("journal", "12")
        #expect(table.lines(for: Self.plain) == ["日本     1", "journal  12"])
        #expect(table.lines(for: Self.pipe) == ["日本\t1", "journal\t12"])
    }

    @Test func lastColumnFitsTheTerminal() {
        var table = Table()
        table.add("1", "tag rename", "a very long text of many words")
        table.add("10", "new", "short")
        var terminal = Self.plain
        terminal.width = 40
        #expect(
            table.fittedLines(for: terminal) == [
                "1   tag rename  a very long text of man…", "10  new         short",
            ]
        )
        terminal.width = 30
        #expect(
            table.fittedLines(for: terminal) == [
                "1   tag rename", "    a very long text of many …", "10  new         short",
            ]
        )
        #expect(table.fittedLines(for: Self.pipe)[1] == "10\tnew\tshort")
    }

    @Test(
        arguments: [
            ([:], true, .auto, true), ([:], false, .auto, false), ([:], false, .always, true),
            ([:], true, .never, false), (["NO_COLOR": "1"], true, .auto, false),
            (["NO_COLOR": ""], true, .auto, true), (["TERM": "dumb"], true, .auto, false),
        ] as [([String: String], Bool, Terminal.ColorChoice, Bool)]
    )
    func colorFollowsTheOptionAndTheVariables(
        variables: [String: String],
        interactive: Bool,
        choice: Terminal.ColorChoice,
        color: Bool
    ) {
        #expect(
            Terminal.usesColor(Environment(variables), choice: choice, interactive: interactive)
                == color
        )
    }

    @Test(arguments: [
        (0, "0 s"), (59, "59 s"), (3600, "1 h"), (3661, "1 h 1 min"), (93_784, "1 d 2 h"),
    ])
    func uptimeHasTwoUnits(seconds: Int, text: String) {
        #expect(StatusText.uptime(seconds: seconds) == text)
    }
}
