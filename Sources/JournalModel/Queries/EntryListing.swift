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

    /// The fetch that reads the page.
    package var descriptor: FetchDescriptor<Entry> {
        let direction: SortOrder = order == .newest ? .reverse : .forward
        var descriptor = FetchDescriptor(
            predicate: EntryCondition.predicate(conditions),
            sortBy: [
                SortDescriptor(\Entry.createdAt, order: direction),
                SortDescriptor(\Entry.uuid, order: direction),
            ]
        )
        descriptor.fetchLimit = limit
        // Otherwise each row of the page would need a query for each of them.
        descriptor.relationshipKeyPathsForPrefetching = [\.tags, \.attachments]
        return descriptor
    }

    private var conditions: [EntryCondition] {
        selection.conditions + positionConditions + (candidates.map { [.isAmong($0)] } ?? [])
    }

    /// The conditions that skip previous pages: a range on the time index, then a tiebreak by UUID.
    private var positionConditions: [EntryCondition] {
        guard let after else { return [] }
        let date = Date(milliseconds: after.milliseconds)
        switch order {
        case .newest:
            return [
                .compare(\Entry.createdAt, .upTo, date),
                .any([
                    .compare(\Entry.createdAt, .before, date),
                    .compare(\Entry.uuid, .before, after.uuid),
                ]),
            ]
        case .oldest:
            return [
                .compare(\Entry.createdAt, .from, date),
                .any([
                    .compare(\Entry.createdAt, .after, date),
                    .compare(\Entry.uuid, .after, after.uuid),
                ]),
            ]
        }
    }
}
