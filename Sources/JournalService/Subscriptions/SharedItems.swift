// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The items of the latest commits, computed once for all subscriptions with the same filter.
///
/// Subscriptions that are up to date have the same position when a commit arrives. Nothing is
/// shared by filters that search for words or ignore a connection, or with subscribers that
/// received newer states of some models.
final class SharedItems {
    /// The items that a filter reports of the commits from a position up to a revision.
    ///
    /// This is a class because each subscription looks one up.
    final class Range {
        let filter: SubscriptionFilter
        let position: Int64
        let known: KnownStates
        let revision: Int64
        let items: [EncodedItem]

        init(
            filter: SubscriptionFilter,
            position: Int64,
            known: KnownStates,
            revision: Int64,
            items: [EncodedItem]
        ) {
            self.filter = filter
            self.position = position
            self.known = known
            self.revision = revision
            self.items = items
        }
    }

    /// The maximum number of ranges, which are searched one after another.
    private static let capacity = 16

    @exclusivity(unchecked) private var ranges: [Range] = []

    /// Returns the items of a filter after a position, for a subscriber with certain states; nil if
    /// they were not added.
    func range(
        after position: Int64,
        knowing known: KnownStates,
        for filter: SubscriptionFilter
    ) -> Range? {
        guard filter.canShareItems, known.revisions.isEmpty else { return nil }
        return ranges.first {
            $0.position == position && $0.known.mayIncludeAny == known.mayIncludeAny
                && $0.filter.reportsSame(as: filter)
        }
    }

    func add(_ range: Range) {
        guard range.filter.canShareItems, range.known.revisions.isEmpty else { return }
        if ranges.count < Self.capacity { ranges.append(range) }
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
