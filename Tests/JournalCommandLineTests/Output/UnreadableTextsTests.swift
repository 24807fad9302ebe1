// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct UnreadableTextsTests {
    private static func entry(_ number: UInt64, isUnreadable: Bool = true) -> EntryRecord {
        var entry = EntryEditingTests.entry
        entry.id = EntryID(high: number, low: 0)
        entry.isUnreadable = isUnreadable
        return entry
    }

    @Test func readableEntriesAreNoDamage() {
        var texts = UnreadableTexts()
        let isNoted = texts.note(Self.entry(1, isUnreadable: false))
        #expect(!isNoted)
        #expect(texts.message == nil)
        #expect(texts == UnreadableTexts())
    }

    @Test(arguments: [1, 2, 5, 6, 100]) func someDamagedEntriesAreNamed(count: Int) throws {
        var texts = UnreadableTexts()
        let entries = (1...UInt64(count)).map { Self.entry($0) }
        for entry in entries { texts.note(entry) }
        #expect(texts.ids == entries.map(\.id))
        let message = try #require(texts.message)
        let number = count == 1 ? "1 entry" : "\(count) entries"
        #expect(message.hasPrefix("the text of \(number) cannot be read: \(entries[0].id.text)"))
        #expect(message.filter { $0 == "," }.count == min(count, 5) - 1)
        #expect(message.hasSuffix(" and others") == (count > 5))
    }

    @Test func exportNamesWhatItLacks() throws {
        var summary = ExportSummary(entries: 1)
        #expect(summary.text == "1 entry")
        #expect(summary.damage == [])
        #expect(summary.json["unreadable"] == nil)
        #expect(summary.json["path"] == nil)
        summary.entries = 2
        summary.attachments = 1
        summary.path = "/x"
        summary.unreadable.note(Self.entry(1))
        #expect(summary.text == "2 entries, 1 attachment")
        #expect(summary.damage.count == 1)
        #expect(summary.json["unreadable"] == [.string(Self.entry(1).id.text)])
        #expect(summary.json["path"] == "/x")
        summary.attachments = 3
        #expect(summary.text == "2 entries, 3 attachments")
    }

    @Test(arguments: [
        ("183015-0a39c6e9-7107-49cf-be7c-b2ded9558a49", true), ("183015-0a39c6e9", true),
        ("183015-0a39c6", false), ("18301-0a39c6e9", false), ("18301x-0a39c6e9", false),
        ("183015", false), ("183015-note.txt-", false), ("", false), ("-", false),
    ])
    func namesOfExportedFilesAreRecognized(name: String, isName: Bool) {
        #expect(ExportFolder.isName(name) == isName)
    }
}
