// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
