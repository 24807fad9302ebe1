// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A row of a live list.
package struct ListedEntry: ProtocolObject, Equatable {
    /// The id of the entry.
    package var id: String
    /// The number of the commit that last changed the entry.
    package var revision: Int64
    /// The title of the group; nil in a list without groups.
    package var group: String?
    /// The entry, if the list includes it and it fits in a notification.
    package var entry: EntryRecord?
    /// Whether the entry was omitted because of its size.
    package var truncated: Bool

    /// Creates a row.
    package init(
        id: String,
        revision: Int64,
        group: String? = nil,
        entry: EntryRecord? = nil,
        truncated: Bool = false
    ) {
        self.id = id
        self.revision = revision
        self.group = group
        self.entry = entry
        self.truncated = truncated
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        revision = try fields.required("rev", \.revision)
        group = try fields.optional("group", \.group)
        entry = try fields.optional("entry", \.entry)
        truncated = try fields.optional("truncated", \.truncated, default: false)
    }
}

/// An edit of the rows of a live list, to be applied after those before it.
package struct ListItem: ProtocolObject, Equatable {
    /// The kinds of edits.
    package enum Operation: String, Sendable, CaseIterable, FieldValue {
        /// Inserts the row at `index`.
        case insert
        /// Removes the row at `index`.
        case delete
        /// Removes the row at `from` and inserts it at `index` of the remaining rows.
        case move
        /// Replaces the row at `index`.
        case update
    }

    /// The kind of edit.
    package var operation: Operation
    /// The position of the row.
    package var index: Int
    /// The former position of a row that moves.
    package var from: Int?
    /// The row; its last state, without the entry, if it is removed.
    package var row: ListedEntry

    /// Creates an edit.
    package init(operation: Operation, index: Int, from: Int? = nil, row: ListedEntry) {
        self.operation = operation
        self.index = index
        self.from = from
        self.row = row
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        operation = try fields.required("op", \.operation)
        index = try fields.required("index", \.index)
        from = try fields.optional("from", \.from)
        row = try fields.embedded(\.row)
    }
}

extension ListItem {
    /// Applies the edit to rows.
    ///
    /// - Returns: False if a position is outside the rows, which only a defect can cause.
    package func apply(to rows: inout [ListedEntry]) -> Bool {
        switch operation {
        case .insert:
            guard (0...rows.count).contains(index) else { return false }
            rows.insert(row, at: index)
        case .delete:
            guard rows.indices.contains(index) else { return false }
            rows.remove(at: index)
        case .move:
            guard let from, rows.indices.contains(from), rows.indices.contains(index) else {
                return false
            }
            rows.remove(at: from)
            rows.insert(row, at: index)
        case .update:
            guard rows.indices.contains(index) else { return false }
            rows[index] = row
        }
        return true
    }
}
