// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The items of the latest commits, computed once for all subscriptions with the same filter.
///
/// Subscriptions that are up to date have the same position when a commit arrives. Filters that
/// compare texts or ignore a connection are not shared.
final class SharedItems {
    /// The items that a filter reports of the commits from a position up to a revision.
    ///
    /// This is a class because each subscription looks one up.
    final class Range {
        let filter: SubscriptionFilter
        let position: Int64
        let revision: Int64
        let items: [EncodedItem]

        init(
            filter: SubscriptionFilter,
            position: Int64,
            revision: Int64,
            items: [EncodedItem]
        ) {
            self.filter = filter
            self.position = position
            self.revision = revision
            self.items = items
        }
    }

    /// The maximum number of ranges, which are searched one after another.
    private static let capacity = 16

    @exclusivity(unchecked) private var ranges: [Range] = []

    /// Returns the items of a filter after a position; nil if they were not added.
    func range(after position: Int64, for filter: SubscriptionFilter) -> Range? {
        guard filter.canShareItems else { return nil }
        return ranges.first { $0.position == position && $0.filter.reportsSame(as: filter) }
    }

    func add(_ range: Range) {
        if range.filter.canShareItems, ranges.count < Self.capacity { ranges.append(range) }
    }
}

extension SubscriptionFilter {
    fileprivate var canShareItems: Bool { ignoredOrigin == nil && !comparesTexts }

    /// Whether another filter reports the same changes in the same form; both can share items.
    fileprivate func reportsSame(as other: SubscriptionFilter) -> Bool {
        isEverything == other.isEverything && include == other.include
            && (isEverything || selection == other.selection)
    }
}
