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
        let (matches, next) = try page(of: run, from: offset, desk)
        return Reply(
            matches: matches,
            nextPage: next.map {
                PageCursor(epoch: desk.epoch, question: question, position: [Int64($0)])
            },
            cursor: desk.cursor
        )
    }

    /// How many entries are read at once; a thousand long ones must never be in memory together.
    private static let pieceLength = 128

    /// The matches that fit a reply, and where the next page begins; nil when this is the last one.
    private func page(
        of run: SearchRun,
        from offset: Int,
        _ desk: ReadDesk
    ) throws -> ([EntryMatch], next: Int?) {
        var matches: [EntryMatch] = []
        var size = 0
        while true {
            let position = offset + matches.count
            let wanted = min(limit - matches.count + 1, Self.pieceLength)
            let found = try run.matches(in: desk, limit: wanted, offset: position)
            for match in found {
                guard matches.count < limit else { return (matches, offset + matches.count) }
                let sent = match.sent(include)
                size += sent.json.serialized().count + 1
                guard size < Limits.reply - 4096 || matches.isEmpty else {
                    return (matches, offset + matches.count)
                }
                matches.append(sent)
            }
            if found.count < wanted { return (matches, nil) }
        }
    }
}

/// A search with its names looked up.
struct SearchRun {
    struct Match {
        let entry: Entry
        let snippet: String
        let score: Double

        /// The match as it travels.
        func sent(_ include: Include) -> EntryMatch {
            let record = EntryRecord(entry)
            return EntryMatch(
                entry: include == .full ? record : record.summary,
                snippet: snippet,
                score: score
            )
        }
    }

    private let words: FullTextQuery?
    private let selection: EntrySelection

    /// Takes a search text apart and joins its conditions with a filter.
    init(_ text: String, _ filter: Filter, _ desk: ReadDesk) throws {
        let search = try SearchText(text)
        do {
            words = search.words.isEmpty ? nil : try FullTextQuery(search.words)
        } catch let error as StoreError where error.code == .searchSyntax {
            throw JournalError(.searchSyntax(offset: search.wordsOffset), error.message)
        }
        var merged = filter
        merged.tags += search.tags.map(\.value)
        var selection = try desk.selection(merged)
        try Self.narrow(&selection, to: search, desk)
        self.selection = selection
    }

    /// Adds the conditions of the text to those of the filter; all must hold.
    private static func narrow(
        _ selection: inout EntrySelection,
        to search: SearchText,
        _ desk: ReadDesk
    ) throws {
        for condition in search.notebooks {
            let found = try desk.selection(Filter(notebook: condition.value)).notebook
            if let known = selection.notebook, known.uuid != found?.uuid {
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
                "expected a day such as 2026-11-21, got \"\(condition.value)\""
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
