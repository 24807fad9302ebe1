// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The net change of one object.
package struct ChangeItem: ProtocolObject, Equatable {
    /// The kinds of changes.
    package enum Operation: String, Sendable, CaseIterable, FieldValue {
        case create
        case update
        case delete
    }

    /// The kinds of objects.
    package enum ObjectKind: String, Sendable, CaseIterable, FieldValue {
        case entry
        case notebook
        case tag
    }

    /// The kind of change as seen through the filter: an entry that no longer matches is deleted.
    package var operation: Operation
    /// The kind of object.
    package var kind: ObjectKind
    /// The UUID of the object in text form.
    package var id: String
    /// The number of the commit that changed the object.
    package var revision: Int64
    /// The name of a notebook or tag; nil for a deletion that was read from history.
    package var name: String?
    /// The entry, if the subscription includes it and it fits in a notification; its last state
    /// in a deletion.
    package var entry: EntryRecord?
    /// Whether the entry was omitted because it does not fit in a notification.
    package var truncated: Bool

    /// Creates an item.
    package init(
        operation: Operation,
        kind: ObjectKind,
        id: String,
        revision: Int64,
        name: String? = nil,
        entry: EntryRecord? = nil,
        truncated: Bool = false
    ) {
        self.operation = operation
        self.kind = kind
        self.id = id
        self.revision = revision
        self.name = name
        self.entry = entry
        self.truncated = truncated
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        operation = try fields.required("op", \.operation)
        kind = try fields.required("kind", \.kind)
        id = try fields.required("id", \.id)
        revision = try fields.required("rev", \.revision)
        name = try fields.optional("name", \.name)
        entry = try fields.optional("entry", \.entry)
        truncated = try fields.optional("truncated", \.truncated, default: false)
    }
}
