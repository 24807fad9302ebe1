// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import JournalSystem
internal import SwiftData

extension EntryList: ReadMethod {
    // Entries that match a filter are found by walking over those that do not.
    var isLong: Bool { order == .random && !filter.isEmpty }

    func reply(in context: ReadContext) throws -> JSON {
        let selection = try context.selection(filter)
        if order == .random { return try sample(selection, in: context) }
        let direction: EntryListing.Order = order == .newest ? .newest : .oldest
        let page = try PagedReply(
            after: try position(in: context),
            limit: .init(count: limit, byteCount: Limits.replyContent, batchLength: 64),
            fetch: { position, count in
                let listing = EntryListing(
                    selection,
                    order: direction,
                    limit: count,
                    after: position
                )
                return try listing.fetch(in: context.models)
                    .marked(for: include, in: context.models)
            },
            encode: encode,
            byteCount: \.count,
            advance: { _, marked in EntryListing.Position(of: marked.entry) }
        )
        return Reply.json(
            page.items,
            include: include,
            nextPage: page.next.map { position in
                PageCursor(epoch: context.epoch, queryHash: queryHash, position: position.numbers)
            },
            cursor: context.cursor
        )
    }

    /// Returns a random selection, or as much of it as fits into a reply.
    private func sample(_ selection: EntrySelection, in context: ReadContext) throws -> JSON {
        guard page == nil else {
            throw ProtocolError(.cursorInvalid, "a random list has no further pages")
        }
        var generator = SecureRandom()
        let identifiers = try EntrySample(selection, count: limit)
            .identifiers(in: context.models, using: &generator)
        let items = try PagedReply(
            after: 0,
            limit: .init(count: limit, byteCount: Limits.replyContent, batchLength: 64),
            fetch: { start, count in
                let start = start ?? 0
                let batch = Array(identifiers[start...].prefix(count))
                return try EntrySelection.entries(batch, inOrderIn: context.models)
                    .marked(for: include, in: context.models)
            },
            encode: encode,
            byteCount: \.count,
            advance: { start, _ in (start ?? 0) + 1 }
        ).items
        return Reply.json(items, include: include, nextPage: nil, cursor: context.cursor)
    }

    private func encode(_ marked: MarkedEntry) -> [UInt8] {
        guard let record = marked.record(include) else {
            let entry = marked.entry
            return EntryRevision(id: entry.entryID, revision: Int64(entry.revision)).json
                .serialized()
        }
        return record.serialized()
    }

    private func position(in context: ReadContext) throws -> EntryListing.Position? {
        guard let page else { return nil }
        try page.require(queryHash, in: context)
        guard let position = EntryListing.Position(numbers: page.position) else {
            throw ProtocolError(.cursorInvalid, "the page cursor is invalid for a listing")
        }
        return position
    }
}

extension PageCursor {
    /// Checks that the page belongs to this store and this query.
    func require(_ queryHash: UInt64, in context: ReadContext) throws {
        guard epoch == context.epoch else {
            throw ProtocolError(
                .cursorForeign,
                "the page cursor belongs to another store",
                details: ["cursor": context.cursor.json]
            )
        }
        guard self.queryHash == queryHash else {
            throw ProtocolError(.cursorInvalid, "the page cursor belongs to another query")
        }
    }
}

extension EntryListing.Position {
    /// The numbers that a page cursor contains.
    var numbers: [Int64] {
        let (high, low) = uuid.halves
        return [milliseconds, Int64(bitPattern: high), Int64(bitPattern: low)]
    }

    /// Creates a position from the numbers of a page cursor, or returns nil if they are invalid.
    init?(numbers: [Int64]) {
        guard numbers.count == 3 else { return nil }
        let high = UInt64(bitPattern: numbers[1])
        let low = UInt64(bitPattern: numbers[2])
        self.init(milliseconds: numbers[0], uuid: UUID(high: high, low: low))
    }
}
