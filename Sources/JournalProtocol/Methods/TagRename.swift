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

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        tag = try fields.required("tag")
        name = try fields.required("name")
        merge = try fields.optional("merge") ?? false
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("tag", tag)
        object.append("name", name)
        object.append("merge", merge ? true : nil)
        return .object(object)
    }

    /// The tag after the write.
    package struct Reply: JSONConvertible, Equatable {
        /// The tag under its new name, or the tag that it was merged into.
        package var tag: TagRecord
        /// The position in the history after the write.
        package var cursor: Cursor

        /// Creates a reply.
        package init(tag: TagRecord, cursor: Cursor) {
            self.tag = tag
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            tag = try fields.required("tag")
            cursor = try fields.required("cursor")
        }

        package var json: JSON { ["tag": tag.json, "cursor": cursor.json] }
    }
}
