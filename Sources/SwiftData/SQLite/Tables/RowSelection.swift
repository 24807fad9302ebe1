// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
