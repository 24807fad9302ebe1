// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import SwiftData
import Testing

/// Queries on a tag's entries that do not load them.
@Suite struct RelatedEntriesTests {
    private let context: ModelContext
    private let tag: JournalModel.Tag

    init() throws {
        context = ModelContext(try JournalContainer.inMemory())
        tag = JournalModel.Tag(uuid: UUID(), name: try Name("t", .tag), revision: 1)
        context.insert(tag)
        for number in 0..<5 { insert(number) }
        try context.save()
    }

    private func insert(_ number: Int) {
        let entry = Entry(
            uuid: UUID(),
            text: "\(number)",
            moment: ZonedInstant(
                milliseconds: 0,
                offsetMinutes: 0,
                zone: "UTC",
                localDay: "1970-01-01"
            ),
            modifiedAt: Date(milliseconds: 0),
            starred: number % 2 == 0,
            revision: 1
        )
        if number > 0 { entry.tags = [tag] }
        context.insert(entry)
    }

    @Test func relatedEntriesAreCounted() throws {
        #expect(try context.fetchCount(\.entries, of: tag) == 4)
        let starred = #Predicate<Entry> { $0.starred }
        #expect(try context.fetchCount(\.entries, of: tag, where: starred) == 2)
    }

    @Test func identifiersOfRelatedEntriesAreLimited() throws {
        let all = try context.identifiersRelated(to: tag, by: \.entries, limit: 10)
        #expect(Set(all) == Set(tag.entries.map(\.persistentModelID)))
        #expect(try context.identifiersRelated(to: tag, by: \.entries, limit: 3).count == 3)
    }

    @Test func unsavedEntriesAreCounted() throws {
        insert(8)
        tag.entries.first?.starred.toggle()
        #expect(try context.fetchCount(\.entries, of: tag) == 5)
    }

    @Test func modelWithoutContextThrows() throws {
        let other = JournalModel.Tag(uuid: UUID(), name: try Name("u", .tag), revision: 1)
        #expect(throws: SwiftDataError.self) {
            try context.fetchCount(\.entries, of: other)
        }
    }
}
