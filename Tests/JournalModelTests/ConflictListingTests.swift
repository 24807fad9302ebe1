// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import JournalModel

/// The conflicts of a journal of three entries: none of the first, one of the second, two of the
/// third, each beside a version without a conflict.
struct ConflictListingTests {
    private let fixture: JournalFixture
    private let entries: [Entry]
    private var context: ModelContext { fixture.context }

    init() throws {
        fixture = try JournalFixture()
        entries = (0..<3).map { [fixture] in fixture.insertEntry("\($0)") }
        for (count, entry) in entries.enumerated() {
            for number in 0...count {
                let time = Int64(10 * count + number)
                let text = EarlierText(
                    text: "\(count) \(number)",
                    replacedAt: JournalFixture.date(day: 1, milliseconds: time)
                )
                text.isConflict = number > 0
                text.entry = entry
                fixture.context.insert(text)
            }
        }
        try fixture.context.save()
    }

    @Test func conflictsAreListedNewestFirst() throws {
        let all = try ConflictListing().fetch(in: context, limit: 2)
        #expect(all.map(\.text) == ["2 2", "2 1"])
        #expect(try ConflictListing().count(in: context) == 3)
    }

    @Test func conflictsOfOneEntryAreListed() throws {
        #expect(try entries.map { try ConflictListing(of: $0).count(in: context) } == [0, 1, 2])
        let texts = try ConflictListing(of: entries[2]).fetch(in: context, limit: 9)
        #expect(texts.map(\.text) == ["2 2", "2 1"])
    }

    @Test func conflictsAreCountedForAPageOfEntries() throws {
        let fresh = ModelContext(fixture.container)
        let page = try fresh.fetch(FetchDescriptor<Entry>())
        let counts = try ConflictCounts(of: page, in: fresh)
        let numbers = Dictionary(uniqueKeysWithValues: page.map { ($0.text, counts[$0]) })
        #expect(numbers == ["0": 0, "1": 1, "2": 2])
        #expect(try ConflictListing.hasConflicts(in: fresh))
    }

    @Test func whatIsSettledButNotSavedDoesNotCount() throws {
        for text in try ConflictListing().fetch(in: context, limit: 2) { text.isConflict = false }
        let counts = try ConflictCounts(of: entries, in: context)
        #expect(entries.map { counts[$0] } == [0, 1, 0])
        try context.save()
        for text in try ConflictListing().fetch(in: context, limit: 9) { text.isConflict = false }
        try context.save()
        #expect(try !ConflictListing.hasConflicts(in: context))
        #expect(try entries.map { try ConflictCounts(of: [$0], in: context)[$0] } == [0, 0, 0])
    }

    @Test func everyQuerySearchesAnIndex() throws {
        let identifiers = entries.map { Optional($0.persistentModelID) }
        for (descriptor, columns) in [
            (ConflictListing().descriptor, "(isConflict=?"),
            (ConflictListing(of: entries[2]).descriptor, "(entry=?"),
            (ConflictCounts.descriptor(identifiers), "(entry=?"),
        ] {
            let steps = try context.explain(descriptor).steps.map(\.detail)
            #expect(steps.contains { $0.contains(columns) }, "\(steps)")
            #expect(!steps.contains { $0.hasPrefix("SCAN") }, "\(steps)")
            guard !descriptor.sortBy.isEmpty else { continue }
            #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
        }
    }
}
