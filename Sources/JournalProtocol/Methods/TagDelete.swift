// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Removes a tag from all of its entries and deletes it.
package struct TagDelete: MethodCall {
    package static let method = MethodName.tagDelete

    /// The name of the tag.
    package var tag: String

    /// Creates a request that deletes a tag.
    package init(tag: String) { self.tag = tag }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        tag = try fields.required("tag", \.tag)
    }

    /// The effect of the write.
    package struct Reply: ProtocolObject, Equatable {
        /// The id of the deleted tag.
        package var id: String
        /// The number of entries that lost the tag, including those in the trash.
        package var entryCount: Int
        /// The position in the history after the write.
        package var cursor: Cursor

        /// Creates a reply.
        package init(id: String, entryCount: Int, cursor: Cursor) {
            self.id = id
            self.entryCount = entryCount
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            id = try fields.required("id", \.id)
            entryCount = try fields.required("entries", \.entryCount)
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
