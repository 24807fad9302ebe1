// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A step that can be undone or redone.
package struct StepRecord: ProtocolObject, Equatable {
    /// The maximum number of ids and of names.
    package static let maximumIDCount = 10

    /// A change that cannot be undone.
    package struct Obstacle: ProtocolObject, Equatable {
        /// The kind of the change, such as `purge`; later versions may have others.
        package var kind: String
        /// The change in words for people, such as `2 entries were deleted permanently`.
        package var message: String
        /// The name of the notebook or the tag, if the change is that of one.
        package var name: String?

        /// Describes a change.
        package init(kind: String, message: String, name: String? = nil) {
            self.kind = kind
            self.message = message
            self.name = name
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            kind = try fields.required("kind", \.kind)
            message = try fields.required("message", \.message)
            name = try fields.optional("name", \.name)
        }
    }

    /// The identity, which the client has chosen.
    package var id: EntryID
    /// The name of the client.
    package var client: String
    /// The command of the client, or the name of a method.
    package var command: String
    /// The time at which the step began.
    package var time: Timestamp
    /// The number of its last commit.
    package var revision: Int64
    /// The number of changes of entries and names.
    package var changeCount: Int
    /// Some of the entries that the last commit changed.
    package var ids: [EntryID]
    /// Some of the names that the last commit changed.
    package var renamings: [NameChange]
    /// The reason why the step cannot be undone; nil if it can.
    package var obstacle: Obstacle?

    /// Describes a step.
    package init(
        id: EntryID,
        client: String,
        command: String,
        time: Timestamp,
        revision: Int64,
        changeCount: Int,
        ids: [EntryID] = [],
        renamings: [NameChange] = [],
        obstacle: Obstacle? = nil
    ) {
        self.id = id
        self.client = client
        self.command = command
        self.time = time
        self.revision = revision
        self.changeCount = changeCount
        self.ids = ids
        self.renamings = renamings
        self.obstacle = obstacle
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        client = try fields.required("client", \.client)
        command = try fields.required("command", \.command)
        time = try fields.required("time", \.time)
        revision = try fields.required("rev", \.revision)
        changeCount = try fields.required("changes", \.changeCount)
        ids = try fields.sent("ids", \.ids, ifAbsent: [])
        renamings = try fields.optional("renamings", \.renamings, default: [])
        obstacle = try fields.optional("obstacle", \.obstacle)
    }
}

/// The new name of a notebook or a tag.
package struct NameChange: ProtocolObject, Equatable {
    /// The kind of an object with a name.
    package enum Kind: String, Sendable, CaseIterable, FieldValue {
        case notebook
        case tag
    }

    /// The kind of the object.
    package var kind: Kind
    /// The id of the object.
    package var id: String
    /// The name before the change.
    package var formerName: String
    /// The name after the change.
    package var name: String

    /// Describes a new name.
    package init(_ kind: Kind, id: String, from formerName: String, to name: String) {
        self.kind = kind
        self.id = id
        self.formerName = formerName
        self.name = name
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        kind = try fields.required("kind", \.kind)
        id = try fields.required("id", \.id)
        formerName = try fields.required("formerName", \.formerName)
        name = try fields.required("name", \.name)
    }
}
