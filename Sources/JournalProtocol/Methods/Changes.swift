// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// What was committed between two places in the history, for one subscription.
package struct Changes: NotificationContent {
    package static let method = "changes"

    /// Whose changes.
    package var subscription: RequestID
    /// The place before them.
    package var from: Cursor
    /// The place after them; a client keeps it once it has handled all of them.
    package var to: Cursor
    /// What changed, one item for each thing, in the order of their last change.
    package var items: [ChangeItem]
    /// Whether the next notification goes on with the same commits.
    package var more: Bool

    /// Describes changes.
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
    /// The line of the notification, without its newline, with items that are JSON texts already.
    ///
    /// The same item goes to many subscriptions; only what differs is put together anew.
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

/// One thing that changed.
package struct ChangeItem: JSONConvertible, Equatable {
    /// What happened to it.
    package enum Operation: String, Sendable, CaseIterable, JSONConvertible {
        case create
        case update
        case delete
    }

    /// What it is.
    package enum Kind: String, Sendable, CaseIterable, JSONConvertible {
        case entry
        case notebook
        case tag
    }

    /// What happened, as the subscription's filter sees it: an entry that leaves it is deleted.
    package var operation: Operation
    /// What it is.
    package var kind: Kind
    /// The identity, a UUID in text form.
    package var id: String
    /// The number of the commit that changed it.
    package var revision: Int64
    /// The name of a notebook or a tag that was not deleted.
    package var name: String?
    /// The entry, when the subscription asked for it and it fits.
    package var entry: EntryRecord?
    /// Whether the entry was left out because it does not fit a notification.
    package var truncated: Bool

    /// Describes a change.
    package init(
        operation: Operation,
        kind: Kind,
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

/// Tells that a subscription missed history that is gone: read again, changes go on after `to`.
package struct Reset: NotificationContent {
    package static let method = "reset"

    /// Whose subscription.
    package var subscription: RequestID
    /// The place up to which everything was sent.
    package var from: Cursor
    /// The place after which changes go on.
    package var to: Cursor

    /// Describes a gap.
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

/// Tells that a subscription is over without the client having asked.
package struct End: NotificationContent {
    package static let method = "end"

    /// Whose subscription.
    package var subscription: RequestID
    /// Why: `shutdown`, or another word of a later version.
    package var reason: String

    /// Describes an end.
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
