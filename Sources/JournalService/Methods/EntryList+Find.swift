// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntryList: ReadMethod {
    func find(from desk: ReadDesk) throws -> Reply {
        let place = try place(in: desk)
        var run = PageRun(
            selection: try desk.selection(filter),
            order: order == .newest ? .newest : .oldest,
            include: include,
            limit: limit,
            after: place
        )
        try run.fill(from: desk.context)
        return reply(run.entries, run.next, desk)
    }

    private func reply(
        _ entries: [PageRun.Item],
        _ next: EntryListing.Place?,
        _ desk: ReadDesk
    ) -> Reply {
        Reply(
            entries: entries.compactMap(\.record),
            ids: include == .ids ? entries.map(\.version) : nil,
            nextPage: next.map { place in
                PageCursor(epoch: desk.epoch, question: question, position: place.numbers)
            },
            cursor: desk.cursor
        )
    }

    private func place(in desk: ReadDesk) throws -> EntryListing.Place? {
        guard let page else { return nil }
        try page.require(question, in: desk)
        guard let place = EntryListing.Place(numbers: page.position) else {
            throw ProtocolError(.cursorInvalid, "the page is not one of this listing")
        }
        return place
    }
}

extension PageCursor {
    /// Checks that the page belongs to this store and this question.
    func require(_ question: UInt64, in desk: ReadDesk) throws {
        guard epoch == desk.epoch else {
            throw ProtocolError(
                .cursorForeign,
                "the page is of another store",
                details: ["cursor": desk.cursor.json]
            )
        }
        guard self.question == question else {
            throw ProtocolError(.cursorInvalid, "the page belongs to another question")
        }
    }
}

/// Reads a page in pieces, until it is full or as long as a reply may be.
///
/// A thousand entries of half a megabyte each must never be in memory together.
struct PageRun {
    struct Item {
        let version: EntryVersion
        let record: EntryRecord?
    }

    /// How many bytes of entries a reply has at most, unless it is a single entry.
    private static let maximumReplyLength = Limits.reply - 4096
    private static let pieceLength = 64

    let selection: EntrySelection
    let order: EntryListing.Order
    let include: Include
    let limit: Int
    var after: EntryListing.Place?
    private(set) var entries: [Item] = []
    /// Where the next page begins; nil when this is the last one.
    private(set) var next: EntryListing.Place?
    private var size = 0

    init(
        selection: EntrySelection,
        order: EntryListing.Order,
        include: Include,
        limit: Int,
        after: EntryListing.Place?
    ) {
        self.selection = selection
        self.order = order
        self.include = include
        self.limit = limit
        self.after = after
    }

    mutating func fill(from context: ModelContext) throws {
        while true {
            let wanted = min(limit - entries.count + 1, Self.pieceLength)
            let listing = EntryListing(selection, order: order, limit: wanted, after: after)
            let piece = try context.fetch(listing.descriptor)
            for entry in piece {
                guard entries.count < limit, take(entry) else {
                    next = after
                    return
                }
                after = EntryListing.Place(of: entry)
            }
            if piece.count < wanted { return }
        }
    }

    private mutating func take(_ entry: Entry) -> Bool {
        let record = entry.record(include)
        size += record.map { $0.json.serialized().count + 1 } ?? 64
        guard size <= Self.maximumReplyLength || entries.isEmpty else { return false }
        entries.append(
            Item(
                version: EntryVersion(id: entry.entryID, revision: Int64(entry.revision)),
                record: record
            )
        )
        return true
    }
}

extension EntryListing.Place {
    /// The place as a page cursor carries it.
    var numbers: [Int64] {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        let halves = [bytes[..<8], bytes[8...]].map { half in
            Int64(bitPattern: half.reduce(0) { $0 << 8 | UInt64($1) })
        }
        return [milliseconds] + halves
    }

    /// The place that a page cursor carries.
    init?(numbers: [Int64]) {
        guard numbers.count == 3 else { return nil }
        let bytes = numbers[1...].flatMap { half in
            (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * Int64($0))) }
        }
        let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        guard let id = EntryReference(digits.joined())?.complete?.uuid else { return nil }
        self.init(milliseconds: numbers[0], uuid: id)
    }
}
