// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Moves an entry to the trash, if it is not there already.
package struct EntryDelete: MethodCall {
    package typealias Reply = EntryWritten
    package static let method = MethodName.entryDelete

    /// The entry to move.
    package var id: EntryReference
    /// The revision that the caller has seen; any other current revision is a conflict.
    package var ifRevision: Int64?

    /// Creates a request that moves an entry to the trash.
    package init(id: EntryReference, ifRevision: Int64? = nil) {
        self.id = id
        self.ifRevision = ifRevision
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        ifRevision = try fields.optional("ifRev", \.ifRevision)
    }
}

/// Restores an entry from the trash; no effect on other entries.
package struct EntryRestore: MethodCall {
    package typealias Reply = EntryWritten
    package static let method = MethodName.entryRestore

    /// The entry to restore.
    package var id: EntryReference
    /// The amount of detail about the entry in the reply.
    package var include: Include

    /// Creates a request that restores an entry.
    package init(id: EntryReference, include: Include = .ids) {
        self.id = id
        self.include = include
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        include = try fields.optional("include", \.include, default: .ids)
    }
}
