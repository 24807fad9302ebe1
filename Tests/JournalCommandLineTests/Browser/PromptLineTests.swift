// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct PromptLineTests {
    private static func entry(_ tags: [String]) -> EntryRecord {
        var entry = EntryEditingTests.entry
        entry.tags = tags
        return entry
    }

    private static func typed(_ text: String, _ purpose: PromptLine.Purpose) -> PromptLine {
        var line = PromptLine(purpose)
        #expect(line.handle(.control("u")) == nil)
        #expect(line.handle(.paste(text)) == nil)
        return line
    }

    private static let changes:
        [(tags: [String], text: String, added: [String], removed: [String])] = [
            (["a", "b"], "a, b", [], []), (["a", "b"], "b,a,", [], []), (["a"], "", [], ["a"]),
            (["a", "b"], "#c, b", ["c"], ["a"]), (["Garden"], "garden", [], []),
            ([], "two words, x", ["two words", "x"], []), (["a,b", "c"], "d", ["d"], ["c"]),
        ]

    @Test(arguments: changes)
    func tagsAreAddedAndRemoved(
        tags: [String],
        text: String,
        added: [String],
        removed: [String]
    ) {
        let entry = Self.entry(tags)
        let found = Self.typed(text, .tags(entry)).tagChanges(of: entry)
        #expect(found.added == added)
        #expect(found.removed == removed)
    }

    @Test func attributesBeginWithTheirValues() {
        let entry = Self.entry(["a", "b,c", "d"])
        #expect(PromptLine(.tags(entry)).text == "a, d")
        #expect(PromptLine(.notebook(entry)).text == "journal")
        #expect(PromptLine(.query).text == "")
    }

    @Test func backspaceInAnEmptyLineClosesOnlyAQuery() {
        var query = PromptLine(.query)
        #expect(query.handle(.backspace) == .cancelled)
        var tags = PromptLine(.tags(Self.entry([])))
        #expect(tags.handle(.backspace) == nil)
        #expect(tags.handle(.escape) == .cancelled)
    }

    @Test func wordsAndLinesAreEdited() {
        var line = Self.typed("first\nof  all", .query)
        #expect(line.text == "first of  all")
        #expect(line.words == "first of all")
        #expect(line.handle(.control("w")) == nil)
        #expect(line.text == "first of  ")
        #expect(line.trimmed == "first of")
        #expect(line.handle(.paste(String(repeating: "x", count: 5000))) == nil)
        #expect(line.text == "first of  ")
        #expect(line.handle(.enter) == .accepted)
        #expect(Self.typed("  ", .query).words == nil)
    }

    @Test(arguments: 1...40) func endOfALongTextIsShown(width: Int) {
        let terminal = Terminal(isInteractive: true, hasColor: false, width: width, height: 8)
        let line = Self.typed("日本語, garden", .tags(Self.entry([]))).line(terminal)
        #expect(line.hasSuffix("▏"))
        if width >= 17 {
            #expect(line.displayWidth <= width)
            #expect(line.hasSuffix(width > 20 ? "garden▏" : "n▏"), "\(line)")
        }
        #expect(line.contains("…") == (width < 28), "\(line)")
    }
}
