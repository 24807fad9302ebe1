// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Deletes the entries in the trash permanently.
package struct TrashEmpty: MethodCall {
    package typealias Reply = EntryPurge.Reply
    package static let method = MethodName.trashEmpty

    /// The instant before which entries were moved into the trash that are deleted; nil for all.
    package var before: Timestamp?

    /// Creates a request that empties the trash.
    package init(before: Timestamp? = nil) { self.before = before }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        before = try fields.optional("before", \.before)
    }
}
