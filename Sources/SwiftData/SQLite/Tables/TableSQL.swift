// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that insert, update, delete and find the rows of one table.
final class TableSQL: Sendable {
    let table: TableLayout
    let insert: String
    let delete: String
    /// The statement that deletes the rows with keys in a range.
    let deleteRange: String
    /// The selection of all columns.
    let selection: RowSelection
    /// The expressions that shadow the table with unsaved rows, without and with a test for hidden
    /// rows.
    private let shadows: (plain: String, hiding: String)
    /// Whether the values of each column are stored as they are, by position.
    let isPlain: [Bool]
    /// The statements for the full-text index, or `nil` if the table has none.
    let index: FullTextIndexSQL?

    init(_ table: TableLayout) {
        self.table = table
        index = FullTextIndexSQL(table)
        selection = RowSelection(table, properties: nil)
        shadows = (
            PendingShadow.table(table, hidesRows: false).sql,
            PendingShadow.table(table, hidesRows: true).sql
        )
        isPlain = table.columns.map { !$0.policy.isExternal && !$0.policy.isEncrypted }
        let columns = [TableLayout.key] + table.columns.map(\.name)
        let list = columns.map(SQLText.quoted).joined(separator: ", ")
        let placeholders = columns.map { _ in "?" }.joined(separator: ", ")
        insert = "INSERT INTO \(SQLText.quoted(table.name))(\(list)) VALUES (\(placeholders))"
        delete =
            "DELETE FROM \(SQLText.quoted(table.name)) WHERE \(SQLText.quoted(TableLayout.key)) = ?"
        deleteRange = """
            DELETE FROM \(SQLText.quoted(table.name)) \
            WHERE \(SQLText.quoted(TableLayout.key)) BETWEEN ? AND ?
            """
    }

    /// Returns the expression that shadows the table with unsaved rows.
    func shadow(hidesRows: Bool) -> SQLText {
        SQLText(raw: hidesRows ? shadows.hiding : shadows.plain)
    }

    /// Returns the SQL that updates some columns if one of them changes, with the key of the row as
    /// last parameter.
    ///
    /// The columns have the collation `BINARY`, so that a text in another encoding is a change.
    func update(_ positions: [Int]) -> String {
        let names = positions.map { SQLText.quoted(table.columns[$0].name) }
        let values = names.enumerated().map { "\($1) = ?\($0 + 1)" }
        // As one comparison: SQLite limits the depth of expressions, such as a list of OR.
        let columns = names.joined(separator: ", ")
        let parameters = (1...names.count).map { "?\($0)" }.joined(separator: ", ")
        return """
            UPDATE \(SQLText.quoted(table.name)) SET \(values.joined(separator: ", ")) \
            WHERE \(SQLText.quoted(TableLayout.key)) = ?\(names.count + 1) \
            AND (\(columns)) IS NOT (\(parameters))
            """
    }

    /// Returns the SQL that selects the key of the row with given values of some properties.
    func find(_ properties: [Int]) -> String {
        let tests = properties.flatMap(table.columns(of:)).map { column in
            let collation =
                column.type.kind == .text ? " COLLATE \(SQLFunctions.stringCollation)" : ""
            return "\(SQLText.quoted(column.name)) = ?\(collation)"
        }
        return """
            SELECT \(SQLText.quoted(TableLayout.key)) FROM \(SQLText.quoted(table.name)) \
            WHERE \(tests.joined(separator: " AND "))
            """
    }
}

extension _ColumnType.Kind {
    /// The `COLLATE` clause for comparisons of values of this kind; empty for numbers and data.
    var collation: SQLText {
        switch self {
        case .text: " COLLATE \(SQLText(raw: SQLFunctions.stringCollation))"
        case .decimal: " COLLATE \(SQLText(raw: SQLFunctions.decimalCollation))"
        // Explicit, because the collation of an operand would otherwise apply to the comparison.
        case .uuid, .url, .json: " COLLATE BINARY"
        case .bool, .integer, .unsigned64, .float, .double, .date, .data: ""
        }
    }
}

/// The columns that a statement selects from the table of an entity, after the key.
struct RowSelection: Sendable {
    /// The alias of the table.
    static let alias = "t0"

    /// The key and the columns, as result columns.
    let columns: [String]
    /// The columns as a list.
    let list: String
    /// The result column of each property; -1 for a property that is not selected.
    let positions: [Int32]
    /// The names of encrypted columns, by result column; empty if the table has none.
    let encryptedNames: [String?]

    /// Selects the columns of some properties; nil for all.
    init(_ table: TableLayout, properties: PropertySet?) {
        let entity = table.entity
        var positions = [Int32](repeating: -1, count: entity.properties.count)
        var columns = [SQLText.column(TableLayout.key, of: Self.alias).sql]
        var names: [String?] = [nil]
        // The class of a row determines the type of the model to create.
        let classProperty = entity.isHierarchy ? positions.count - 1 : -1
        for column in table.columns
        where properties?.contains(column.property) ?? true || column.property == classProperty {
            if positions[column.property] < 0 { positions[column.property] = Int32(columns.count) }
            columns.append(SQLText.column(column.name, of: Self.alias).sql)
            names.append(column.policy.isEncrypted ? column.name : nil)
        }
        self.columns = columns
        list = columns.joined(separator: ", ")
        self.positions = positions
        encryptedNames = table.hasEncryptedColumns ? names : []
    }
}
