// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// A search with resolved names.
struct SearchRun {
    struct Match {
        /// The part of the results to which a match belongs.
        enum Part {
            case ranked
            case unranked(key: Int64)
            case listed
        }

        let entry: Entry
        let snippet: String
        let score: Double
        let part: Part
        /// The names of the entry's tags; nil if they were not read.
        var tags: [String]?
        /// The number of the entry's conflicts.
        var conflicts = 0

        /// Returns the position after the match, which follows another position.
        func position(after position: SearchPosition?) -> SearchPosition {
            switch part {
            case .ranked: .ranked((position?.rankedCount ?? 0) + 1)
            case .unranked(let key): .unranked(key: key)
            case .listed: .listed(EntryListing.Position(of: entry))
            }
        }

        /// The match with as much of the entry as `include` requests.
        func record(_ include: Include) -> EntryMatch {
            let record = EntryRecord(entry, conflicts: conflicts, tags: tags)
            return EntryMatch(
                entry: include == .full ? record : record.summary,
                snippet: snippet,
                score: score
            )
        }
    }

    private static let snippetStyle = SnippetStyle(start: "\u{2}", end: "\u{3}")

    /// The number of matches that are ranked, which takes about 100 ms.
    var rankingLimit = 50_000
    /// The full-text query, which also ranks the matches; nil for none.
    let words: FullTextQuery?
    /// The full-text query that some matches match, which come first, if there is no other.
    private let optionalWords: FullTextQuery?
    /// The criteria of the filter, and the parts of the query that `words` does not test.
    let selection: EntrySelection

    /// Parses a search text and joins its conditions with a filter.
    init(
        _ text: String,
        options: QueryOptions,
        filter: Filter,
        in context: ReadContext
    ) throws {
        var selection = try context.selection(filter)
        let dates = SearchDates(now: options.now)
        let test = try SearchText(text).expression.map { expression in
            try EntryTest(expression, text: text, stemming: options.stem ? .english : nil) {
                try Self.resolve($0, dates: dates, in: context)
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
        dates: SearchDates,
        in context: ReadContext
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

    /// Returns the matches after a position, best first; those that match no word follow, newest
    /// first.
    ///
    /// Matches in an encrypted store are not ranked.
    ///
    /// - Throws: `cursorInvalid` if the position belongs to another kind of search.
    /// - Complexity: Depends on the ranked matches before the position, of which there is a limited
    ///   number, but not on the others; for words that not all matches contain, O(their entries in
    ///   the index).
    func matches(
        in context: ReadContext,
        order: SearchOrder = .best,
        limit: Int,
        after position: SearchPosition? = nil
    ) throws -> [Match] {
        if let scan = try TextScan(words, selection: selection, in: context) {
            let start = try Self.listingPosition(position)
            return try scanned(scan, in: context, limit: limit, after: start)
        }
        if let words {
            return try found(words, in: context, order: order, limit: limit, after: position)
        }
        guard let optionalWords, order == .best else {
            let start = try Self.listingPosition(position)
            return try listed(selection, in: context, limit: limit, after: start)
        }
        var others = selection
        others.tests.append(.not(.text(optionalWords)))
        if case .listed(let start) = position {
            return try listed(others, in: context, limit: limit, after: start)
        }
        let first = try found(
            optionalWords,
            in: context,
            order: order,
            limit: limit,
            after: position
        )
        guard first.count < limit else { return first }
        return try first + listed(others, in: context, limit: limit - first.count, after: nil)
    }

    /// Returns the position of results that are in the order of time.
    private static func listingPosition(
        _ position: SearchPosition?
    ) throws -> EntryListing.Position? {
        guard let position else { return nil }
        guard case .listed(let start) = position else { throw SearchPosition.mismatch }
        return start
    }

    private func scanned(
        _ scan: TextScan,
        in context: ReadContext,
        limit: Int,
        after start: EntryListing.Position?
    ) throws -> [Match] {
        var matches: [Match] = []
        let texts = try FullTextMatcher()
        let shown = words ?? optionalWords
        try scan.forEach(in: context, after: start) { entry in
            var snippet = try shown.map { try texts.snippet(of: entry.text, $0, Self.snippetStyle) }
            if snippet?.isEmpty != false { snippet = String(entry.text.prefix(80)) }
            matches.append(Match(entry: entry, snippet: snippet ?? "", score: 0, part: .listed))
            return matches.count < limit
        }
        return matches
    }

    /// Returns the matches that contain words.
    private func found(
        _ words: FullTextQuery,
        in context: ReadContext,
        order: SearchOrder,
        limit: Int,
        after position: SearchPosition?
    ) throws -> [Match] {
        var descriptor = SearchDescriptor<Entry>(
            words,
            filter: selection.predicate,
            limit: limit,
            snippet: Self.snippetStyle,
            rankingLimit: order == .best ? rankingLimit : 0
        )
        switch position {
        case nil: break
        case .ranked(let count): descriptor.offset = count
        case .unranked(let key): descriptor.after = key
        case .listed: throw SearchPosition.mismatch
        }
        descriptor.relationshipKeyPathsForPrefetching = [\.attachments]
        let found = try context.models.search(descriptor)
        // Loading the tags takes as long as loading the entries.
        let tags = try context.models.relatedTexts(\.name, by: \.tags, of: found.map(\.model))
        return zip(found, tags).map { match, tags in
            Match(
                entry: match.model,
                snippet: match.snippet,
                score: match.score,
                part: match.isRanked ? .ranked : .unranked(key: match.key),
                tags: tags
            )
        }
    }

    private func listed(
        _ selection: EntrySelection,
        in context: ReadContext,
        limit: Int,
        after start: EntryListing.Position?
    ) throws -> [Match] {
        let listing = EntryListing(selection, limit: limit, after: start)
        return try listing.fetch(in: context.models).map { entry in
            let snippet = String(entry.text.prefix(80))
            return Match(entry: entry, snippet: snippet, score: 0, part: .listed)
        }
    }

    /// Returns the number of matches.
    func count(in context: ReadContext) throws -> Int {
        if let scan = try TextScan(words, selection: selection, in: context) {
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
