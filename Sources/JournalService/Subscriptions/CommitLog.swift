// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import NIOCore

/// The latest commits, kept in memory for subscriptions that are up to date.
///
/// Subscriptions that are further behind read the store's history, so commits may be dropped at any
/// time.
struct CommitLog {
    /// The usual maximum size of the commits, in bytes.
    static let byteCapacity = 16 << 20

    /// The maximum number of commits.
    private let capacity: Int
    /// The approximate maximum size of the commits, in bytes.
    private let byteCapacity: Int
    private var commits: CircularBuffer<Commit> = []
    /// The approximate size of the commits, in bytes.
    private(set) var byteCount = 0
    /// The items that subscriptions report of the commits; replaced when commits are added.
    private(set) var sharedItems = SharedItems()
    /// The number of the last dropped commit; all later ones up to the head are kept.
    private var floor: Int64

    /// The number of the last commit.
    var head: Int64 { commits.last?.revision ?? floor }

    init(after floor: Int64, capacity: Int = 4096, byteCapacity: Int = byteCapacity) {
        self.floor = floor
        self.capacity = capacity
        self.byteCapacity = byteCapacity
    }

    /// Adds the commits up to a number.
    ///
    /// A gap drops all commits before it.
    mutating func append(_ new: [Commit], upTo head: Int64) {
        let last = self.head
        if head > last { sharedItems = SharedItems() }
        if let first = new.first, first.revision == last + 1, new.last?.revision == head {
            for commit in new { push(commit) }
        } else if head > last {
            removeAll(upTo: head)
        }
    }

    /// Drops all commits, as soon as there is no subscription.
    mutating func removeAll() {
        sharedItems = SharedItems()
        removeAll(upTo: head)
    }

    private mutating func removeAll(upTo head: Int64) {
        commits = []
        byteCount = 0
        floor = head
    }

    /// Whether all commits after a number are kept.
    func contains(after position: Int64) -> Bool { position >= floor }

    /// Returns the first commits after a number; nil if some of them were dropped.
    ///
    /// - Complexity: O(*k*) in the commits returned.
    func commits(after position: Int64, atMost limit: Int) -> [Commit]? {
        guard position >= floor else { return nil }
        let skipped = Int(position - floor)
        guard skipped < commits.count else { return [] }
        let start = commits.index(commits.startIndex, offsetBy: skipped)
        return Array(commits[start...].prefix(limit))
    }

    private mutating func push(_ commit: Commit) {
        commits.append(commit)
        byteCount += Self.size(commit)
        while commits.count > capacity || byteCount > byteCapacity, let oldest = commits.first {
            commits.removeFirst()
            byteCount -= Self.size(oldest)
            floor = oldest.revision
        }
    }

    /// Returns the approximate size of a commit, in bytes.
    ///
    /// A text is kept twice, plain and encoded, and the text before it if it was replaced. Tags are
    /// kept in the record, in the filter attributes before and after the change, and encoded in up
    /// to three forms.
    private static func size(_ commit: Commit) -> Int {
        commit.changes.reduce(128) { size, change in
            guard let record = change.record else { return size + 1_024 }
            let tags = record.tags.reduce(0) { $0 + 16 + $1.utf8.count }
            let former = change.before.map { $0.text == record.text ? 0 : $0.text.utf8.count } ?? 0
            return size + 1_024 + 2 * record.text.utf8.count + former + 6 * tags
        }
    }
}

extension CommitLog {
    /// The maximum number of commits that are combined in one delivery.
    static let maximumJoinedCount = 256

    /// The changes that a subscription reports of the commits after its position.
    enum Changes {
        /// The changes up to a commit, which may be none.
        case items([EncodedItem], upTo: Int64)
        /// A commit up to this one renames something in the filter.
        case invalidating(upTo: Int64)
        /// The entries up to a commit must be compared with the words of the filter.
        case unmatched(upTo: Int64)
    }

    /// Returns the changes after a position; nil if the log no longer reaches back that far.
    func changes(
        after position: Int64,
        knowing known: KnownStates,
        for filter: SubscriptionFilter
    ) -> Changes? {
        if let range = sharedItems.range(after: position, knowing: known, for: filter) {
            return .items(range.items, upTo: range.revision)
        }
        let commits = commits(after: position, atMost: Self.maximumJoinedCount)
        guard let commits, let last = commits.last else { return nil }
        if let invalidating = commits.last(where: filter.isInvalidated) {
            return .invalidating(upTo: invalidating.revision)
        }
        guard !filter.needsMatcher(for: commits) else { return .unmatched(upTo: last.revision) }
        let items = filter.comparesTexts ? [] : filter.items(of: commits, after: known)
        sharedItems.add(
            SharedItems.Range(
                filter: filter,
                position: position,
                known: known,
                revision: last.revision,
                items: items
            )
        )
        return .items(items, upTo: last.revision)
    }
}

/// The items of the latest commits, of which all subscriptions with the same filter keep one copy.
///
/// This bounds the memory of subscriptions whose clients do not read: those of a commit of 900
/// entries would keep 29 kB each. It saves no time that could be measured (decision 0176).
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

    private var ranges: [Range] = []

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
