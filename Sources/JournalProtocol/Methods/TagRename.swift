// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Renames a tag on all of its entries.
package struct TagRename: MethodCall {
    package static let method = MethodName.tagRename

    /// The current name of the tag.
    package var tag: String
    /// The new name.
    package var name: String
    /// Whether to merge the tag into an existing tag with the new name, which is an error
    /// otherwise.
    package var merge: Bool

    /// Creates a request that renames `tag` to `name`.
    package init(tag: String, name: String, merge: Bool = false) {
        self.tag = tag
        self.name = name
        self.merge = merge
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        tag = try fields.required("tag", \.tag)
        name = try fields.required("name", \.name)
        merge = try fields.optional("merge", \.merge, default: false)
    }

    /// The tag after the write.
    package struct Reply: ProtocolObject, Equatable {
        /// The tag under its new name, or the tag that it was merged into.
        package var tag: TagRecord
        /// The position in the history after the write.
        package var cursor: Cursor

        /// Creates a reply.
        package init(tag: TagRecord, cursor: Cursor) {
            self.tag = tag
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            tag = try fields.required("tag", \.tag)
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}

/// Replaces a tag by another one on all of its entries and deletes it.
package struct TagMerge: MethodCall {
    package typealias Reply = TagRename.Reply
    package static let method = MethodName.tagMerge

    /// The name of the tag that is deleted.
    package var tag: String
    /// The name of the tag that replaces it.
    package var target: String

    /// Creates a request that merges `tag` into `target`.
    package init(tag: String, into target: String) {
        self.tag = tag
        self.target = target
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        tag = try fields.required("tag", \.tag)
        target = try fields.required("into", \.target)
    }
}
