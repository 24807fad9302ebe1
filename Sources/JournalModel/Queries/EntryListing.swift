// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// A query for one page of entries, ordered by creation time.
package struct EntryListing: Sendable {
    /// The sort order, by creation time.
    package enum Order: Sendable {
        case newest
        case oldest
    }

    /// A position in a listing, identified by the sort key of an entry.
    ///
    /// Unlike an offset, it stays valid when entries are added, so that pages neither repeat nor
    /// skip entries.
    package struct Position: Sendable, Equatable {
        /// The creation time in milliseconds since 1970.
        package var milliseconds: Int64
        /// The tiebreaker among entries with the same creation time.
        package var uuid: UUID

        /// Creates a position from a sort key.
        package init(milliseconds: Int64, uuid: UUID) {
            self.milliseconds = milliseconds
            self.uuid = uuid
        }

        /// Creates the position of an entry.
        package init(of entry: Entry) {
            self.init(milliseconds: entry.createdAt.milliseconds, uuid: entry.uuid)
        }
    }

    /// The criteria that listed entries must match.
    package var selection: EntrySelection
    /// The sort order.
    package var order: Order
    /// The maximum number of entries on the page.
    package var limit: Int
    /// The position of the last entry on the previous page, or nil for the first page.
    package var after: Position?
    /// The entries among which the others are selected; nil for all entries.
    package var candidates: [PersistentIdentifier]?

    /// Creates a query for a page.
    package init(
        _ selection: EntrySelection = EntrySelection(),
        order: Order = .newest,
        limit: Int,
        after: Position? = nil,
        among candidates: [PersistentIdentifier]? = nil
    ) {
        self.selection = selection
        self.order = order
        self.limit = limit
        self.after = after
        self.candidates = candidates
    }

    /// Fetches the entries of the page.
    ///
    /// - Parameters:
    ///   - context: The context of the entries.
    ///   - configure: Changes what is read of the entries; otherwise their tags and attachments are
    ///     prefetched.
    /// - Returns: The entries, in order.
    /// - Throws: `StoreError` if the store cannot be read.
    /// - Complexity: Does not depend on the entries before the page.
    package func fetch(
        in context: ModelContext,
        _ configure: (inout FetchDescriptor<Entry>) -> Void = { _ in }
    ) throws -> [Entry] {
        try fetch { descriptor in
            var descriptor = descriptor
            configure(&descriptor)
            return try context.fetch(descriptor)
        }
    }

    /// Fetches the values of the entries of the page, without models.
    ///
    /// - Throws: As ``fetch(in:_:)``.
    func fetchValues(in context: ModelContext) throws -> [EntryValues] {
        try fetch { try EntryValues.fetch($0, in: context) }
    }

    private func fetch<Result>(
        _ fetch: (FetchDescriptor<Entry>) throws -> [Result]
    ) rethrows -> [Result] {
        var results: [Result] = []
        for var descriptor in descriptors where results.count < limit {
            descriptor.fetchLimit = limit - results.count
            results += try fetch(descriptor)
        }
        return results
    }

    /// The fetches that read the page one after the other, each within one range of an index.
    ///
    /// A page after a position has two descriptors: the other entries with the same time, and the
    /// entries of other times. SQLite cannot find the position in an index by the disjunction of
    /// both.
    var descriptors: [FetchDescriptor<Entry>] {
        guard let after else { return [descriptor(in: [])] }
        let date = Date(milliseconds: after.milliseconds)
        let next: EntryCondition.Order = order == .newest ? .before : .after
        return [
            descriptor(in: [
                .equal(\Entry.createdAt, date), .compare(\Entry.uuid, next, to: after.uuid),
            ]),
            descriptor(in: [.compare(\Entry.createdAt, next, to: date)]),
        ]
    }

    private func descriptor(in range: [EntryCondition]) -> FetchDescriptor<Entry> {
        let selected = selection.conditions(after: after == nil ? nil : order)
        let among = candidates.map { [EntryCondition.isAmong($0)] } ?? []
        let direction: SortOrder = order == .newest ? .reverse : .forward
        var descriptor = FetchDescriptor(
            predicate: EntryCondition.predicate(selected + range + among),
            sortBy: [
                SortDescriptor(\Entry.createdAt, order: direction),
                SortDescriptor(\Entry.uuid, order: direction),
            ]
        )
        // Otherwise each row of the page would need a query for each of them.
        descriptor.relationshipKeyPathsForPrefetching = [\.tags, \.attachments]
        return descriptor
    }
}
