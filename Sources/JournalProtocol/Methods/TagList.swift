// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads every tag, sorted by name.
package struct TagList: MethodCall {
    package static let method = MethodName.tagList

    /// Asks for all of them.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }

    /// The tags.
    package struct Reply: JSONConvertible, Equatable {
        /// All of them, sorted by name.
        package var tags: [TagRecord]
        /// Where the history stood.
        package var cursor: Cursor

        /// Answers with tags.
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
