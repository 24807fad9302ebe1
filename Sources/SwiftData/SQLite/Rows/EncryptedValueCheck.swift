// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An attempt to decrypt every encrypted value in the tables and the history of a store.
///
/// One value is in memory at a time.
struct EncryptedValueCheck {
    /// A table with its encrypted columns.
    struct Table {
        let name: String
        /// The columns, and whether their values can be in external files.
        let columns: [(name: String, isExternal: Bool)]
    }

    private let cipher: ValueCipher
    private let tables: [Table]
    private let owners: [DamagedValue.Ownership]

    /// Creates a check of the tables of a layout.
    init(_ cipher: ValueCipher, layout: SchemaLayout, owners: [DamagedValue.Ownership]) {
        self.cipher = cipher
        self.owners = owners
        tables = layout.tables.map { table in
            Table(
                name: table.name,
                columns: table.columns.filter(\.policy.isEncrypted)
                    .map { ($0.name, $0.policy.isExternal) }
            )
        }
    }

    /// Creates a check of the tables of a stored schema.
    init(_ cipher: ValueCipher, shape: SchemaSnapshot, owners: [DamagedValue.Ownership]) {
        self.cipher = cipher
        self.owners = owners
        tables = shape.entities.map { entity in
            Table(
                name: entity.name,
                columns: entity.attributes.filter(\.policy.isEncrypted)
                    .map { ($0.name, $0.policy.isExternal) }
            )
        }
    }

    /// Decrypts all values.
    ///
    /// - Throws: `SQLiteError` if the database cannot be read.
    func run(in db: SQLiteDatabase) throws -> EncryptedValues {
        var values = EncryptedValues()
        for table in tables {
            for column in table.columns {
                try check(column, of: table.name, in: db, values: &values)
            }
        }
        try checkHistory(in: db, values: &values)
        for index in values.damages.indices where values.damages[index].property != nil {
            let damage = values.damages[index]
            values.damages[index].owner = try owners.owner(
                of: damage.key,
                in: damage.entity,
                db: db
            )
        }
        return values
    }

    private func check(
        _ column: (name: String, isExternal: Bool),
        of table: String,
        in db: SQLiteDatabase,
        values: inout EncryptedValues
    ) throws {
        let query: SQLText = """
            SELECT \(identifier: TableLayout.key), \(identifier: column.name) \
            FROM \(identifier: table) WHERE \(identifier: column.name) IS NOT NULL
            """
        try db.step(query) { row in
            let place = ValueCipher.Place(table: table, column: column.name, key: row.integer(0))
            switch row.value(1) {
            case .blob(let sealed):
                values.note(
                    cipher.open(sealed, at: place) != nil,
                    entity: table,
                    property: column.name,
                    key: place.key
                )
            case .text where column.isExternal: break
            default: values.note(false, entity: table, property: column.name, key: place.key)
            }
        }
    }

    private func checkHistory(in db: SQLiteDatabase, values: inout EncryptedValues) throws {
        let query: SQLText = """
            SELECT entity, key, tombstone FROM swiftdata_change WHERE tombstone IS NOT NULL
            """
        try db.step(query) { row in
            let (entity, key) = (row.text(0) ?? "", row.integer(1))
            for (name, value) in try HistoryJSON.values(in: row.text(2) ?? "") {
                guard case .sealed(let sealed) = value else { continue }
                let place = ValueCipher.Place(table: entity, column: name, key: key)
                values.note(
                    cipher.open(sealed, at: place) != nil,
                    entity: entity,
                    property: nil,
                    key: key
                )
            }
        }
    }
}

extension EncryptedValues {
    fileprivate mutating func note(
        _ isIntact: Bool,
        entity: String,
        property: String?,
        key: Int64
    ) {
        count += 1
        guard !isIntact else { return }
        damagedCount += 1
        guard damages.count < Self.describedCount else { return }
        damages.append(DamagedValue(entity: entity, property: property, key: key))
    }
}
