// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// Changes that a subscription missed, read from the store's history on a reader thread.
enum HistoryReplay: Sendable {
    /// A place among the changes of some commits.
    struct Place: Sendable, Equatable {
        /// The last of the commits.
        var end: Int64
        /// The number of changes before the place.
        var index: Int
    }

    /// The changes up to a commit, or the last part of them.
    case changes([EncodedItem], upTo: Int64)
    /// A part of the changes up to a commit; the others begin at a place.
    case part([EncodedItem], next: Place)
    /// The changes up to a commit cannot be derived from history.
    case reset(upTo: Int64, Reset.Reason)

    /// The maximum number of commits in one batch.
    static let batchLength = 128
    /// The maximum number of changes in one batch; a larger single commit is returned whole.
    static let maximumChangeCount = 2000

    /// Reads changes after a commit that fit one notification, so that little is in memory for a
    /// subscriber that stops reading.
    ///
    /// - Parameters:
    ///   - position: The commit.
    ///   - place: The place at which the changes that were not read yet begin; nil for the first.
    ///   - known: What the subscriber may have beyond the commit.
    ///   - filter: The filter of the subscription.
    ///   - context: The context on a snapshot of the store.
    /// - Returns: The changes.
    /// - Throws: The error of the store.
    static func read(
        after position: Int64,
        at place: Place? = nil,
        _ known: KnownStates,
        for filter: SubscriptionFilter,
        in context: ReadContext
    ) throws -> HistoryReplay {
        let models = context.models
        let recorded = try models.historyRows(after: position, limit: batchLength)
        let records = batch(of: recorded, upTo: place?.end)
        let bounds = try models.container.historyBounds()
        guard position >= bounds.floor else { return .reset(upTo: bounds.last, .history) }
        guard let last = records.last else {
            return .changes([], upTo: max(position, context.cursor.revision))
        }
        if records.contains(where: filter.mayBeInvalidated) {
            return .reset(upTo: last.transaction, .renamed)
        }
        var changes = RecordedChanges(
            filter: filter,
            known: known,
            matcher: try filter.matcher(),
            models: models
        )
        for record in records { changes.append(record) }
        let page = try changes.page(from: place?.index ?? 0)
        guard let next = page.next else { return .changes(page.items, upTo: last.transaction) }
        return .part(page.items, next: Place(end: last.transaction, index: next))
    }

    private static func batch(
        of records: [HistoryRecord],
        upTo end: Int64?
    ) -> ArraySlice<HistoryRecord> {
        if let end { return records.prefix { $0.transaction <= end } }
        var count = 0
        let end = records.firstIndex { record in
            count += record.changes.count
            return count > maximumChangeCount
        }
        return records.prefix(max(1, end ?? records.count))
    }
}
