// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Common table expressions that shadow tables with unsaved rows.
///
/// Each has the name of its table and merges the unsaved rows into the saved ones. The unsaved rows
/// are in the first parameter of the statement, and `PendingModule` reads them. SQLite distributes
/// the conditions of the query over both parts, and each of them uses its indexes.
enum PendingShadow {
    /// The parameter with the unsaved rows.
    private static var parameter: SQLText { "?1" }

    /// Returns the expression for an entity's table, of which some saved rows may be hidden.
    static func table(_ table: TableLayout, hidesRows: Bool) -> SQLText {
        let columns = columns(of: table)
        return shadow(
            table.name,
            columns: columns,
            hiding: hidesRows ? hides(table, key: .identifier(TableLayout.key)) : nil,
            unsaved: unsaved(table)
        )
    }

    /// Returns the expression for the saved rows of an entity's table that are not hidden.
    ///
    /// It always has the parameter, so that the other parameters of the statement keep their
    /// numbers.
    static func savedRows(of table: TableLayout, hidesRows: Bool) -> SQLText {
        let condition: SQLText =
            hidesRows
            ? "NOT \(hides(table, key: .identifier(TableLayout.key)))" : "\(parameter) IS NULL"
        let columns = columns(of: table)
        return """
            \(identifier: table.name)(\(columns)) AS NOT MATERIALIZED \
            (SELECT \(columns) FROM main.\(identifier: table.name) WHERE \(condition))
            """
    }

    /// Returns the expression for the unsaved rows of an entity's table.
    static func unsavedRows(of table: TableLayout) -> SQLText {
        let columns = columns(of: table)
        return """
            \(identifier: table.name)(\(columns)) AS NOT MATERIALIZED \
            (SELECT \(columns) FROM \(unsaved(table)))
            """
    }

    private static func columns(of table: TableLayout) -> SQLText {
        list([TableLayout.key] + table.columns.map(\.name))
    }

    /// Returns the test whether the saved row with a key is hidden.
    static func hides(_ table: TableLayout, key: SQLText) -> SQLText {
        "\(SQLText(raw: PendingModule.hides))(\(parameter), \(number(table.entity.index)), \(key))"
    }

    /// Returns the unsaved rows of a table, as an item of a `FROM` clause.
    static func unsaved(_ table: TableLayout) -> SQLText {
        "\(identifier: PendingModule.name(of: table))(\(parameter))"
    }

    /// Returns the expression for a join table, given its index.
    static func pairs(_ join: JoinTable, index: Int, pairs: PendingPairs) -> SQLText {
        shadow(
            join.name,
            columns: list([TableLayout.key, join.leftColumn, join.rightColumn]),
            hiding: pairs.removed.isEmpty
                ? nil
                : """
                \(SQLText(raw: PendingModule.unlinks))(\(parameter), \(number(index)), \
                \(identifier: join.leftColumn), \(identifier: join.rightColumn))
                """,
            unsaved: "\(identifier: PendingModule.name(of: join))(\(parameter))"
        )
    }

    private static func shadow(
        _ name: String,
        columns: SQLText,
        hiding hidden: SQLText?,
        unsaved: SQLText
    ) -> SQLText {
        let condition: SQLText = hidden.map { " WHERE NOT \($0)" } ?? ""
        return """
            \(identifier: name)(\(columns)) AS NOT MATERIALIZED \
            (SELECT \(columns) FROM main.\(identifier: name)\(condition) \
            UNION ALL SELECT \(columns) FROM \(unsaved))
            """
    }

    private static func list(_ names: [String]) -> SQLText {
        names.map { SQLText.identifier($0) }.joined(separator: ", ")
    }

    private static func number(_ index: Int) -> SQLText { SQLText(raw: String(index)) }
}
