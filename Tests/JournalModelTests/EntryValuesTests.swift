// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import JournalModel

/// Values of entries that are read without models.
struct EntryValuesTests {
    private static let count = 10
    private let context: ModelContext
    private let identifiers: [PersistentIdentifier]

    init() throws {
        let container = try JournalContainer.inMemory()
        let writer = ModelContext(container)
        let tags = try ["work", "home"].map { name in
            Tag(uuid: UUID(), name: try Name(name, .tag), revision: 1)
        }
        for tag in tags { writer.insert(tag) }
        let entries = (0..<Self.count).map { number in
            let entry = Entry(
                uuid: UUID(),
                text: "text \(number)",
                moment: ZonedInstant(
                    milliseconds: Int64(number / 2),
                    offsetMinutes: number,
                    zone: "UTC",
                    localDay: "1970-01-0\(number)"
                ),
                modifiedAt: Date(milliseconds: 0),
                starred: false,
                revision: 1
            )
            writer.insert(entry)
            entry.tags = Array(tags.prefix(number % 3))
            return entry
        }
        try writer.save()
        identifiers = entries.map(\.persistentModelID)
        context = ModelContext(container)
    }

    private func values() throws -> [EntryValues] {
        var values: [EntryValues] = []
        try EntryReading(EntrySelection()).forEach(in: context, batchLength: 4) {
            values.append($0)
        }
        return values
    }

    private func expect(_ values: [EntryValues], equal entries: [Entry]) {
        #expect(values.map(\.uuid) == entries.map(\.uuid))
        #expect(values.map(\.text) == entries.map(\.text))
        #expect(values.map(\.createdAt) == entries.map(\.createdAt))
        #expect(values.map(\.offsetMinutes) == entries.map(\.offsetMinutes))
        #expect(values.map(\.localDay) == entries.map(\.localDay))
        #expect(values.map { $0.tags.sorted() } == entries.map { $0.tags.map(\.name).sorted() })
    }

    private func entries() throws -> [Entry] {
        try EntryListing(order: .oldest, limit: 2 * Self.count).fetch(in: context)
    }

    @Test func valuesAreReadWithoutModels() throws {
        let values = try values()
        for identifier in identifiers {
            let model: Entry? = context.registeredModel(for: identifier)
            #expect(model == nil)
        }
        #expect(values.count == Self.count)
        expect(values, equal: try entries())
    }

    @Test func unsavedValuesAreRead() throws {
        let entries = try entries()
        entries[1].text = "changed"
        entries[2].tags = []
        context.delete(entries[3])
        expect(try values(), equal: entries.filter { !$0.isDeleted })
    }
}
