// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Gives a tag another name on every entry that has it.
package struct TagRename: MethodCall {
    package static let method = MethodName.tagRename

    /// The name it has.
    package var tag: String
    /// The name it gets.
    package var name: String
    /// Whether a tag that has the new name already takes over; without it that is an error.
    package var merge: Bool

    /// Names the tag twice.
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
        /// The tag under its new name.
        package var tag: TagRecord
        /// Where the history stands.
        package var cursor: Cursor

        /// Describes the write.
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
