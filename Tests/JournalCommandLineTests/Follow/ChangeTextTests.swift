// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

/// The lines of `watch`.
struct ChangeTextTests {
    private static let id = "8c5f0f2e-0000-4000-8000-00000000abcd"
    private static let cursor = Cursor(epoch: "5b1d", revision: 7)

    private static func lines(
        _ items: [ChangeItem],
        isInteractive: Bool = false,
        format: CommandContext.Format = .text
    ) -> [String] {
        let terminal = Terminal(isInteractive: isInteractive, hasColor: false, width: 60)
        let from = Cursor(epoch: "5b1d", revision: 6)
        return ChangeText(terminal: terminal, format: format).lines(
            .changes(Changes(subscription: 1, from: from, to: cursor, items: items))
        )
    }

    @Test func namesOfNotebooksAndTagsAreShown() {
        let items = [
            ChangeItem(operation: .create, kind: .notebook, id: "n", revision: 7, name: "a\u{7}b"),
            ChangeItem(operation: .delete, kind: .tag, id: "t", revision: 7),
        ]
        #expect(Self.lines(items) == ["create\tnotebook\ta\u{7}b", "delete\ttag\tt"])
        #expect(
            Self.lines(items, isInteractive: true)
                == ["create  notebook  a\u{2407}b", "delete  tag  t"]
        )
    }

    @Test func entryWithoutItsTextHasAnId() {
        let item = ChangeItem(operation: .update, kind: .entry, id: Self.id, revision: 7)
        #expect(Self.lines([item]) == ["update\t\(Self.id)"])
        #expect(Self.lines([item], isInteractive: true) == ["update  8c5f0f2e"])
    }

    @Test func entryFitsTheTerminal() throws {
        var entry = EntryEditingTests.entry
        entry.text = String(repeating: "long ", count: 50)
        let item = ChangeItem(
            operation: .update,
            kind: .entry,
            id: entry.id.text,
            revision: 7,
            entry: entry
        )
        let line = try #require(Self.lines([item], isInteractive: true).first)
        #expect(line.hasPrefix("update  " + entry.id.text.prefix(8)))
        #expect(line.displayWidth <= 60)
        #expect(try #require(Self.lines([item]).first).contains(entry.text.dropLast()))
    }

    @Test(arguments: [CommandContext.Format.json, .jsonLines])
    func programsGetTheNotification(format: CommandContext.Format) throws {
        let item = ChangeItem(operation: .update, kind: .entry, id: Self.id, revision: 7)
        let line = try #require(Self.lines([item], format: format).first)
        let json = try JSON.parse(Array(line.utf8))
        #expect(json["to"] == "5b1d.7")
        #expect(try Changes(json: json).items == [item])
        #expect(Self.lines([], format: format).count == 1)
        #expect(Self.lines([]).isEmpty)
    }

    @Test func missedChangesAreReported() {
        let pipe = Terminal(isInteractive: false, hasColor: false)
        let text = ChangeText(terminal: pipe, format: .text)
        #expect(
            text.lines(.reset(Self.cursor)) == [
                "reset: changes were missed; read the journal again"
            ]
        )
        #expect(text.lines(.subscribed(Self.cursor)) == [])
        let json = ChangeText(terminal: pipe, format: .jsonLines)
        #expect(json.lines(.reset(Self.cursor)) == [#"{"reset":true,"to":"5b1d.7"}"#])
    }
}
