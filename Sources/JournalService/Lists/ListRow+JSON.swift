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
    func json(group: String?) -> [UInt8] {
        var members = JSONObjectText()
        append(to: &members, group: group, withEntry: true)
        return members.finished()
    }

    /// Returns the JSON text of an edit of a list.
    func json(_ edit: ListEdit, group: String?) -> [UInt8] {
        var members = JSONObjectText()
        var isDeletion = false
        func begin(_ operation: ListItem.Operation, at index: Int) {
            members.append("op", operation)
            members.append("index", index)
        }
        switch edit {
        case .insert(let index): begin(.insert, at: index)
        case .delete(let index):
            begin(.delete, at: index)
            isDeletion = true
        case .move(let from, let index):
            begin(.move, at: index)
            members.append("from", from)
        case .update(let index): begin(.update, at: index)
        }
        append(to: &members, group: group, withEntry: !isDeletion)
        return members.finished()
    }

    private func append(to members: inout JSONObjectText, group: String?, withEntry: Bool) {
        members.append("id", id)
        members.append("rev", revision)
        members.append("group", group)
        guard withEntry else { return }
        if !entry.isEmpty { members.append("entry", JSON.encoded(entry)) }
        if isTruncated { members.append("truncated", true) }
    }
}
