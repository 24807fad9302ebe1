// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// A page of entries in the order of their time.
package struct EntryListing: Sendable {
    /// The order of a listing.
    package enum Order: Sendable {
        case newest
        case oldest
    }

    /// The place of an entry in every listing.
    ///
    /// It names the entry itself rather than counting, so that a page neither repeats nor leaves out
    /// anything when entries come in between.
    package struct Place: Sendable, Equatable {
        /// When the entry was written, in milliseconds since 1970.
        package var milliseconds: Int64
        /// Which of that instant it is.
        package var uuid: UUID

        /// Names a place.
        package init(milliseconds: Int64, uuid: UUID) {
            self.milliseconds = milliseconds
            self.uuid = uuid
        }

        /// The place of an entry.
        package init(of entry: Entry) {
            self.init(milliseconds: entry.createdAt.milliseconds, uuid: entry.uuid)
        }
    }

    /// Which entries.
    package var selection: EntrySelection
    /// In which order.
    package var order: Order
    /// How many at most.
    package var limit: Int
    /// The last entry of the page before.
    package var after: Place?

    /// Describes a page.
    package init(
        _ selection: EntrySelection = EntrySelection(),
        order: Order = .newest,
        limit: Int,
        after: Place? = nil
    ) {
        self.selection = selection
        self.order = order
        self.limit = limit
        self.after = after
    }

    /// What fetches the page.
    package var descriptor: FetchDescriptor<Entry> {
        let direction: SortOrder = order == .newest ? .reverse : .forward
        var descriptor = FetchDescriptor(
            predicate: EntryTest.predicate(selection.tests + placeTests),
            sortBy: [
                SortDescriptor(\Entry.createdAt, order: direction),
                SortDescriptor(\Entry.uuid, order: direction),
            ]
        )
        descriptor.fetchLimit = limit
        return descriptor
    }

    /// The first test alone says where the index is entered; the other sorts out one instant.
    private var placeTests: [EntryTest] {
        guard let after else { return [] }
        let date = Date(milliseconds: after.milliseconds)
        switch order {
        case .newest:
            return [
                .compare(\Entry.createdAt, .upTo, date),
                .any(
                    .compare(\Entry.createdAt, .before, date),
                    .compare(\Entry.uuid, .before, after.uuid)
                ),
            ]
        case .oldest:
            return [
                .compare(\Entry.createdAt, .from, date),
                .any(
                    .compare(\Entry.createdAt, .after, date),
                    .compare(\Entry.uuid, .after, after.uuid)
                ),
            ]
        }
    }
}
