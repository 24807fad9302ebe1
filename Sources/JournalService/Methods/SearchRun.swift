// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// A search with resolved names.
struct SearchRun {
    struct Match {
        let entry: Entry
        let snippet: String
        let score: Double

        /// The match with as much of the entry as `include` requests.
        func record(_ include: Include) -> EntryMatch {
            let record = EntryRecord(entry)
            return EntryMatch(
                entry: include == .full ? record : record.summary,
                snippet: snippet,
                score: score
            )
        }
    }

    /// The words of the text; nil if it has only conditions.
    let words: FullTextQuery?
    /// The conditions of the text and of the filter.
    let selection: EntrySelection

    /// Parses a search text and joins its conditions with a filter.
    init(_ text: String, _ filter: Filter, _ context: ReadContext) throws {
        let search = try SearchText(text)
        do {
            words = search.words.isEmpty ? nil : try FullTextQuery(search.words)
        } catch let error as StoreError where error.code == .searchSyntax {
            throw JournalError(.searchSyntax(offset: search.wordsOffset), error.message)
        }
        var merged = filter
        merged.tags += search.tags.map(\.value)
        var selection = try context.selection(merged)
        try Self.narrow(&selection, to: search, context)
        self.selection = selection
    }

    /// Adds the conditions of the text to those of the filter; all must hold.
    private static func narrow(
        _ selection: inout EntrySelection,
        to search: SearchText,
        _ context: ReadContext
    ) throws {
        for condition in search.notebooks {
            let found = try context.selection(Filter(notebook: condition.value)).notebook
            if let known = selection.notebook, !known.isSame(as: found) {
                selection.isContradictory = true
            }
            selection.notebook = found
        }
        for starred in search.starred {
            if let known = selection.starred, known != starred { selection.isContradictory = true }
            selection.starred = starred
        }
        for condition in search.after {
            selection.narrow(since: EntrySelection.Bound(.day(try day(condition))))
        }
        for condition in search.before {
            guard let last = Day(daysSince1970: try day(condition).daysSince1970 - 1) else {
                selection.isContradictory = true
                return
            }
            selection.narrow(until: EntrySelection.Bound(.day(last)))
        }
    }

    private static func day(_ condition: SearchText.Condition) throws -> Day {
        guard let day = Day(condition.value) else {
            throw JournalError(
                .searchSyntax(offset: condition.offset),
                "expected a date such as 2026-11-21, got \"\(condition.value)\""
            )
        }
        return day
    }

    /// Returns matches, best first; without words, the newest first.
    func matches(in context: ReadContext, limit: Int, offset: Int) throws -> [Match] {
        guard let words else {
            var descriptor = EntryListing(selection, limit: limit).descriptor
            descriptor.fetchOffset = offset
            return try context.models.fetch(descriptor).map { entry in
                Match(entry: entry, snippet: String(entry.text.prefix(80)), score: 0)
            }
        }
        let descriptor = SearchDescriptor<Entry>(
            words,
            filter: selection.predicate,
            limit: limit,
            offset: offset,
            snippet: SnippetStyle(start: "\u{2}", end: "\u{3}")
        )
        return try context.models.search(descriptor).map { match in
            Match(entry: match.model, snippet: match.snippet, score: match.score)
        }
    }

    /// Returns the number of matches.
    func count(in context: ReadContext) throws -> Int {
        guard let words else {
            return try context.models.fetchCount(FetchDescriptor(predicate: selection.predicate))
        }
        let descriptor = SearchDescriptor<Entry>(words, filter: selection.predicate)
        return try context.models.searchIdentifiers(descriptor).count
    }
}
