// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import SwiftData
import Testing

/// Counts of the entries outside the trash that have a tag.
struct TaggedEntryCountsTests {
    private let context: ModelContext
    private let roof: JournalModel.Tag
    private let empty: JournalModel.Tag

    /// Creates a tag with 2,100 entries, 3 of them in the trash, and a tag without entries.
    init() throws {
        context = ModelContext(try JournalContainer.inMemory())
        roof = JournalModel.Tag(uuid: UUID(), name: try Name("roof", .tag), revision: 1)
        empty = JournalModel.Tag(uuid: UUID(), name: try Name("empty", .tag), revision: 1)
        context.insert(roof)
        context.insert(empty)
        let moment = ZonedInstant(
            milliseconds: 0,
            offsetMinutes: 0,
            zone: "UTC",
            localDay: "1970-01-01"
        )
        for number in 0..<2_100 {
            let date = Date(milliseconds: 0)
            let entry = Entry(
                uuid: UUID(),
                text: "\(number)",
                moment: moment,
                modifiedAt: date,
                starred: number == 0,
                revision: 1
            )
            context.insert(entry)
            entry.tags = [roof]
            if number < 3 { entry.setTrashTime(date) }
        }
        try context.save()
    }

    @Test func entriesInTheTrashAreNotCounted() throws {
        let counts = try TaggedEntryCounts(of: context)
        #expect(try counts.count(of: roof) == 2_097)
        #expect(try counts.count(of: empty) == 0)
        #expect(try TaggedEntryCounts.count(of: roof, in: context) == 2_097)
        #expect(try TaggedEntryCounts.count(of: empty, in: context) == 0)
    }

    @Test func selectionOfAFrequentTagIsCounted() throws {
        var selection = EntrySelection()
        selection.tags = [try EntrySelection.TagChoice(roof, in: context)]
        #expect(try selection.count(in: context) == 2_097)
        selection.trashed = true
        #expect(try selection.count(in: context) == 3)
        selection.starred = true
        #expect(try selection.count(in: context) == 1)
        selection.tags.append(try EntrySelection.TagChoice(empty, in: context))
        #expect(try selection.count(in: context) == 0)
    }

    @Test func unsavedChangesAreCounted() throws {
        let entry = try #require(try context.fetch(FetchDescriptor<Entry>()).last)
        entry.setTrashTime(Date(milliseconds: 0))
        #expect(try TaggedEntryCounts(of: context).count(of: roof) == 2_096)
        #expect(try TaggedEntryCounts.count(of: roof, in: context) == 2_096)
    }
}
