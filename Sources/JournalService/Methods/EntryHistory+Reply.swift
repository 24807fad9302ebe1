// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntryHistory: ReadMethod {
    func reply(in context: ReadContext) throws -> JSON {
        let listing = VersionListing(of: try context.entry(id))
        if let version { return try reply(with: version, of: listing, in: context) }
        let page = try PagedReply(
            after: try position(in: context),
            limit: .init(count: limit, byteCount: Limits.replyContent, batchLength: 16),
            fetch: { position, count in
                try listing.fetch(in: context.models, after: position, limit: count)
            },
            encode: { earlier in
                let version = EntryVersion(earlier)
                return include == .full ? version : version.summary
            },
            byteCount: { $0.json.serialized().count },
            advance: { _, earlier in VersionListing.Position(of: earlier) }
        )
        return Reply(
            versions: page.items,
            nextPage: page.next.map { position in
                let (high, low) = position.uuid.halves
                return PageCursor(
                    epoch: context.epoch,
                    queryHash: queryHash,
                    position: [
                        position.milliseconds, Int64(bitPattern: high), Int64(bitPattern: low),
                    ]
                )
            },
            cursor: context.cursor
        ).json
    }

    private func reply(
        with version: EntryID,
        of listing: VersionListing,
        in context: ReadContext
    ) throws -> JSON {
        guard let earlier = try listing.text(version.uuid, in: context.models) else {
            throw JournalError(.versionNotFound, "entry \(id) has no version \(version)")
        }
        try earlier.requireReadableText()
        return Reply(versions: [EntryVersion(earlier)], cursor: context.cursor).json
    }

    private func position(in context: ReadContext) throws -> VersionListing.Position? {
        guard let page else { return nil }
        try page.require(queryHash, in: context)
        guard page.position.count == 3 else {
            throw ProtocolError(.cursorInvalid, "the page cursor is invalid for a history")
        }
        let high = UInt64(bitPattern: page.position[1])
        let low = UInt64(bitPattern: page.position[2])
        return VersionListing.Position(
            milliseconds: page.position[0],
            uuid: UUID(high: high, low: low)
        )
    }
}

extension EntryVersion {
    /// Creates the version of a stored text.
    init(_ earlier: EarlierText) {
        self.init(
            id: EntryID(earlier.uuid),
            replacedAt: Timestamp(earlier.replacedAt),
            text: earlier.text,
            isUnreadable: earlier.isUnreadable
        )
    }
}
