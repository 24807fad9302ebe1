// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Deletes all entries in the trash permanently.
package struct TrashEmpty: MethodCall {
    package typealias Reply = EntryPurge.Reply
    package static let method = MethodName.trashEmpty

    /// Creates a request that empties the trash.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }
}
