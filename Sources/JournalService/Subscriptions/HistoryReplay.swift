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
        /// The number of changed models before the place, of those that are read together.
        var index: Int
        /// The place of the first change that is read with them; nil, of an earlier version, if
        /// they are all of the commits.
        var start: HistoryPlace?
    }

    /// The changes up to a commit, or the last part of them.
    case changes([EncodedItem], upTo: Int64)
    /// A part of the changes up to a commit; the others begin at a place.
    case part([EncodedItem], next: Place)
    /// The changes up to a commit cannot be derived from history.
    case reset(upTo: Int64, Reset.Reason)

    /// The maximum number of commits in one batch.
    static let batchLength = 128
    /// The maximum number of changes in one batch; a larger commit is read in parts.
    static let maximumChangeCount = 500
    /// The maximum number of changes in one batch of a subscription that includes the text: few of
    /// them fit one notification, and the others are read again for the next one.
    static let maximumTextCount = 128

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
        let records = try records(after: position, at: place, for: filter, in: models)
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
        if let next = page.next {
            let start = place.map(\.start) ?? .beginning
            let place = Place(end: last.transaction, index: next, start: start)
            return .part(page.items, next: place)
        }
        guard let start = last.next else { return .changes(page.items, upTo: last.transaction) }
        return .part(page.items, next: Place(end: last.transaction, index: 0, start: start))
    }

    /// Reads the commits of a batch, or a part of a long one; only up to a place if it is not nil.
    private static func records(
        after position: Int64,
        at place: Place?,
        for filter: SubscriptionFilter,
        in models: ModelContext
    ) throws -> [HistoryRecord] {
        if let place, place.start == nil {
            return try models.historyRows(after: position, through: place.end, limit: batchLength)
        }
        var records = try models.historyRows(
            after: position,
            through: place?.end ?? .max,
            limit: batchLength,
            from: place?.start ?? .beginning,
            changeLimit: filter.include == .full ? maximumTextCount : maximumChangeCount
        )
        // A batch has whole commits, or a part of one.
        if records.count > 1, records.last?.next != nil { records.removeLast() }
        return records
    }
}
