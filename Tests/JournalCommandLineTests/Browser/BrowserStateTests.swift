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
        let keys: [Key?] = [
            nil, .down, .character("/"), .escape, .character("t"), .enter, .character("m"), .escape,
            .up, .character("?"), .escape, .enter,
        ]
        for key in keys {
            if let key, case .read? = state.handle(key) { state.read() }
            let lines = state.lines(text: nil, fault: nil, terminal: terminal, now: .epoch)
                .map(Terminal.withoutEmphasis)
            #expect(lines.count == 12)
            for line in lines { #expect(line.displayWidth <= width, "\(line)") }
            let isList = state.mode != .reading && state.overlay != .keys
            #expect(lines.contains { $0.first == ">" } == isList, "\(lines)")
        }
        #expect(state.mode == .reading)
    }

    private static func state(_ rows: [ListedEntry]) -> BrowserState {
        var state = BrowserState()
        state.update(rows)
        return state
    }

    @Test(arguments: [false, true]) func actionsAreForTheEntryThatIsShown(isReading: Bool) throws {
        let rows = [
            Self.row("One", [], starred: false), Self.row("Two", ["a", "b"], starred: true),
        ]
        var state = Self.state(rows)
        #expect(state.handle(.down) == nil)
        if isReading { state.read() }
        let entry = try #require(rows[1].entry)
        #expect(state.handle(.character("e")) == .edit(entry))
        #expect(state.handle(.character("d")) == .delete(entry))
        #expect(state.handle(.delete) == .delete(entry))
        #expect(state.handle(.character("s")) == .star(entry))
        #expect(state.handle(.character("u")) == .undo)
        #expect(state.handle(.character("n")) == .write)
        #expect(state.handle(.character("t")) == nil)
        for key in [.control("w"), .control("w"), .character("b"), .paste(", c")] as [Key] {
            #expect(state.handle(key) == nil)
        }
        #expect(state.handle(.enter) == .tag(entry, added: ["c"], removed: ["a"]))
        #expect(state.handle(.character("m")) == nil)
        #expect(state.handle(.character("2")) == nil)
        #expect(state.handle(.enter) == .move(entry, notebook: "work2"))
        #expect(state.mode == (isReading ? .reading : .list))
    }

    @Test func textThatIsTypedIsForTheEntryForWhichItWasBegun() throws {
        let rows = [Self.row("One", [], starred: false), Self.row("Two", [], starred: false)]
        var state = Self.state(rows)
        let entry = try #require(rows[0].entry)
        #expect(state.handle(.character("m")) == nil)
        // Another program moves the entry to the trash.
        state.update([rows[1]])
        #expect(state.selection == rows[1].entry)
        #expect(state.handle(.paste("s")) == nil)
        #expect(state.handle(.enter) == .move(entry, notebook: "works"))
    }

    @Test(arguments: ["e", "d", "s", "t", "m"])
    func keyForAnEntryThatHasLeftTheListIsNotForItsNeighbour(key: Character) throws {
        let rows = ["One", "Two", "Three"].map { Self.row($0, [], starred: false) }
        let neighbour = try #require(rows[1].entry)
        var state = Self.state(rows)
        state.update(Array(rows[1...]))
        #expect(state.handle(.character(key)) == nil)
        #expect(state.overlay == nil)
        #expect(state.message?.contains("left the list") == true)
        #expect(state.handle(.character("s")) == .star(neighbour))
        // Once the user has selected an entry, keys are for it.
        state.update([rows[2]])
        #expect(state.handle(.down) == nil)
        #expect(state.handle(.character("s")) == rows[2].entry.map(BrowserState.Request.star))
    }

    @Test func entriesAreDeletedOneAfterTheOther() throws {
        let rows = ["One", "Two"].map { Self.row($0, [], starred: false) }
        var state = Self.state(rows)
        #expect(state.handle(.character("d")) == rows[0].entry.map(BrowserState.Request.delete))
        state.update([rows[1]])
        #expect(state.handle(.character("d")) == rows[1].entry.map(BrowserState.Request.delete))
    }

    @Test func newListHasAnotherSelection() throws {
        let rows = ["One", "Two"].map { Self.row($0, [], starred: false) }
        var state = Self.state([rows[0]])
        state.query = "two"
        state.update([rows[1]])
        #expect(state.handle(.character("s")) == rows[1].entry.map(BrowserState.Request.star))
    }

    /// The next key can arrive before the notification of the change.
    @Test func starThatWasJustSetIsRemovedByTheNextKey() throws {
        let row = Self.row("One", [], starred: false)
        var starred = try #require(row.entry)
        starred.starred = true
        starred.revision = 2
        var state = Self.state([row])
        #expect(state.handle(.character("s")) == row.entry.map(BrowserState.Request.star))
        state.wrote(starred)
        #expect(state.handle(.character("s")) == .star(starred))
        state.update([row])
        #expect(state.handle(.character("s")) == .star(starred))
        // Later changes of others are shown.
        var later = starred
        (later.starred, later.revision) = (false, 3)
        state.update([ListedEntry(id: row.id, revision: 3, entry: later)])
        #expect(state.handle(.character("s")) == .star(later))
        state.update([row])
        #expect(state.handle(.character("s")) == row.entry.map(BrowserState.Request.star))
    }

    @Test(arguments: ["e", "d", "s", "t", "m"]) func emptyListHasNoActions(key: Character) {
        var state = BrowserState()
        #expect(state.handle(.character(key)) == nil)
        #expect(state.overlay == nil)
        #expect(state.handle(.enter) == nil)
        #expect(state.handle(.character("u")) == .undo)
    }

    private static let unchanged: [(first: Character, rest: [Key])] = [
        ("t", [.enter]), ("t", [.paste("x"), .escape]), ("m", [.enter]),
        ("m", [.control("u"), .enter]), ("m", [.control("u"), .paste(" "), .enter]),
        ("?", [.character("d")]), ("/", [.escape]),
    ]

    @Test(arguments: unchanged)
    func textWithoutAChangeAsksForNothing(first: Character, rest: [Key]) {
        var state = Self.state([Self.row("One", ["a"], starred: false)])
        #expect(state.handle(.character(first)) == nil)
        #expect(state.overlay != nil)
        for key in rest { #expect(state.handle(key) == nil) }
        #expect(state.overlay == nil)
    }

    @Test func restoredEntryIsSelectedOnceItIsListed() {
        let rows = ["One", "Two", "Three"].map { Self.row($0, [], starred: false) }
        var state = Self.state([rows[0], rows[2]])
        state.seek(rows[1].entry?.id)
        state.update([rows[0], rows[2]])
        #expect(state.list.index == 0)
        state.update(rows)
        #expect(state.list.index == 1)
        state.seek(rows[2].entry?.id)
        #expect(state.handle(.up) == nil)
        state.update(rows)
        #expect(state.list.index == 0)
    }

    @Test func keysAreListedAndScrolled() {
        let terminal = Terminal(isInteractive: true, hasColor: false, width: 80, height: 8)
        var state = Self.state([Self.row("One", [], starred: false)])
        #expect(state.handle(.character("?")) == nil)
        var shown: Set<String> = []
        for _ in 0..<3 {
            let lines = state.lines(text: nil, fault: nil, terminal: terminal, now: .epoch)
            #expect(lines.first == "journal: keys")
            shown.formUnion(lines)
            #expect(state.handle(.pageDown) == nil)
        }
        #expect(shown.isSuperset(of: BrowserKeys.lines))
        #expect(state.handle(.character("q")) == nil)
        #expect(state.overlay == nil)
        #expect(BrowserKeys.lines.allSatisfy { $0.displayWidth <= 60 })
    }
}
