// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntrySearch: ReadMethod {
    static var isLong: Bool { true }

    func find(from desk: ReadDesk) throws -> Reply {
        try page?.require(question, in: desk)
        let offset = page?.position.first.map { Int($0) } ?? 0
        guard offset >= 0, page == nil || page?.position.count == 1 else {
            throw ProtocolError(.cursorInvalid, "the page is not one of this search")
        }
        let run = try SearchRun(query, filter, desk)
        let found = try run.matches(in: desk, limit: limit + 1, offset: offset)
        var matches: [JournalProtocol.SearchMatch] = []
        var size = 0
        for match in found.prefix(limit) {
            guard let record = EntryRecord(match.entry).included(include) else { continue }
            let sent = JournalProtocol.SearchMatch(
                entry: record,
                snippet: match.snippet,
                score: match.score
            )
            size += sent.json.serialized().count + 1
            guard size < Limits.line - 4096 || matches.isEmpty else { break }
            matches.append(sent)
        }
        let next = matches.count < found.count ? offset + matches.count : nil
        return Reply(
            matches: matches,
            nextPage: next.map {
                PageCursor(epoch: desk.epoch, question: question, position: [Int64($0)])
            },
            cursor: desk.cursor
        )
    }
}

/// A search with its names looked up.
struct SearchRun {
    struct Match {
        let entry: Entry
        let snippet: String
        let score: Double
    }

    private let words: FullTextQuery?
    private let selection: EntrySelection

    /// Takes a search text apart and joins its conditions with a filter.
    init(_ text: String, _ filter: Filter, _ desk: ReadDesk) throws {
        let search = try SearchText(text)
        do {
            words = search.words.isEmpty ? nil : try FullTextQuery(search.words)
        } catch let error as StoreError where error.code == .searchSyntax {
            throw JournalError(.searchSyntax(offset: 0), error.message)
        }
        var merged = filter
        merged.tags += search.tags
        merged.starred = search.starred ?? filter.starred
        var selection = try desk.selection(merged)
        if let starred = search.starred, let wanted = filter.starred, starred != wanted {
            selection.isContradictory = true
        }
        try Self.narrow(&selection, to: search, desk)
        self.selection = selection
    }

    /// Adds the conditions of the text to those of the filter; both must hold.
    private static func narrow(
        _ selection: inout EntrySelection,
        to search: SearchText,
        _ desk: ReadDesk
    ) throws {
        if let name = search.notebook {
            let found = try desk.selection(Filter(notebook: name)).notebook
            let isAnother = selection.notebook.map { $0.uuid != found?.uuid } ?? false
            if isAnother { selection.isContradictory = true }
            selection.notebook = found
        }
        if let after = search.after {
            let bound = EntrySelection.Bound(.day(try day(after)))
            selection.narrow(since: bound)
        }
        if let before = search.before {
            let first = try day(before)
            guard let last = Day(daysSince1970: first.daysSince1970 - 1) else {
                selection.isContradictory = true
                return
            }
            selection.narrow(until: EntrySelection.Bound(.day(last)))
        }
    }

    private static func day(_ text: String) throws -> Day {
        guard let day = Day(text) else {
            throw JournalError(
                .searchSyntax(offset: 0),
                "expected a day such as 2026-11-21, got \"\(text)\""
            )
        }
        return day
    }

    /// The matches, best first; without words, the newest first.
    func matches(in desk: ReadDesk, limit: Int, offset: Int) throws -> [Match] {
        guard let words else {
            var descriptor = EntryListing(selection, limit: limit).descriptor
            descriptor.fetchOffset = offset
            return try desk.context.fetch(descriptor).map { entry in
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
        return try desk.context.search(descriptor).map { match in
            Match(entry: match.model, snippet: match.snippet, score: match.score)
        }
    }

    /// How many match.
    func count(in desk: ReadDesk) throws -> Int {
        guard let words else {
            return try desk.context.fetchCount(FetchDescriptor(predicate: selection.predicate))
        }
        let descriptor = SearchDescriptor<Entry>(words, filter: selection.predicate)
        return try desk.context.searchIdentifiers(descriptor).count
    }
}
