// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A notification of the edits that bring the rows of a live list from one position in the history
/// to another.
package struct ListChanges: NotificationContent {
    package static let method = "list.changes"

    /// The id of the list.
    package var list: RequestID
    /// The position before the edits.
    package var from: Cursor
    /// The position at which the rows equal those of the store, after the last edit.
    package var to: Cursor
    /// The edits, in the order in which they are to be applied.
    package var items: [ListItem]
    /// Whether the next notification continues the same edits.
    package var more: Bool

    /// Creates a notification.
    package init(
        list: RequestID,
        from: Cursor,
        to: Cursor,
        items: [ListItem],
        more: Bool = false
    ) {
        self.list = list
        self.from = from
        self.to = to
        self.items = items
        self.more = more
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        list = try fields.required("list", \.list)
        from = try fields.required("from", \.from)
        to = try fields.required("to", \.to)
        items = try fields.sent("items", \.items, ifAbsent: [])
        more = try fields.optional("more", \.more, default: false)
    }
}

extension ListChanges {
    /// Returns the serialized notification without a newline, from items that are serialized
    /// already.
    package func line(items: [[UInt8]]) -> [UInt8] {
        let capacity = items.reduce(512) { $0 + $1.count + 1 }
        return ServerNotification.line(Self.method, capacity: capacity) { members in
            members.append("list", list)
            members.append("from", from)
            members.append("to", to)
            members.append("items", items.map(JSON.encoded))
            members.append("more", more ? true : nil)
        }
    }
}
