// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Lists all tags, sorted by name.
package struct TagList: MethodCall {
    package static let method = MethodName.tagList

    /// Creates a request for the list.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }

    /// The list of tags.
    package struct Reply: JSONConvertible, Equatable {
        /// All tags, sorted by name.
        package var tags: [TagRecord]
        /// The position in the history at which the list was read.
        package var cursor: Cursor

        /// Creates a reply.
        package init(tags: [TagRecord], cursor: Cursor) {
            self.tags = tags
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            tags = try fields.array("tags") ?? []
            cursor = try fields.required("cursor")
        }

        package var json: JSON { ["tags": .array(tags.map(\.json)), "cursor": cursor.json] }
    }
}
