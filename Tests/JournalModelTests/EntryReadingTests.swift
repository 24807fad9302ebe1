// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import SwiftData
import Testing

/// The reading of all entries of a selection in batches.
struct EntryReadingTests {
    private let context: ModelContext

    init() throws {
        context = ModelContext(try JournalContainer.inMemory())
        // All of one instant, so that batches end between them.
        let moment = ZonedInstant(
            milliseconds: 0,
            offsetMinutes: 0,
            zone: "UTC",
            localDay: "1970-01-01"
        )
        for number in 0..<23 {
            let entry = Entry(
                uuid: UUID(),
                text: number.isMultiple(of: 2) ? "rain \(number)" : "snow \(number)",
                moment: moment,
                modifiedAt: moment.date,
                starred: number.isMultiple(of: 3),
                revision: 1
            )
            context.insert(entry)
        }
        try context.save()
    }

    private static func tests() throws -> [(EntryTest?, Int)] {
        let rain = EntryTest.text(try FullTextQuery("rain"))
        return [
            (nil, 23), (rain, 12), (.not(rain), 11), (.any([rain, .starred(true)]), 16),
            (.text(try FullTextQuery("nothing")), 0),
        ]
    }

    @Test(arguments: [1, 4, 12, 100]) func eachEntryIsPassedOnce(batchLength: Int) throws {
        for (test, count) in try Self.tests() {
            var selection = EntrySelection()
            if let test { selection.narrow(by: test) }
            let expected = try context.fetch(FetchDescriptor(predicate: selection.predicate))
                .map(\.uuid)
            var read: [UUID] = []
            try EntryReading(selection).forEach(in: context, batchLength: batchLength) {
                read.append($0.uuid)
            }
            #expect(read.count == count)
            #expect(Set(read) == Set(expected))
            #expect(Set(read).count == read.count)
        }
    }
}
