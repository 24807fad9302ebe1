// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The numbers about all entries outside of the trash at one commit, in spans of their times.
///
/// After later commits, only the spans are read again in which an entry was changed: the history
/// names the entries that were, and an entry that has left its span changes the number of entries
/// there.
struct StatisticsTimeline: Sendable {
    /// The entries from a time up to the next span.
    private struct Span: Sendable {
        /// The time of the first entry; the first span also has those before it.
        var start: Date
        var part = StatisticsPart()
    }

    /// The number of entries after which a span ends.
    static let spanLength = 1_024
    /// The number of changed entries from which all are read again.
    private static let maximumChangeCount = 20_000
    private static let batchLength = 2_048
    private static let historyLength = 128

    /// The number of the commit.
    let revision: Int64
    private let spanLength: Int
    private var spans: [Span]

    /// Reads all entries.
    ///
    /// - Parameters:
    ///   - context: The context of a read, in a snapshot of a commit.
    ///   - revision: The number of the commit.
    ///   - spanLength: The number of entries after which a span ends.
    /// - Throws: `StoreError` if the store cannot be read.
    init(
        in context: ReadContext,
        at revision: Int64,
        spanLength: Int = StatisticsTimeline.spanLength
    ) throws {
        self.revision = revision
        self.spanLength = spanLength
        let all = FetchDescriptor(predicate: EntrySelection().predicate)
        let total = try context.progress == nil ? nil : context.models.fetchCount(all)
        var count = 0
        spans = try Self.read(from: nil, until: nil, spanLength, in: context) {
            count += 1
            context.progress?.set(WorkProgress(.read, done: count, of: total))
        }
    }

    private init(_ spans: [Span], spanLength: Int, at revision: Int64) {
        self.spans = spans
        self.spanLength = spanLength
        self.revision = revision
    }

    /// The numbers of the spans.
    var parts: [StatisticsPart] { spans.map(\.part) }

    /// The number of values, which the memory is proportional to.
    var valueCount: Int { spans.reduce(0) { $0 + $1.part.valueCount } }

    /// Returns the timeline at a later commit; nil if all entries have to be read again.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func updated(in context: ReadContext, at later: Int64) throws -> StatisticsTimeline? {
        guard let changes = try changes(in: context, upTo: later) else { return nil }
        var changed: Set<Int> = []
        for time in try EntryReading.times(of: changes.entries, in: context.models) {
            changed.insert(index(of: time))
        }
        var updated: [Span] = []
        for (index, span) in spans.enumerated() {
            let hasChanged =
                try changed.contains(index)
                || changes.mayHaveLeft && count(in: index, context: context) != span.part.entryCount
            guard hasChanged else {
                updated.append(span)
                continue
            }
            updated += try Self.read(
                from: index == 0 ? nil : span.start,
                until: end(of: index),
                spanLength,
                in: context
            )
        }
        return StatisticsTimeline(updated, spanLength: spanLength, at: later)
    }

    // MARK: Changes

    private struct Changes {
        var entries: Set<PersistentIdentifier> = []
        /// Whether entries may have left their span, because they were deleted or dated anew.
        var mayHaveLeft = false
    }

    /// Returns what was changed after the commit; nil if that is too much, or not known.
    private func changes(in context: ReadContext, upTo later: Int64) throws -> Changes? {
        var changes = Changes()
        var position = revision
        while position < later {
            let records = try context.models.historyRows(
                after: position,
                limit: Self.historyLength
            )
            guard let last = records.last else { break }
            position = last.transaction
            for change in records.lazy.flatMap(\.changes).compactMap(RecordedChange.init) {
                guard change.subject != .tag || change.change.operation == .insert else {
                    return nil
                }
                guard change.subject == .entry else { continue }
                if change.change.operation == .delete {
                    changes.mayHaveLeft = true
                } else {
                    changes.entries.insert(change.change.identifier)
                    if change.changesDate { changes.mayHaveLeft = true }
                }
            }
            guard changes.entries.count <= Self.maximumChangeCount else { return nil }
        }
        guard try context.models.container.historyBounds().floor <= revision else { return nil }
        return changes
    }

    /// Returns the span of a time.
    private func index(of time: Date) -> Int {
        var (low, high) = (0, spans.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if spans[middle].start <= time { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func end(of index: Int) -> Date? {
        index + 1 < spans.count ? spans[index + 1].start : nil
    }

    // MARK: Reading

    private func count(in index: Int, context: ReadContext) throws -> Int {
        let selection = Self.selection(
            from: index == 0 ? nil : spans[index].start,
            until: end(of: index)
        )
        return try context.models.fetchCount(FetchDescriptor(predicate: selection.predicate))
    }

    private static func selection(from start: Date?, until end: Date?) -> EntrySelection {
        var selection = EntrySelection()
        selection.since = start.map { .instant($0) }
        selection.until = end.map { .instant($0) }
        return selection
    }

    /// Reads the entries of a time as spans; there is one even if there are no entries.
    private static func read(
        from start: Date?,
        until end: Date?,
        _ spanLength: Int,
        in context: ReadContext,
        _ entryWasRead: () -> Void = {}
    ) throws -> [Span] {
        var spans = [Span(start: start ?? .distantPast)]
        var last: Date?
        let selection = selection(from: start, until: end)
        try EntryReading(selection)
            .forEach(in: context.models, batchLength: batchLength) { entry in
                // Entries of one instant are in one span.
                if spans[spans.count - 1].part.entryCount >= spanLength, entry.createdAt != last {
                    spans.append(Span(start: entry.createdAt))
                }
                spans[spans.count - 1].part.add(EntryNumbers(entry))
                last = entry.createdAt
                entryWasRead()
            }
        return spans
    }
}
