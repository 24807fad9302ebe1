// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import SwiftData
import Testing

/// A store with entries that cover every combination of the criteria.
private struct Sample {
    let container: ModelContainer
    let context: ModelContext
    let notebooks: [Notebook]
    let tags: [JournalModel.Tag]

    init() throws {
        container = try JournalContainer.inMemory()
        context = ModelContext(container)
        notebooks = try ["a", "b"].map {
            Notebook(uuid: UUID(), name: try Name($0, .notebook), revision: 1)
        }
        tags = try ["x", "y"].map {
            JournalModel.Tag(uuid: UUID(), name: try Name($0, .tag), revision: 1)
        }
        for model in notebooks { context.insert(model) }
        for model in tags { context.insert(model) }
        for number in 0..<48 { context.insert(entry(number)) }
        try context.save()
    }

    private func entry(_ number: Int) -> Entry {
        let day = 1 + number % 4
        let offset = [0, 840, -600][number % 3]
        let local = Int64(day * 24 + 23) * 3_600_000
        let entry = Entry(
            uuid: UUID(),
            text: "entry \(number)",
            moment: ZonedInstant(
                milliseconds: local - Int64(offset) * 60_000,
                offsetMinutes: offset,
                zone: "UTC",
                localDay: "1970-01-0\(day + 1)"
            ),
            modifiedAt: Date(milliseconds: 0),
            starred: number % 5 == 0,
            revision: number
        )
        entry.notebook = notebooks[number % 2]
        entry.tags = tags.enumerated().filter { number >> ($0.offset + 2) & 1 == 1 }.map(\.element)
        if number % 7 == 0 { entry.setTrashTime(Date(milliseconds: 1)) }
        return entry
    }

    /// Returns a choice of a notebook by name for even numbers, by UUID for odd ones.
    private func choice(_ number: Int) -> EntrySelection.NotebookChoice {
        let notebook = notebooks[number % 3 - 1]
        let isNamed = number % 2 == 0
        return .init(notebook, calledBy: isNamed ? notebook.name : notebook.uuid.uuidString)
    }

    func selections() throws -> [EntrySelection] {
        let days = ["1970-01-02", "1970-01-03", "1970-01-04"]
        var selections: [EntrySelection] = []
        for number in 0..<216 {
            var selection = EntrySelection()
            if number % 3 > 0 { selection.notebook = choice(number) }
            if number / 3 % 2 == 1 { selection.tags = [try .init(tags[0], in: context)] }
            if number / 6 % 3 == 1 { selection.tags.append(try .init(tags[1], in: context)) }
            if number % 12 == 11 { selection.tags.append(.init(unknown: "z")) }
            selection.starred = [nil, true, false][number / 6 % 3]
            selection.trashed = number / 18 % 2 == 1
            if number / 36 % 2 == 1 {
                let index = number % 3
                let start = Date(milliseconds: Int64(index + 1) * 86_400_000)
                selection.since = .day(days[index], utcStart: start)
            }
            if number / 72 == 1 { selection.until = .instant(Date(milliseconds: 300_000_000)) }
            if number / 72 == 2 {
                let start = Date(milliseconds: 2 * 86_400_000)
                selection.until = .day(days[1], utcStart: start)
            }
            selections.append(selection)
            // A second bound on each side, before and after the first one.
            for milliseconds: Int64 in [100_000_000, 200_000_000, 300_000_000] {
                var narrowed = selection
                narrowed.narrow(since: .instant(Date(milliseconds: 90_000_000)))
                narrowed.narrow(since: .instant(Date(milliseconds: milliseconds)))
                narrowed.narrow(until: .instant(Date(milliseconds: 400_000_000)))
                narrowed.narrow(until: .instant(Date(milliseconds: milliseconds + 90_000_000)))
                selections.append(narrowed)
            }
        }
        return selections
    }
}

@Suite struct EntryQueryTests {
    @Test func predicateMatchesTheSameEntriesAsSelection() throws {
        let sample = try Sample()
        let entries = try sample.context.fetch(FetchDescriptor<Entry>())
        #expect(entries.count == 48)
        var found = 0
        for selection in try sample.selections() {
            let descriptor = FetchDescriptor(predicate: selection.predicate)
            let fetched = Set(try sample.context.fetch(descriptor).map(\.uuid))
            let taken = Set(
                entries.filter { selection.takes(FilterAttributes(of: $0)) }.map(\.uuid)
            )
            #expect(fetched == taken)
            found += taken.count
        }
        #expect(found > 216)
    }

    @Test(arguments: [EntryListing.Order.newest, .oldest])
    func pagesConcatenateToTheListing(_ order: EntryListing.Order) throws {
        let sample = try Sample()
        for selection in try sample.selections().enumerated().filter({ $0.offset % 31 == 0 }) {
            let whole = EntryListing(selection.element, order: order, limit: 1000)
            let expected = try whole.fetch(in: sample.context).map(\.uuid)
            var position: EntryListing.Position?
            var joined: [UUID] = []
            repeat {
                let listing = EntryListing(
                    selection.element,
                    order: order,
                    limit: 3,
                    after: position
                )
                let page = try listing.fetch(in: sample.context)
                position = page.last.map { EntryListing.Position(of: $0) }
                joined += page.map(\.uuid)
            } while position != nil
            #expect(joined == expected)
        }
    }

    @Test func entryIsFoundByPrefix() throws {
        let sample = try Sample()
        for entry in try sample.context.fetch(FetchDescriptor<Entry>()) {
            let id = entry.uuid.uuidString.lowercased()
            for text in [id, String(id.prefix(12)), id.filter { $0 != "-" }] {
                let lookup = try #require(EntryLookup(text))
                #expect(try lookup.entry(in: sample.context).uuid == entry.uuid)
            }
        }
        #expect(EntryLookup("xyz") == nil)
        #expect(EntryLookup(String(repeating: "0", count: 33)) == nil)
    }

    @Test func ambiguousPrefixReportsCandidates() throws {
        let sample = try Sample()
        let everything = try #require(EntryLookup(""))
        let error = #expect(throws: JournalError.self) { try everything.entry(in: sample.context) }
        guard case .entryAmbiguous(let candidates) = error?.code else {
            Issue.record("the prefix should be ambiguous")
            return
        }
        #expect(candidates.count == EntryLookup.maximumCandidateCount)
    }

    @Test func nameLookupIgnoresCase() throws {
        let sample = try Sample()
        let notebook = try NameLookup.notebook(" A ", in: sample.context)
        #expect(notebook?.uuid == sample.notebooks[0].uuid)
        let id = sample.notebooks[1].uuid.uuidString.lowercased()
        #expect(try NameLookup.notebook(id, in: sample.context)?.name == "b")
        #expect(try NameLookup.tag("Y", in: sample.context)?.uuid == sample.tags[1].uuid)
        #expect(try NameLookup.tag("z", in: sample.context) == nil)
    }
}
