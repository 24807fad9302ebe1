// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

extension ListRow {
    /// Returns the titles of the groups that contain the row; nil stands for no groups.
    ///
    /// - Parameters:
    ///   - grouping: The property by which rows are grouped.
    ///   - tagLimit: The maximum number of groups of tags.
    /// - Returns: The titles.
    func groups(by grouping: ListGrouping, tagLimit: Int = .max) -> [String?] {
        switch grouping {
        case .none: [nil]
        case .day: [day]
        case .notebook: [notebook]
        case .tag: tags.isEmpty ? [""] : Array(tags.prefix(tagLimit))
        }
    }
}

// MARK: - Encoding

extension ListRow {
    /// Returns the JSON text of the row.
    func json(group: String?) -> [UInt8] { object([], group: group, withEntry: true) }

    /// Returns the JSON text of an edit of a list.
    func json(_ edit: ListEdit, group: String?) -> [UInt8] {
        var members: [JSONObject.Member] = []
        func add(_ key: String, _ value: JSON) { members.append(.init(key: key, value: value)) }
        switch edit {
        case .insert(let index):
            add("op", ListItem.Operation.insert.json)
            add("index", index.json)
        case .delete(let index):
            add("op", ListItem.Operation.delete.json)
            add("index", index.json)
            return object(members, group: group, withEntry: false)
        case .move(let from, let index):
            add("op", ListItem.Operation.move.json)
            add("index", index.json)
            add("from", from.json)
        case .update(let index):
            add("op", ListItem.Operation.update.json)
            add("index", index.json)
        }
        return object(members, group: group, withEntry: true)
    }

    private func object(
        _ members: [JSONObject.Member],
        group: String?,
        withEntry: Bool
    ) -> [UInt8] {
        var object = JSONObject(members)
        object.append("id", id)
        object.append("rev", revision)
        object.append("group", group)
        if withEntry, !entry.isEmpty { object.append("entry", JSON.encoded(entry)) }
        if withEntry, isTruncated { object.append("truncated", true) }
        return JSON.object(object).serialized()
    }
}
