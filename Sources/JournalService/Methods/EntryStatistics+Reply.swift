// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntryStatistics: ReadMethod {
    var searchesTexts: Bool { query != nil }

    /// The number of entries that are in memory at once.
    private static let batchLength = 2_048

    func reply(in context: ReadContext) throws -> JSON {
        let today = (options.now ?? SearchDates.present).day
        var counts = StatisticsCounts(
            listing: try period(until: today),
            today: today.daysSince1970
        )
        if query == nil, filter.isEmpty, let cache = context.statistics {
            let timeline = try context.models.readSnapshot { revision in
                try cache.timeline(at: revision, in: context)
            }
            for part in timeline.parts { counts.add(part) }
            return counts.reply(at: context.cursor).json
        }
        let selection = try selection(in: context)
        var count = 0
        func add(_ entry: EntryValues) {
            counts.add(EntryNumbers(entry))
            count += 1
            context.progress?.set(WorkProgress(.read, done: count))
        }
        if let scan = try TextScan(nil, selection: selection, in: context) {
            try scan.forEach(in: context) { entry in
                add(EntryValues(entry))
                return true
            }
        } else {
            try EntryReading(selection)
                .forEach(in: context.models, batchLength: Self.batchLength, add)
        }
        return counts.reply(at: context.cursor).json
    }

    /// Returns the days that the reply lists, as distances from 1970-01-01.
    private func period(until today: Day) throws -> ClosedRange<Int> {
        let last = to ?? today
        let first = from ?? last.adding(days: 1 - Self.defaultDayCount) ?? last
        guard first <= last,
            last.daysSince1970 - first.daysSince1970 < Self.maximumDayCount
        else {
            throw InvalidParams(
                "expected a day at most \(Self.maximumDayCount) days before \(last), "
                    + "got \"\(first)\""
            ).under("from").error
        }
        return first.daysSince1970...last.daysSince1970
    }

    private func selection(in context: ReadContext) throws -> EntrySelection {
        guard let query else { return try context.selection(filter) }
        let run = try SearchRun(query, options: options, filter: filter, in: context)
        var selection = run.selection
        if let words = run.words { selection.tests.append(.text(words)) }
        return selection
    }
}
