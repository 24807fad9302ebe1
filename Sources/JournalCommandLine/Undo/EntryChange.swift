// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The change of one entry in a step.
package struct EntryChange: Sendable, Equatable {
    /// The kind of a change.
    package enum Action: String, Sendable, CaseIterable, JSONConvertible {
        case create
        case edit
        case delete
        case restore
    }

    /// The entry.
    package var id: EntryID
    /// The kind of the change.
    package var action: Action
    /// The revision of the entry after the change.
    package var revision: Int64
    /// The revision of the entry before the change, or nil if it did not exist.
    package var formerRevision: Int64?
    /// The values that an edit replaced.
    package var former: FormerValues?

    /// Describes the creation of an entry.
    package init(created written: EntryWritten) {
        self.init(created: written.id, revision: written.revision)
    }

    /// Describes the creation of an entry with a revision.
    package init(created id: EntryID, revision: Int64) {
        self.id = id
        action = .create
        self.revision = revision
    }

    /// Describes a move to the trash or back.
    package init(_ action: Action, _ before: EntryRecord, _ written: EntryWritten) {
        id = written.id
        self.action = action
        revision = written.revision
        formerRevision = before.revision
    }

    /// Describes an edit; returns nil if it changed nothing.
    ///
    /// - Parameters:
    ///   - before: The entry that was read.
    ///   - change: The edit.
    ///   - written: The reply, which includes the entry.
    package init?(_ before: EntryRecord, _ change: EntryUpdate, _ written: EntryWritten) {
        guard let after = written.entry, written.revision != before.revision else { return nil }
        let isTextChanged = change.text?.utf8.elementsEqual(before.text.utf8) == false
        self.init(.edit, before, written)
        former = FormerValues(before, after, isTextChanged: isTextChanged)
    }
}

extension EntryChange: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        action = try fields.required("action")
        revision = try fields.required("rev")
        formerRevision = try fields.optional("formerRev")
        former = try fields.optional("former")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("action", action)
        object.append("rev", revision)
        object.append("formerRev", formerRevision)
        object.append("former", former)
        return .object(object)
    }
}
