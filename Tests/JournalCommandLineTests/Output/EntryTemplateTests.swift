// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct EntryTemplateTests {
    private static let time = Timestamp("2026-11-20T10:15:00+01:00") ?? .epoch
    private static let entry = EntryRecord(
        id: EntryID(high: 0x8c5f_0f2e_0000_4000, low: 0x8000_0000_0000_abcd),
        text: "\nFirst \u{1B} line\nsecond, of 東京",
        createdAt: time,
        zone: "Europe/Berlin",
        localDay: time.day,
        modifiedAt: time,
        starred: true,
        revision: 7,
        notebook: .init(id: "n", name: "work"),
        tags: ["a", "b c"],
        conflicts: 1
    )

    private func text(_ template: String, isTerminal: Bool = false) throws -> String {
        try EntryTemplate(template).text(
            Self.entry,
            now: Timestamp("2026-11-22T10:15:00+01:00") ?? .epoch,
            terminal: Terminal(isInteractive: isTerminal, hasColor: false)
        )
    }

    @Test(arguments: [
        ("{short} {date} {time}", "8c5f0f2e 2026-11-20 10:15"),
        ("{id}", "8c5f0f2e-0000-4000-8000-00000000abcd"),
        ("{notebook}: {tags}{star}", "work: #a #b c★"),
        ("{conflict:1}{star}", "≠★"),
        ("{weekday}, {zone}", "Friday, Europe/Berlin"),
        ("{title}", "First \u{1B} line"), ("{text}", "\nFirst \u{1B} line\nsecond, of 東京"),
        ("{created} {modified}", "2026-11-20T10:15:00+01:00 2026-11-20T10:15:00+01:00"),
        ("{age} {words} {rev}", "2 d ago 6 7"), ("[{short:4}] [{notebook:6}]", "[8c5…] [work  ]"),
        (#"a\tb\nc\\d\{e\}"#, "a\tb\nc\\d{e}"), ("", ""), ("no fields", "no fields"),
    ])
    func fieldsAndEscapesAreReplaced(template: String, expected: String) throws {
        #expect(try text(template) == expected)
    }

    @Test(arguments: [
        ("{titel}", "there is no field {titel}"), ("a {title", "\"{title\" has no \"}\""),
        (#"\x"#, #""\x" is no escape"#), (#"a\"#, "is no escape"),
        ("{title:x}", "\"x\" is no width"), ("{title:0}", "\"0\" is no width"),
    ])
    func invalidTemplatesAreNamed(template: String, fault: String) {
        let error = #expect(throws: ClientError.self) { try EntryTemplate(template) }
        #expect(error?.message.contains(fault) == true, "\(String(describing: error))")
        #expect(error?.exitStatus == ExitStatus.usage)
        #expect(error?.advice?.contains("snippet") == true)
    }

    @Test func valuesContainNoControlCharactersOnATerminal() throws {
        #expect(try text("{title}", isTerminal: true) == "First ␛ line")
    }

    @Test(arguments: [
        ("", 0), ("one", 1), ("- milk", 1), ("don't  well-known\n2.1", 3), ("東京 tower", 3),
        ("é è", 2), ("— … !", 0), ("naïve\u{A0}x", 2),
    ])
    func wordsAreCounted(text: String, count: Int) {
        #expect(WordCount.of(text) == count)
    }
}
