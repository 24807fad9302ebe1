// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that add and remove the pairs of a join table.
struct JoinSQL {
    let add: String
    let remove: String

    init(_ table: JoinTable) {
        let (name, left, right) = (
            SQLText.quoted(table.name), SQLText.quoted(table.leftColumn),
            SQLText.quoted(table.rightColumn)
        )
        add = "INSERT OR IGNORE INTO \(name)(\(left), \(right)) VALUES (?, ?)"
        remove = "DELETE FROM \(name) WHERE \(left) = ? AND \(right) = ?"
    }
}
