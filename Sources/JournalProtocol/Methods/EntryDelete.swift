// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Moves an entry to the trash; one that is there already stays as it is.
package struct EntryDelete: MethodCall {
    package typealias Reply = EntryWritten
    package static let method = MethodName.entryDelete

    /// Which entry.
    package var id: EntryReference
    /// The revision the caller saw; another one now is a conflict and nothing is changed.
    package var ifRevision: Int64?

    /// Names an entry.
    package init(id: EntryReference, ifRevision: Int64? = nil) {
        self.id = id
        self.ifRevision = ifRevision
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        ifRevision = try fields.optional("ifRev")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("ifRev", ifRevision)
        return .object(object)
    }
}

/// Takes an entry out of the trash; one that is not there stays as it is.
package struct EntryRestore: MethodCall {
    package typealias Reply = EntryWritten
    package static let method = MethodName.entryRestore

    /// Which entry.
    package var id: EntryReference
    /// How much of the entry the reply carries.
    package var include: Include

    /// Names an entry.
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
