// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
