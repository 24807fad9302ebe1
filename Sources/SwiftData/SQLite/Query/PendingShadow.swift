// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Common table expressions that shadow tables with pending rows.
///
/// Each has the name of its table and merges the pending rows into the stored ones.
enum PendingShadow {
    /// The maximum number of bound parameters; a statement with more values uses literals.
    ///
    /// SQLite on Debian supports 250,000 parameters in a statement.
    private static let parameterLimit = 200_000
    /// The first key of pending pairs, which are ordered after all saved pairs.
    private static let firstPairKey = Int64.max / 2

    /// Returns the expression for an entity's table.
    static func table(_ table: TableLayout, _ changes: PendingRows.Table) -> SQLText {
        let names = [TableLayout.key] + table.columns.map(\.name)
        let columns = names.map { SQLText.identifier($0) }.joined(separator: ", ")
        let hidden = changes.rows.map(\.key) + changes.deleted
        var text: SQLText = """
            \(identifier: table.name)(\(columns)) AS (SELECT \(columns) \
            FROM main.\(identifier: table.name)
            """
        if !hidden.isEmpty {
            text += """
                 WHERE \(identifier: TableLayout.key) NOT IN \
                (SELECT value FROM json_each(\(bind: JSONArray.text(of: hidden))))
                """
        }
        text += values(changes.rows.map { [.integer($0.key)] + $0.values })
        return text + ")"
    }

    /// Returns the expression for a join table.
    static func links(_ join: JoinTable, _ changes: PendingRows.Links) -> SQLText {
        let columns = [TableLayout.key, join.leftColumn, join.rightColumn]
            .map { SQLText.identifier($0) }.joined(separator: ", ")
        var text: SQLText = """
            \(identifier: join.name)(\(columns)) AS (SELECT \(columns) \
            FROM main.\(identifier: join.name)
            """
        if !changes.removed.isEmpty {
            let removed = JSONArray.text(ofPairs: changes.removed.map { ($0.left, $0.right) })
            text += """
                 WHERE (\(identifier: join.leftColumn), \(identifier: join.rightColumn)) NOT IN \
                (SELECT value->>0, value->>1 FROM json_each(\(bind: removed)))
                """
        }
        text += values(
            changes.added.enumerated().map { position, pair in
                [
                    .integer(firstPairKey + Int64(position)),
                    .integer(pair.left),
                    .integer(pair.right),
                ]
            }
        )
        return text + ")"
    }

    private static func values(_ rows: [[_ColumnValue]]) -> SQLText {
        guard let first = rows.first else { return "" }
        let asLiterals = rows.count * first.count > parameterLimit
        let lines = rows.map { row -> SQLText in
            let values = row.map { asLiterals ? SQLText(literal: $0) : "\(bind: $0)" }
            return "(\(values.joined(separator: ", ")))"
        }
        return " UNION ALL VALUES \(lines.joined(separator: ", "))"
    }
}
