// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntrySearch: ReadMethod {
    var searchesTexts: Bool { true }

    func reply(in context: ReadContext) throws -> JSON {
        try page?.require(queryHash, in: context)
        let offset = page?.position.first.map { Int($0) } ?? 0
        guard offset >= 0, page == nil || page?.position.count == 1 else {
            throw ProtocolError(.cursorInvalid, "the page cursor is invalid for a search")
        }
        let run = try SearchRun(query, options, filter, context)
        let page = try PagedReply(
            after: offset,
            .init(count: limit, byteCount: Limits.replyContent),
            fetch: { offset, count in
                try run.matches(in: context, limit: count, offset: offset ?? 0)
            },
            encode: { match in match.record(include).serialized(capacity: 1_024) },
            byteCount: { $0.count },
            advance: { offset, _ in (offset ?? 0) + 1 }
        )
        return Reply.json(
            page.items,
            nextPage: page.next.map {
                PageCursor(epoch: context.epoch, queryHash: queryHash, position: [Int64($0)])
            },
            cursor: context.cursor,
            unreadableCount: context.unreadableTextCount
        )
    }
}
