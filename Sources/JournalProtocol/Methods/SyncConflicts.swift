// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Lists the versions that were replaced unseen on another machine, the newest first.
package struct SyncConflicts: MethodCall {
    package static let method = MethodName.syncConflicts

    /// The entry with the conflicts; nil for all entries.
    package var id: EntryReference?
    /// The maximum number of conflicts; the daemon may return fewer to limit the size of the reply.
    package var limit: Int

    /// Creates a request.
    package init(id: EntryReference? = nil, limit: Int = Limits.defaultPage) {
        self.id = id
        self.limit = limit
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.optional("id", \.id)
        limit = try fields.optional("limit", \.limit, default: Limits.defaultPage, as: .pageLength)
    }

    /// The first conflicts.
    package struct Reply: ProtocolObject, Equatable {
        /// The conflicts, the newest first.
        package var conflicts: [SyncConflict]
        /// The number of all conflicts.
        package var count: Int

        /// Creates a reply.
        package init(conflicts: [SyncConflict], count: Int) {
            self.conflicts = conflicts
            self.count = count
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            conflicts = try fields.sent("conflicts", \.conflicts, ifAbsent: [])
            count = try fields.required("count", \.count)
        }
    }
}

/// Settles a conflict: the text of the entry stays, or the kept one takes its place.
package struct SyncResolve: MethodCall {
    package typealias Reply = EntryWritten
    package static let method = MethodName.syncResolve

    /// The entry.
    package var id: EntryReference
    /// The text that another machine replaced.
    package var version: EntryID
    /// Whether the version becomes the text of the entry.
    package var restore: Bool

    /// Creates a request.
    package init(id: EntryReference, version: EntryID, restore: Bool = false) {
        self.id = id
        self.version = version
        self.restore = restore
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        version = try fields.required("version", \.version)
        restore = try fields.optional("restore", \.restore, default: false)
    }
}

/// The text of an entry and one that it replaced unseen.
package struct SyncConflict: ProtocolObject, Equatable, Sendable {
    /// The entry.
    package var entry: EntryID
    /// The beginning of its text.
    package var text: String
    /// The other text, at the time of its writing.
    package var version: EntryVersion
    /// The time at which the entry was moved to the trash, or nil if it is not there.
    package var trashedAt: Timestamp?

    /// Creates a conflict.
    package init(
        entry: EntryID,
        text: String,
        version: EntryVersion,
        trashedAt: Timestamp? = nil
    ) {
        self.entry = entry
        self.text = text
        self.version = version
        self.trashedAt = trashedAt
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        entry = try fields.required("entry", \.entry)
        text = try fields.required("text", \.text)
        version = try fields.required("version", \.version)
        trashedAt = try fields.optional("trashedAt", \.trashedAt)
    }
}
