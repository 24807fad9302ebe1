// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// Changes that a subscription missed, read from the store's history on a reader thread.
enum HistoryReplay: Sendable {
    /// The changes up to a commit.
    case changes([EncodedItem], upTo: Int64)
    /// The changes up to a commit cannot be derived from history.
    case reset(upTo: Int64, Reset.Reason)

    /// The maximum number of commits in one batch.
    static let batchLength = 128
    /// The maximum number of changes in one batch; a larger single commit is returned whole.
    static let maximumChangeCount = 2000

    /// Reads the next batch of changes after a commit; `known` is what the subscriber may have
    /// beyond it.
    static func read(
        after position: Int64,
        _ known: KnownStates,
        for filter: SubscriptionFilter,
        in context: ReadContext
    ) throws -> HistoryReplay {
        let models = context.models
        let records = batch(of: try models.historyRows(after: position, limit: batchLength))
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
        return .changes(try changes.items().map(EncodedItem.init), upTo: last.transaction)
    }

    private static func batch(of records: [HistoryRecord]) -> ArraySlice<HistoryRecord> {
        var count = 0
        let end = records.firstIndex { record in
            count += record.changes.count
            return count > maximumChangeCount
        }
        return records.prefix(max(1, end ?? records.count))
    }
}
