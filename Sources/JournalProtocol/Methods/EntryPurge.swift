// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Deletes entries permanently, with everything that the store keeps of them.
package struct EntryPurge: MethodCall {
    package static let method = MethodName.entryPurge

    /// The entries to delete, whether or not they are in the trash.
    package var ids: [EntryReference]

    /// Creates a request that deletes entries.
    package init(ids: [EntryReference]) { self.ids = ids }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        guard let ids: [EntryReference] = try fields.array("ids") else {
            throw InvalidParams("is required").under("ids")
        }
        guard (1...Limits.batch).contains(ids.count) else {
            throw InvalidParams("expected 1 to \(Limits.batch) ids, got \(ids.count)").under("ids")
        }
        self.ids = ids
    }

    package var json: JSON { ["ids": .array(ids.map(\.json))] }

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
