// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Deletes entries permanently, with everything that the store keeps of them.
package struct EntryPurge: MethodCall {
    package static let method = MethodName.entryPurge

    /// The entries to delete, whether or not they are in the trash.
    package var ids: [EntryReference]
    /// Whether another purge follows, so that the content of both is overwritten once.
    package var isFollowed: Bool

    /// Creates a request that deletes entries.
    package init(ids: [EntryReference], isFollowed: Bool = false) {
        self.ids = ids
        self.isFollowed = isFollowed
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        ids = try fields.required("ids", \.ids, as: .array(1...Limits.batch, of: "ids"))
        isFollowed = try fields.optional("more", \.isFollowed, default: false)
    }

    /// The effect of the write.
    package struct Reply: ProtocolObject, Equatable {
        /// The number of deleted entries.
        package var purgedCount: Int
        /// The position in the history after the write.
        package var cursor: Cursor

        /// Creates a reply.
        package init(purgedCount: Int, cursor: Cursor) {
            self.purgedCount = purgedCount
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            purgedCount = try fields.required("purged", \.purgedCount)
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}

/// Deletes the entries in the trash permanently.
package struct TrashEmpty: MethodCall {
    package typealias Reply = EntryPurge.Reply
    package static let method = MethodName.trashEmpty

    /// The instant before which entries were moved into the trash that are deleted; nil for all.
    package var before: Timestamp?

    /// Creates a request that empties the trash.
    package init(before: Timestamp? = nil) { self.before = before }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        before = try fields.optional("before", \.before)
    }
}
