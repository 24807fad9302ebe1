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

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        include = try fields.optional("include") ?? .ids
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("include", include == .ids ? nil : include)
        return .object(object)
    }
}
