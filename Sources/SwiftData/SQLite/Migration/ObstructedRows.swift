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

    /// Returns the changes that require a custom stage, and for which there are rows.
    func obstacles(_ difference: SchemaDiff) throws -> [SchemaChange] {
        try difference.obstacles.filter { change in
            guard let old = mapping.old.entity(named: change.entityName) else { return true }
            return try contains(rowOf: old, with: change)
        }
    }

    /// Returns whether a row has a value of the changed attribute; for any other change, whether
    /// there is a row.
    private func contains(
        rowOf entity: SchemaSnapshot.Entity,
        with change: SchemaChange
    ) throws -> Bool {
        let name = change.previousName ?? change.propertyName
        let condition: SQLText =
            if let name, entity.attribute(named: name) != nil {
                " WHERE \(identifier: name) IS NOT NULL"
            } else {
                ""
            }
        return try db.integer("SELECT 1 FROM \(identifier: entity.name)\(condition) LIMIT 1") != nil
    }
}
