// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import JournalModel

/// The tests of search queries, which the store and a subscription evaluate.
struct EntryTestTests {
    private static func words(_ text: String) throws -> EntryTest {
        .text(try FullTextQuery(text))
    }

    private static let attributes = FilterAttributes(
        notebook: UUID(high: 1, low: 2),
        notebookKey: "work",
        tagKeys: ["home", "garden"],
        createdAt: JournalFixture.date(day: 3),
        localDay: "1970-01-03",
        starred: true,
        isTrashed: false,
        text: "rain"
    )

    private static func takes(_ test: EntryTest) -> Bool {
        test.takes(attributes) { _, text in text == "rain" }
    }

    @Test func everyAttributeIsTested() throws {
        let day = { EntrySelection.Bound.day($0, utcStart: .distantPast) }
        let passed: [EntryTest] = [
            try Self.words("rain"), .tag(.init(unknown: "Home")), .starred(true),
            .notebook(.init(unknown: "WORK")), .since(day("1970-01-03")),
            .until(day("1970-01-03")), .since(.instant(JournalFixture.date(day: 3))),
            .until(.instant(JournalFixture.date(day: 3, milliseconds: 1))), .all([]),
            .not(.starred(false)), .any([.starred(false), .starred(true)]),
        ]
        for test in passed {
            #expect(Self.takes(test), "\(test)")
            #expect(!Self.takes(.not(test)), "\(test)")
        }
        let refused: [EntryTest] = [
            .tag(.init(unknown: "house")), .notebook(.init(unknown: "play")), .starred(false),
            .since(day("1970-01-04")), .until(day("1970-01-02")),
            .since(.instant(JournalFixture.date(day: 3, milliseconds: 1))),
            .until(.instant(JournalFixture.date(day: 3))), .any([]),
            .all([.starred(true), .starred(false)]),
        ]
        for test in refused { #expect(!Self.takes(test), "\(test)") }
        #expect(Self.takes(.all(passed)))
        #expect(!Self.takes(.any(refused)))
    }

    @Test func conjunctionsAreFlattened() throws {
        let (first, second) = (EntryTest.starred(true), EntryTest.tag(.init(unknown: "a")))
        let nested = EntryTest.all([first, .all([.all([]), second]), .any([first, second])])
        #expect(nested.conjuncts == [first, second, .any([first, second])])
        #expect(first.conjuncts == [first])
        #expect(nested.leaves == [first, second, first, second])
    }

    @Test func wordsAreFoundInEveryOperator() throws {
        let words = try Self.words("rain")
        for test in [words, .not(words), .all([.starred(true), words]), .any([.not(words)])] {
            #expect(test.comparesText)
        }
        #expect(!EntryTest.all([.starred(true), .any([])]).comparesText)
    }

    /// A query that finds every entry which passes a test narrows the search, unless an entry could
    /// pass for another reason.
    @Test func wordsThatEveryMatchHasAreRequired() throws {
        let (rain, snow) = (try Self.words("rain"), try Self.words("snow"))
        let starred = EntryTest.starred(true)
        #expect(rain.requiredWords("rain") == (try FullTextQuery("rain")))
        #expect(EntryTest.all([starred, rain]).requiredWords("rain") != nil)
        #expect(EntryTest.any([rain, snow]).requiredWords("rain snow") != nil)
        #expect(EntryTest.any([rain, starred]).requiredWords("rain") == nil)
        #expect(EntryTest.not(rain).requiredWords("rain") == nil)
        #expect(starred.requiredWords("") == nil)
        #expect(EntryTest.all([starred]).requiredWords("") == nil)
        #expect(EntryTest.any([.all([rain, snow]), .not(snow)]).queries.count == 2)
    }

    @Test func contradictionsAreNoticed() throws {
        var selection = EntrySelection()
        selection.narrow(by: .starred(true))
        selection.narrow(by: .starred(true))
        selection.narrow(by: .notebook(.init(unknown: "a")))
        selection.narrow(by: .notebook(.init(unknown: "A")))
        selection.narrow(by: .tag(.init(unknown: "x")))
        selection.narrow(by: .tag(.init(unknown: "X")))
        #expect(!selection.isContradictory)
        #expect(selection.tags.count == 1)
        var other = selection
        other.narrow(by: .starred(false))
        #expect(other.isContradictory)
        selection.narrow(by: .notebook(.init(unknown: "b")))
        #expect(selection.isContradictory)
        #expect(!selection.takes(Self.attributes))
    }

    @Test func selectionKnowsItsNames() throws {
        var selection = EntrySelection()
        #expect(!selection.dependsOnPlace)
        #expect(!selection.hasDateBounds)
        selection.narrow(by: .any([.tag(.init(unknown: "Home")), .not(try Self.words("rain"))]))
        #expect(selection.names(tagKey: "home"))
        #expect(!selection.names(tagKey: "work"))
        #expect(selection.namesTags)
        #expect(selection.dependsOnPlace)
        #expect(!selection.namesNotebooks)
        selection.narrow(by: .not(.notebook(.init(unknown: "Work"))))
        #expect(selection.names(notebookKey: "work"))
        #expect(selection.namesNotebooks)
        #expect(selection.textTests.count == 1)
        #expect(selection.withoutTextTests.tests.count == 1)
        selection.narrow(by: .any([.since(.instant(.distantPast))]))
        #expect(selection.hasDateBounds)
    }

    @Test func choicesOfOneNotebookAreTheSame() throws {
        let journal = try JournalFixture()
        let notebook = try journal.insertNotebook("Work")
        try journal.context.save()
        let named = EntrySelection.NotebookChoice(notebook, calledBy: "WORK")
        let identified = EntrySelection.NotebookChoice(notebook, calledBy: notebook.uuid.uuidString)
        #expect(named.isCalledByName)
        #expect(!identified.isCalledByName)
        let work = EntrySelection.NotebookChoice(unknown: "work")
        let known = EntrySelection.NotebookChoice(unknown: notebook.uuid.uuidString.lowercased())
        for (first, second, isSame) in [
            (named, identified, true), (named, work, true), (identified, work, false),
            (identified, known, true),
        ] {
            #expect(first.isSame(as: second) == isSame)
        }
        #expect(named.isSame(as: nil) == false)
    }

    /// A selection outlives the objects that its names meant when it was created.
    @Test func namesAreResolvedAgain() throws {
        let journal = try JournalFixture()
        var selection = EntrySelection()
        selection.notebook = .init(unknown: "work")
        selection.tags = [.init(unknown: "home")]
        selection.narrow(by: .not(.tag(.init(unknown: "done"))))
        func count() throws -> Int {
            try journal.context.fetchCount(FetchDescriptor(predicate: selection.predicate))
        }
        let entry = journal.insertEntry("a")
        entry.notebook = try journal.insertNotebook("Work")
        entry.tags = [try journal.insertTag("Home")]
        try journal.context.save()
        #expect(try count() == 0)
        try selection.resolve(in: journal.context)
        #expect(try count() == 1)
        entry.tags.append(try journal.insertTag("done"))
        try journal.context.save()
        try selection.resolve(in: journal.context)
        #expect(try count() == 0)
    }
}
