// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct BrowserStateTests {
    private static let id = "613131d4-744f-4c1e-9a51-1d6a3f0e8b12"
    private static let cases: [(message: String, advice: String?, shown: String)] = [
        (
            "entry \(id) was changed in the meantime; nothing was written",
            "--- current text\nTo be: journal\n---\nYour text was saved: /s/conflicts/\(id)-2.md\n"
                + "To merge the two: journal drafts use \(id)-2",
            "entry 613131d4 was changed in the meantime; saved: journal drafts use 613131d4"
        ),
        (
            "the journal is locked", "Unlock it: journal unlock",
            "the journal is locked"
        ),
        (
            "no daemon is running",
            "The text was saved: /s/a.md\n"
                + "To deliver it later: journal new --deliver",
            "no daemon is running; saved: journal new --deliver"
        ),
        (
            "the editor (vi) failed", "Your text could not be saved: the disk is full",
            "the editor (vi) failed; Your text could not be saved: the disk is full"
        ),
        ("there is no entry \(id)-x", nil, "there is no entry 613131d4"),
    ]

    @Test(arguments: cases)
    func failureFitsTheLastLine(message: String, advice: String?, shown: String) {
        var state = BrowserState()
        state.show(ClientError(.usage, message, advice: advice))
        #expect(state.message == shown)
    }

    @Test func conflictFitsEightyColumns() {
        #expect(Self.cases[0].shown.count < 80)
    }

    private static func row(_ text: String, _ tags: [String], starred: Bool) -> ListedEntry {
        let time = Timestamp("2026-11-22T08:00:00+01:00") ?? .epoch
        let entry = EntryRecord(
            id: .random(),
            text: text,
            createdAt: time,
            zone: "Europe/Berlin",
            localDay: time.day,
            modifiedAt: time,
            starred: starred,
            revision: 1,
            notebook: .init(id: "n", name: "work"),
            tags: tags
        )
        return ListedEntry(id: entry.id.text, revision: 1, entry: entry)
    }

    @Test(arguments: 1...40) func everyLineFitsTheTerminal(width: Int) {
        let terminal = Terminal(isInteractive: true, hasColor: true, width: width, height: 12)
        var state = BrowserState()
        state.update([
            Self.row("Seagulls over the harbour\n\tand\tships", ["sea"], starred: true),
            Self.row("日本語のとても長い文章です。", ["日本", "garden"], starred: false),
        ])
        for key in [nil, Key.down, .character("/"), .escape, .up, .enter] {
            if let key, state.handle(key) == .read { state.read() }
            let lines = state.lines(text: nil, fault: nil, terminal: terminal, now: .epoch)
                .map(Terminal.withoutEmphasis)
            #expect(lines.count == 12)
            for line in lines { #expect(line.displayWidth <= width, "\(line)") }
            let isList = state.mode != .reading
            #expect(lines.contains { $0.first == ">" } == isList, "\(lines)")
        }
        #expect(state.mode == .reading)
    }
}
