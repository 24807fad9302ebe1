// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that add and remove the pairs of a join table.
struct JoinSQL: Sendable {
    let add: String
    let remove: String
    let find: String

    init(_ table: JoinTable) {
        let (name, left, right) = (
            SQLText.quoted(table.name), SQLText.quoted(table.leftColumn),
            SQLText.quoted(table.rightColumn)
        )
        // A new pair is the last one of both models.
        let order = table.orderColumns.map { column in
            let (position, owner) = (SQLText.quoted(column.name), SQLText.quoted(column.owner))
            let parameter = column.owner == table.leftColumn ? "?1" : "?2"
            return (
                name: position,
                value: """
                (SELECT ifnull(max(\(position)), 0) + \(OrderColumn.gap) FROM \(name) \
                WHERE \(owner) = \(parameter))
                """
            )
        }
        let columns = ([left, right] + order.map(\.name)).joined(separator: ", ")
        let values = (["?1", "?2"] + order.map(\.value)).joined(separator: ", ")
        add = "INSERT OR IGNORE INTO \(name)(\(columns)) VALUES (\(values))"
        find = "SELECT 1 FROM \(name) WHERE \(left) = ? AND \(right) = ?"
        remove = "DELETE FROM \(name) WHERE \(left) = ? AND \(right) = ?"
    }
}
