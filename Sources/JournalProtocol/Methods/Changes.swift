// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A notification of the changes between two positions in the history, for one subscription.
package struct Changes: NotificationContent {
    package static let method = "changes"

    /// The id of the subscription.
    package var subscription: RequestID
    /// The position before the changes.
    package var from: Cursor
    /// The position after the changes, which a client stores once it has handled all of them.
    package var to: Cursor
    /// The changes: one item per object, in the order of their last change.
    package var items: [ChangeItem]
    /// Whether the next notification continues the same range of commits.
    package var more: Bool

    /// Creates a notification.
    package init(
        subscription: RequestID,
        from: Cursor,
        to: Cursor,
        items: [ChangeItem],
        more: Bool = false
    ) {
        self.subscription = subscription
        self.from = from
        self.to = to
        self.items = items
        self.more = more
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        subscription = try fields.required("sub")
        from = try fields.required("from")
        to = try fields.required("to")
        items = try fields.array("items") ?? []
        more = try fields.optional("more") ?? false
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("sub", subscription)
        object.append("from", from)
        object.append("to", to)
        object.append("items", each: items)
        object.append("more", more ? true : nil)
        return .object(object)
    }
}

extension Changes {
    /// Returns the serialized notification without a newline, from items that are serialized
    /// already.
    ///
    /// Many subscriptions share the same serialized items; only the frame differs.
    package func line(items: [[UInt8]]) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(items.reduce(512) { $0 + $1.count + 1 })
        line += #"{"jsonrpc":"2.0","method":"changes","params":{"sub":"#.utf8
        subscription.json.append(to: &line)
        line += #","from":"#.utf8
        from.json.append(to: &line)
        line += #","to":"#.utf8
        to.json.append(to: &line)
        line += #","items":"#.utf8
        for (index, item) in items.enumerated() {
            line.append(UInt8(ascii: index == 0 ? "[" : ","))
            line += item
        }
        line += (items.isEmpty ? "[]" : "]").utf8
        line += (more ? #","more":true}}"# : "}}").utf8
        return line
    }
}

/// The net change of one object.
package struct ChangeItem: JSONConvertible, Equatable {
    /// The kinds of changes.
    package enum Operation: String, Sendable, CaseIterable, JSONConvertible {
        case create
        case update
        case delete
    }

    /// The kinds of objects.
    package enum ObjectKind: String, Sendable, CaseIterable, JSONConvertible {
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
    /// The name of a notebook or tag, unless it was deleted.
    package var name: String?
    /// The entry, if the subscription includes it and it fits in a notification.
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

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        operation = try fields.required("op")
        kind = try fields.required("kind")
        id = try fields.required("id")
        revision = try fields.required("rev")
        name = try fields.optional("name")
        entry = try fields.optional("entry")
        truncated = try fields.optional("truncated") ?? false
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("op", operation)
        object.append("kind", kind)
        object.append("id", id)
        object.append("rev", revision)
        object.append("name", name)
        object.append("entry", entry)
        object.append("truncated", truncated ? true : nil)
        return .object(object)
    }
}

/// A notification that history needed by a subscription is gone: the client must read its data
/// again.
package struct Reset: NotificationContent {
    package static let method = "reset"

    /// The id of the subscription.
    package var subscription: RequestID
    /// The position up to which all changes were sent.
    package var from: Cursor
    /// The position after which changes continue.
    package var to: Cursor

    /// Creates a notification.
    package init(subscription: RequestID, from: Cursor, to: Cursor) {
        self.subscription = subscription
        self.from = from
        self.to = to
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        subscription = try fields.required("sub")
        from = try fields.required("from")
        to = try fields.required("to")
    }

    package var json: JSON {
        ["sub": subscription.json, "from": from.json, "to": to.json]
    }
}

/// A notification that the daemon ended a subscription.
package struct End: NotificationContent {
    package static let method = "end"

    /// The id of the subscription.
    package var subscription: RequestID
    /// The reason: `shutdown`, or a value introduced by a later version.
    package var reason: String

    /// Creates a notification.
    package init(subscription: RequestID, reason: String) {
        self.subscription = subscription
        self.reason = reason
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        subscription = try fields.required("sub")
        reason = try fields.required("reason")
    }

    package var json: JSON { ["sub": subscription.json, "reason": .string(reason)] }
}
