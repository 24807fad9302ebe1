// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import JournalModel

/// Random selections among more entries than are read as a whole.
struct EntrySampleTests {
    private static let count = EntrySample.maximumReadCount * 3
    private let context: ModelContext

    init() throws {
        context = ModelContext(try JournalContainer.inMemory())
        let moment = ZonedInstant(
            milliseconds: 0,
            offsetMinutes: 0,
            zone: "UTC",
            localDay: "1970-01-01"
        )
        for number in 0..<Self.count {
            let entry = Entry(
                uuid: UUID(),
                text: "\(number)",
                moment: moment,
                modifiedAt: moment.date,
                starred: number.isMultiple(of: 2),
                revision: 1
            )
            context.insert(entry)
            if number.isMultiple(of: 3) { entry.setTrashTime(moment.date) }
        }
        try context.save()
    }

    private func sample(_ selection: EntrySelection, _ count: Int) throws -> [Entry] {
        var generator = SystemRandomNumberGenerator()
        let sample = EntrySample(selection, count: count)
        let identifiers = try sample.identifiers(in: context, using: &generator)
        return try EntrySelection.entries(identifiers, inOrderIn: context)
    }

    @Test func entriesMatchAndDiffer() throws {
        var selection = EntrySelection()
        for starred in [nil, true, false] {
            selection.starred = starred
            let entries = try sample(selection, 50)
            #expect(Set(entries.map(\.uuid)).count == 50)
            #expect(entries.allSatisfy { $0.trashedAt == nil })
            #expect(entries.allSatisfy { starred == nil || $0.starred == starred })
        }
        selection.trashed = true
        #expect(try sample(selection, 3).allSatisfy { $0.trashedAt != nil })
    }

    @Test func everyEntryIsPicked() throws {
        var seen: Set<UUID> = []
        for _ in 0..<60 {
            for entry in try sample(EntrySelection(), 120) { seen.insert(entry.uuid) }
        }
        // Each of the 1,024 entries is left out with a probability below 0.001.
        #expect(seen.count > 1_000)
    }

    @Test func walkUsesTheIndexOfIdentities() throws {
        var selection = EntrySelection()
        selection.starred = true
        let plan = try context.explain(
            EntrySample(selection, count: 1).walk(from: UUID(), limit: 9)
        )
        let steps = plan.steps.map(\.detail)
        #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
        #expect(steps.contains { $0.hasPrefix("SEARCH") && $0.contains("uuid>?") }, "\(steps)")
    }
}
