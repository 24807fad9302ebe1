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

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        guard let ids: [EntryReference] = try fields.array("ids") else {
            throw InvalidParams("is required").under("ids")
        }
        guard (1...Limits.batch).contains(ids.count) else {
            throw InvalidParams("expected 1 to \(Limits.batch) ids, got \(ids.count)").under("ids")
        }
        self.ids = ids
        isFollowed = try fields.optional("more") ?? false
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("ids", each: ids)
        object.append("more", isFollowed ? true : nil)
        return .object(object)
    }

    /// The effect of the write.
    package struct Reply: JSONConvertible, Equatable {
        /// The number of deleted entries.
        package var purgedCount: Int
        /// The position in the history after the write.
        package var cursor: Cursor

        /// Creates a reply.
        package init(purgedCount: Int, cursor: Cursor) {
            self.purgedCount = purgedCount
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            purgedCount = try fields.required("purged")
            cursor = try fields.required("cursor")
        }

        package var json: JSON { ["purged": purgedCount.json, "cursor": cursor.json] }
    }
}
