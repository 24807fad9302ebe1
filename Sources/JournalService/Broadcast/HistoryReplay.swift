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
    /// The number of commits that are read at once for a batch.
    private static let readLength = 16
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
        knowing known: KnownStates,
        for filter: SubscriptionFilter,
        in context: ReadContext
    ) throws -> HistoryReplay {
        let models = context.models
        let records = try records(after: position, upTo: place?.end, in: models)
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

    /// Reads the commits of a batch, or those up to its known end.
    private static func records(
        after position: Int64,
        upTo end: Int64?,
        in models: ModelContext
    ) throws -> [HistoryRecord] {
        if let end {
            return try models.historyRows(after: position, through: end, limit: batchLength)
        }
        // A few at a time: commits may be long, and those after the batch are not needed.
        var records: [HistoryRecord] = []
        var count = 0
        while records.count < batchLength {
            let next = try models.historyRows(
                after: records.last?.transaction ?? position,
                limit: min(readLength, batchLength - records.count)
            )
            for record in next {
                count += record.changes.count
                guard records.isEmpty || count <= maximumChangeCount else { return records }
                records.append(record)
            }
            if next.count < readLength { break }
        }
        return records
    }
}
