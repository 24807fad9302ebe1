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
        /// The names of the entry's tags; nil if they were not read.
        var tags: [String]?

        /// The match with as much of the entry as `include` requests.
        func record(_ include: Include) -> EntryMatch {
            let record = EntryRecord(entry, tags: tags)
            return EntryMatch(
                entry: include == .full ? record : record.summary,
                snippet: snippet,
                score: score
            )
        }
    }

    /// The number of matches that are ranked, which takes about 100 ms.
    private static let rankingLimit = 50_000
    private static let snippetStyle = SnippetStyle(start: "\u{2}", end: "\u{3}")

    /// The full-text query that all matches match, by which they are ranked; nil if there is none.
    let words: FullTextQuery?
    /// The full-text query that some matches match, which come first, if there is no other.
    private let optionalWords: FullTextQuery?
    /// The criteria of the filter, and those of the text that `words` does not test.
    let selection: EntrySelection

    /// Parses a search text and joins its conditions with a filter.
    init(
        _ text: String,
        _ options: QueryOptions,
        _ filter: Filter,
        _ context: ReadContext
    ) throws {
        var selection = try context.selection(filter)
        let dates = SearchDates(now: options.now)
        let test = try SearchText(text).expression.map { expression in
            try EntryTest(expression, text: text, stemming: options.stem ? .english : nil) {
                try Self.resolve($0, dates, context)
            }
        }
        let conjuncts = test?.conjuncts ?? []
        words = test?.requiredWords(text)
        optionalWords = words == nil ? .any(test?.queries ?? [], text: text) : nil
        for conjunct in conjuncts {
            // These are part of `words`.
            if case .text = conjunct { continue }
            selection.narrow(by: conjunct)
        }
        self.selection = selection
    }

    /// Returns the test of a condition.
    private static func resolve(
        _ condition: SearchCondition,
        _ dates: SearchDates,
        _ context: ReadContext
    ) throws -> EntryTest {
        switch condition.name {
        case .tag:
            let tags = try context.selection(Filter(tags: [condition.value])).tags
            return .all(tags.map { .tag($0) })
        case .notebook:
            let choice = try context.selection(Filter(notebook: condition.value)).notebook
            return choice.map { .notebook($0) } ?? .any([])
        case .starred: return .starred(condition.isTrue ?? true)
        case .after: return try dates.since(condition)
        case .before: return try dates.before(condition)
        case .on: return try dates.on(condition)
        }
    }

    // MARK: Matches

    /// Returns matches, best first; those that match no word follow, the newest first.
    ///
    /// Matches in an encrypted store are not ranked.
    func matches(in context: ReadContext, limit: Int, offset: Int) throws -> [Match] {
        if let scan = try TextScan(words, selection, in: context) {
            return try scanned(scan, in: context, limit: limit, offset: offset)
        }
        if let words {
            return try ranked(words, in: context, limit: limit, offset: offset)
        }
        guard let optionalWords else {
            return try listed(selection, in: context, limit: limit, offset: offset)
        }
        let first = try ranked(optionalWords, in: context, limit: limit, offset: offset)
        guard first.count < limit else { return first }
        let count =
            offset == 0 || !first.isEmpty
            ? offset + first.count : try count(of: optionalWords, in: context)
        var others = selection
        others.tests.append(.not(.text(optionalWords)))
        return try first
            + listed(
                others,
                in: context,
                limit: limit - first.count,
                offset: max(0, offset - count)
            )
    }

    private func scanned(
        _ scan: TextScan,
        in context: ReadContext,
        limit: Int,
        offset: Int
    ) throws -> [Match] {
        var matches: [Match] = []
        var skipped = 0
        let texts = try FullTextMatcher()
        let shown = words ?? optionalWords
        try scan.forEach(in: context) { entry in
            guard skipped == offset else {
                skipped += 1
                return true
            }
            var snippet = try shown.map { try texts.snippet(of: entry.text, $0, Self.snippetStyle) }
            if snippet?.isEmpty != false { snippet = String(entry.text.prefix(80)) }
            matches.append(Match(entry: entry, snippet: snippet ?? "", score: 0))
            return matches.count < limit
        }
        return matches
    }

    private func ranked(
        _ words: FullTextQuery,
        in context: ReadContext,
        limit: Int,
        offset: Int
    ) throws -> [Match] {
        var descriptor = SearchDescriptor<Entry>(
            words,
            filter: selection.predicate,
            limit: limit,
            offset: offset,
            snippet: Self.snippetStyle,
            rankingLimit: Self.rankingLimit
        )
        descriptor.relationshipKeyPathsForPrefetching = [\.attachments]
        let found = try context.models.search(descriptor)
        // Loading the tags takes as long as loading the entries.
        let tags = try context.models.relatedTexts(\.name, by: \.tags, of: found.map(\.model))
        return zip(found, tags).map { match, tags in
            Match(entry: match.model, snippet: match.snippet, score: match.score, tags: tags)
        }
    }

    private func listed(
        _ selection: EntrySelection,
        in context: ReadContext,
        limit: Int,
        offset: Int
    ) throws -> [Match] {
        var descriptor = EntryListing(selection, limit: limit).descriptor
        descriptor.fetchOffset = offset
        return try context.models.fetch(descriptor).map { entry in
            Match(entry: entry, snippet: String(entry.text.prefix(80)), score: 0)
        }
    }

    /// Returns the number of matches.
    func count(in context: ReadContext) throws -> Int {
        if let scan = try TextScan(words, selection, in: context) {
            var count = 0
            try scan.forEach(in: context) { _ in
                count += 1
                return true
            }
            return count
        }
        guard let words else {
            return try context.models.fetchCount(FetchDescriptor(predicate: selection.predicate))
        }
        return try count(of: words, in: context)
    }

    private func count(of words: FullTextQuery, in context: ReadContext) throws -> Int {
        let descriptor = SearchDescriptor<Entry>(words, filter: selection.predicate)
        return try context.models.searchIdentifiers(descriptor).count
    }
}
