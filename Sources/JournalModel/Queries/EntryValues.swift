// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
internal import SwiftData

/// The values of an entry from which statistics are computed, without a model.
package struct EntryValues: Sendable {
    /// The identity.
    package let uuid: UUID
    /// The text.
    package let text: String
    /// The creation time.
    package let createdAt: Date
    /// The author's offset from UTC in minutes, positive to the east.
    package let offsetMinutes: Int
    /// The local date of the author, as yyyy-mm-dd.
    package let localDay: String
    /// The names of the tags.
    package private(set) var tags: [String] = []

    private static var attributes: [PartialKeyPath<Entry>] {
        [\.uuid, \.text, \.createdAt, \.offsetMinutes, \.localDay]
    }

    private init(_ row: FetchedRow) {
        uuid = row.value(at: 0)
        text = row.value(at: 1)
        createdAt = row.value(at: 2)
        offsetMinutes = row.value(at: 3)
        localDay = row.value(at: 4)
    }

    /// Creates the values of a model.
    package init(_ entry: Entry) {
        uuid = entry.uuid
        text = entry.text
        createdAt = entry.createdAt
        offsetMinutes = entry.offsetMinutes
        localDay = entry.localDay
        tags = entry.tags.map(\.readableName)
    }

    /// Fetches the values of entries, in the order of the descriptor.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    static func fetch(
        _ descriptor: FetchDescriptor<Entry>,
        in context: ModelContext
    ) throws -> [EntryValues] {
        let rows = try context.fetchRows(
            descriptor,
            reading: attributes,
            withTexts: \.name,
            by: \.tags,
            EntryValues.init
        )
        // The models have other names of tags that are damaged.
        guard let rows, !rows.contains(where: { $0.texts.contains("") }) else {
            var descriptor = descriptor
            descriptor.relationshipKeyPathsForPrefetching = [\.tags]
            return try context.fetch(descriptor).map(EntryValues.init)
        }
        return rows.map { row in
            var values = row.row
            values.tags = row.texts
            return values
        }
    }
}
