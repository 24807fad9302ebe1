// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntrySearch: ReadMethod {
    var searchesTexts: Bool { true }

    func reply(in context: ReadContext) throws -> JSON {
        let start = try position(in: context)
        let run = try SearchRun(query, options: options, filter: filter, in: context)
        let page = try PagedReply(
            after: start,
            limit: .init(count: limit, byteCount: Limits.replyContent),
            fetch: { position, count in
                try run.matches(in: context, order: order, limit: count, after: position)
                    .marked(in: context.models)
            },
            encode: { match in match.record(include).serialized(capacity: 1_024) },
            byteCount: { $0.count },
            advance: { position, match in match.position(after: position) }
        )
        return Reply.json(
            page.items,
            nextPage: page.next.map {
                PageCursor(epoch: context.epoch, queryHash: queryHash, position: $0.numbers)
            },
            cursor: context.cursor,
            unreadableCount: context.unreadableTextCount
        )
    }

    private func position(in context: ReadContext) throws -> SearchPosition? {
        guard let page else { return nil }
        try page.require(queryHash, in: context)
        guard let position = SearchPosition(numbers: page.position) else {
            throw SearchPosition.mismatch
        }
        return position
    }
}

extension [SearchRun.Match] {
    /// Reads the conflicts of the entries, all at once.
    fileprivate func marked(in models: ModelContext) throws -> [SearchRun.Match] {
        let counts = try ConflictCounts(of: map(\.entry), in: models)
        return map { match in
            var match = match
            match.conflicts = counts[match.entry]
            return match
        }
    }
}
