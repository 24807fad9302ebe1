// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns an entry with its full text, whether or not it is in the trash.
package struct EntryGet: MethodCall {
    package static let method = MethodName.entryGet

    /// The entry to return.
    package var id: EntryReference

    /// Whether an entry whose text is damaged is returned without its text, instead of an error.
    package var allowsUnreadable: Bool

    /// Creates a request for an entry.
    package init(id: EntryReference, allowsUnreadable: Bool = false) {
        self.id = id
        self.allowsUnreadable = allowsUnreadable
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        allowsUnreadable = try fields.optional(
            "allowUnreadable",
            \.allowsUnreadable,
            default: false
        )
    }

    /// The entry and the position in the history at which it was read.
    package struct Reply: ProtocolObject, Equatable {
        /// The entry with its full text.
        package var entry: EntryRecord
        /// The position in the history at which the entry was read.
        package var cursor: Cursor

        /// Creates a reply.
        package init(entry: EntryRecord, cursor: Cursor) {
            self.entry = entry
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            entry = try fields.required("entry", \.entry)
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
