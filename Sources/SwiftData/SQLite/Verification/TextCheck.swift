// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A search for strings with bytes that are not valid UTF-8.
///
/// SQLite stores and returns such strings as they are, and its own checks do not report them.
struct TextCheck {
    private let shape: SchemaSnapshot
    private let owners: [DamagedValue.Ownership]

    /// Creates a check of the tables of a stored schema.
    init(_ shape: SchemaSnapshot, owners: [DamagedValue.Ownership]) {
        self.shape = shape
        self.owners = owners
    }

    /// Returns the first damaged strings, up to a limit.
    ///
    /// - Throws: `SQLiteError` if the database cannot be read.
    func run(in db: SQLiteDatabase, limit: Int) throws -> [DamagedValue] {
        var damages: [DamagedValue] = []
        for entity in shape.entities {
            let names = entity.attributes.filter(\.isPlainText).map(\.name)
            guard !names.isEmpty else { continue }
            let columns = ([TableLayout.key] + names).map(SQLText.quoted).joined(separator: ", ")
            try db.step("SELECT \(columns) FROM \(SQLText.quoted(entity.name))", binding: []) {
                row in
                for (index, name) in names.enumerated()
                where damages.count < limit && row.field(Int32(index + 1)).isDamagedText {
                    damages.append(
                        DamagedValue(entity: entity.name, property: name, key: row.integer(0))
                    )
                }
            }
        }
        for index in damages.indices {
            let damage = damages[index]
            damages[index].owner = try owners.owner(of: damage.key, in: damage.entity, db: db)
        }
        return damages
    }
}

extension SchemaSnapshot.Attribute {
    /// Whether the column contains unencrypted strings.
    fileprivate var isPlainText: Bool {
        _ColumnType.Kind(rawValue: type)?.sqlType == "TEXT" && !policy.isEncrypted
    }
}
