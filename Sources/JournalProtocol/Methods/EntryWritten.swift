// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The reply of all methods that write an entry, sent once the write is on disk.
package struct EntryWritten: ProtocolObject, Equatable {
    /// The id of the entry.
    package var id: EntryID
    /// The revision of the entry after the write.
    package var revision: Int64
    /// The position in the history after the write.
    package var cursor: Cursor
    /// Whether `entry.create` created the entry rather than found it; nil for other methods.
    package var created: Bool?
    /// The entry after the write, if the request included it.
    package var entry: EntryRecord?

    /// Creates a reply.
    package init(
        id: EntryID,
        revision: Int64,
        cursor: Cursor,
        created: Bool? = nil,
        entry: EntryRecord? = nil
    ) {
        self.id = id
        self.revision = revision
        self.cursor = cursor
        self.created = created
        self.entry = entry
    }

    @inline(__always)
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        revision = try fields.required("rev", \.revision)
        cursor = try fields.required("cursor", \.cursor)
        created = try fields.optional("created", \.created)
        entry = try fields.optional("entry", \.entry)
    }
}
