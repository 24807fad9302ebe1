// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import SwiftData
import Testing

struct EntryLookupTests {
    private static let id = UUID(high: 0x8C5F_0F2E_0000_4000, low: 0x8000_0000_0000_ABCD)

    @Test(arguments: [
        "8c5f0f2e-0000-4000-8000-00000000abcd", "8C5F0F2E00004000800000000000ABCD", "8c5f", "",
        "8c5f0f2e-", "8-c-5",
    ])
    func textsOfHexadecimalDigitsArePrefixes(text: String) throws {
        let lookup = try #require(EntryLookup(text))
        #expect(lookup.canMatch([Self.id]))
        #expect(!lookup.canMatch([]))
    }

    @Test(arguments: ["8g", "8c5f ", "é", "８", String(repeating: "a", count: 33), "8c5f\n"])
    func otherTextsAreNoPrefixes(text: String) {
        #expect(EntryLookup(text) == nil)
    }

    @Test func wholeIdentityMatchesNoOther() throws {
        let lookup = try #require(EntryLookup(Self.id.uuidString))
        #expect(!lookup.canMatch([UUID()]))
        let prefix = try #require(EntryLookup("8c5f"))
        #expect(prefix.canMatch([UUID()]), "a shorter one may match any")
    }

    @Test func missingEntryIsNamedAsItWasGiven() throws {
        let journal = try JournalFixture()
        for text in ["8C5F", Self.id.uuidString] {
            let lookup = try #require(EntryLookup(text))
            let error = #expect(throws: JournalError.self) {
                try lookup.entry(in: journal.context)
            }
            #expect(error?.code == .entryNotFound)
            #expect(error?.description == "entry \(text) does not exist")
        }
    }

    @Test func unsavedEntriesAreFoundOnRequest() throws {
        let journal = try JournalFixture()
        let entry = journal.insertEntry("new", id: Self.id)
        let lookup = try #require(EntryLookup("8c5f"))
        #expect(try lookup.entry(in: journal.context) === entry)
        #expect(throws: JournalError.self) {
            try lookup.entry(in: journal.context, includingUnsaved: false)
        }
        try journal.context.save()
        #expect(try lookup.entry(in: journal.context, includingUnsaved: false) === entry)
    }

    @Test func entriesThatExistAreFoundByTheirIdentities() throws {
        let journal = try JournalFixture()
        let ids = [Self.id, UUID(), UUID()]
        for id in ids { journal.insertEntry("a", id: id) }
        try journal.context.save()
        let found = try EntryLookup.existing([ids[2], UUID(), ids[0]], in: journal.context)
        #expect(Set(found) == [ids[0], ids[2]])
        #expect(try EntryLookup.existing([], in: journal.context) == [])
    }
}

struct NameLookupTests {
    private let journal: JournalFixture

    init() throws { journal = try JournalFixture() }

    @Test func nameHasPriorityOverAnIdentity() throws {
        let first = try journal.insertNotebook("first")
        let second = try journal.insertNotebook(first.uuid.uuidString)
        try journal.context.save()
        let found = try NameLookup.notebook(first.uuid.uuidString.lowercased(), in: journal.context)
        #expect(found === second)
        #expect(try NameLookup.notebook(uuid: first.uuid, in: journal.context) === first)
    }

    @Test func equalNamesInAnotherFormAreFound() throws {
        let notebook = try journal.insertNotebook("Caf\u{E9}")
        let tag = try journal.insertTag("Größe")
        try journal.context.save()
        let context = journal.context
        #expect(try NameLookup.notebook(" CAFE\u{301}\n", in: context) === notebook)
        #expect(try NameLookup.notebook(named: Name("café", .notebook), in: context) === notebook)
        #expect(try NameLookup.tag("GRÖSSE", in: context) == nil)
        #expect(try NameLookup.tag("grö\u{DF}e", in: context) === tag)
        #expect(try NameLookup.tag(uuid: tag.uuid, in: context) === tag)
        #expect(try NameLookup.tag(uuid: UUID(), in: context) == nil)
    }

    @Test func objectsAreFoundByTheirIdentifiers() throws {
        let notebooks = try ["a", "b", "c"].map { try journal.insertNotebook($0) }
        let tags = try ["x", "y"].map { try journal.insertTag($0) }
        try journal.context.save()
        let some = try NameLookup.notebooks(
            notebooks.dropFirst().map(\.persistentModelID),
            in: journal.context
        )
        #expect(Set(some.map(\.name)) == ["b", "c"])
        let tag = try NameLookup.tags([tags[0].persistentModelID], in: journal.context)
        #expect(tag.map(\.name) == ["x"])
        #expect(try NameLookup.tags([], in: journal.context).isEmpty)
    }

    @Test func aNotebookIsCreatedWithAnIdentity() throws {
        let identity = Notebook.defaultIdentity
        try JournalContainer.ensureNotebook("journal", as: identity, in: journal.container)
        let notebooks = try journal.context.fetch(FetchDescriptor<Notebook>())
        #expect(notebooks.map(\.uuid) == [identity])
        // Of equal notebooks, the one with the smallest identity stays.
        #expect(identity.halves.high < UUID.random().halves.high)
    }

    @Test func missingNotebookIsCreatedOnce() throws {
        try JournalContainer.ensureNotebook("Journal", in: journal.container)
        try JournalContainer.ensureNotebook("journal", in: journal.container)
        let notebooks = try journal.context.fetch(FetchDescriptor<Notebook>())
        #expect(notebooks.map(\.name) == ["Journal"])
        #expect(throws: JournalError.self) {
            try JournalContainer.ensureNotebook("a\nb", in: journal.container)
        }
    }
}
