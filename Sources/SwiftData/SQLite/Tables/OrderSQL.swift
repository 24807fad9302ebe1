// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that read and set positions in an ordered relationship.
struct OrderSQL {
    /// Selects the related models of an owner with their positions, in order.
    let positions: String
    /// Selects the highest position of an owner; NULL if there is none.
    let last: String
    /// Sets the position of a model: position, owner, model.
    let update: String

    init(_ column: OrderColumn) {
        let (table, name) = (SQLText.quoted(column.table), SQLText.quoted(column.name))
        let (owner, target) = (SQLText.quoted(column.owner), SQLText.quoted(column.target))
        positions = """
            SELECT \(target), \(name) FROM \(table) WHERE \(owner) = ? ORDER BY \(name), \(target)
            """
        last = "SELECT max(\(name)) FROM \(table) WHERE \(owner) = ?"
        update = "UPDATE \(table) SET \(name) = ? WHERE \(owner) = ? AND \(target) = ?"
    }
}
