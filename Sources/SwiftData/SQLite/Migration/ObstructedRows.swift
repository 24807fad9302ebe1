// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows with values that a migration cannot convert.
///
/// Code that runs before the change of the tables may have deleted the models, or removed their
/// values: then nothing is left to convert.
struct ObstructedRows {
    private let mapping: SchemaMapping
    private let db: SQLiteDatabase

    init(_ mapping: SchemaMapping, in db: SQLiteDatabase) {
        self.mapping = mapping
        self.db = db
    }

    /// Returns the changes that require a custom stage and affect existing rows.
    func obstacles(_ difference: SchemaDiff) throws -> [SchemaChange] {
        try difference.obstacles.filter { change in
            guard let old = mapping.old.entity(named: change.entityName) else { return true }
            return try contains(rowOf: old, with: change)
        }
    }

    /// Returns whether a row has a value of the changed attribute or of the struct with that field;
    /// for any other change, whether there is a row.
    private func contains(
        rowOf entity: SchemaSnapshot.Entity,
        with change: SchemaChange
    ) throws -> Bool {
        let condition: SQLText =
            if let column = column(of: change, in: entity) {
                " WHERE \(identifier: column) IS NOT NULL"
            } else {
                ""
            }
        return try db.integer("SELECT 1 FROM \(identifier: entity.name)\(condition) LIMIT 1") != nil
    }

    /// Returns the old column that has a value in the rows with the changed attribute.
    ///
    /// A field of a struct may be new, and the struct may have been a value of another type.
    private func column(
        of change: SchemaChange,
        in entity: SchemaSnapshot.Entity
    ) -> String? {
        guard let property = change.propertyName else { return nil }
        let new = mapping.new.entity(named: change.entityName)?.attribute(named: property)
        for name in [change.previousName, new?.originalName, property].compactMap(\.self) {
            var path = Substring(name)
            while true {
                if entity.attribute(named: String(path)) != nil { return String(path) }
                guard let dot = path.lastIndex(of: "."), new?.composite != nil else { break }
                path = path[..<dot]
            }
        }
        return nil
    }
}
