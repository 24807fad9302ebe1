// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Lists all tags, sorted by name.
package struct TagList: MethodCall {
    package static let method = MethodName.tagList

    /// Creates a request for the list.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}

    /// The list of tags.
    package struct Reply: ProtocolObject, Equatable {
        /// All tags, sorted by name.
        package var tags: [TagRecord]
        /// The position in the history at which the list was read.
        package var cursor: Cursor

        /// Creates a reply.
        package init(tags: [TagRecord], cursor: Cursor) {
            self.tags = tags
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            tags = try fields.sent("tags", \.tags, ifAbsent: [])
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
