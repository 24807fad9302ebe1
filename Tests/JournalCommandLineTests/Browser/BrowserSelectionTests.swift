// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct BrowserSelectionTests {
    private static func entry(_ text: String) -> EntryRecord {
        EntryRecord(
            id: .random(),
            text: text,
            createdAt: .epoch,
            zone: "UTC",
            localDay: Timestamp.epoch.day,
            modifiedAt: .epoch,
            starred: false,
            revision: 1,
            notebook: .init(id: "n", name: "work"),
            tags: []
        )
    }

    private let entries = ["a", "b", "c"].map(Self.entry)

    /// A list that is shown, with the second entry selected.
    private func selection() -> BrowserSelection {
        var selection = BrowserSelection()
        _ = selection.update(entries, selectsSought: true)
        selection.select(1)
        return selection
    }

    @Test(arguments: [(-5, 0), (0, 0), (2, 2), (10, 2)])
    func selectionStaysInTheList(index: Int, expected: Int) {
        var selection = selection()
        selection.select(index)
        #expect(selection.index == expected)
    }

    @Test func emptyListHasNoSelection() {
        var selection = BrowserSelection()
        selection.select(3)
        #expect(selection.index == 0)
        #expect(selection.entry == nil)
    }

    @Test func entryStaysSelectedWhenOthersArrive() {
        var selection = selection()
        let isSame = selection.update([Self.entry("new")] + entries, selectsSought: true)
        #expect(isSame)
        #expect(selection.index == 2)
        #expect(selection.entry?.id == entries[1].id)
    }

    @Test func entryThatLeavesIsLostUntilTheNextSelection() {
        var selection = selection()
        let isSame = selection.update([entries[0], entries[2]], selectsSought: true)
        #expect(!isSame)
        #expect(selection.hasLostSelection)
        #expect(selection.entry?.id == entries[2].id)
        selection.select(selection.index)
        #expect(!selection.hasLostSelection)
    }

    @Test func deletedEntryIsNotLost() {
        var selection = selection()
        selection.deleted = entries[1].id
        let isSame = selection.update([entries[0], entries[2]], selectsSought: true)
        #expect(!isSame)
        #expect(!selection.hasLostSelection)
    }

    @Test func anotherListLosesNothing() {
        var selection = selection()
        selection.isNew = true
        let isSame = selection.update([Self.entry("other")], selectsSought: true)
        #expect(!isSame)
        #expect(!selection.hasLostSelection)
        #expect(selection.index == 0)
    }

    @Test func soughtEntryIsSelectedOnceListed() {
        var selection = selection()
        let new = Self.entry("new")
        selection.sought = new.id
        _ = selection.update(entries, selectsSought: true)
        #expect(selection.entry?.id == entries[1].id)
        _ = selection.update([new] + entries, selectsSought: true)
        #expect(selection.entry?.id == new.id)
        #expect(selection.sought == nil)
    }

    @Test func ownChangeIsShownUntilTheListHasIt() {
        var selection = selection()
        var changed = entries[1]
        changed.text = "changed"
        changed.revision = 2
        selection.wrote(changed)
        #expect(selection.entry?.text == "changed")
        _ = selection.update(entries, selectsSought: true)
        #expect(selection.entry?.text == "changed")
        var newer = changed
        newer.text = "newer"
        newer.revision = 3
        _ = selection.update([entries[0], newer, entries[2]], selectsSought: true)
        #expect(selection.entry?.text == "newer")
    }
}
