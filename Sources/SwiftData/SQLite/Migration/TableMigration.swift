// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A migration of the tables and rows of a working copy to another schema.
///
/// Tables that are equal in both schemas are left unchanged. Any other table is renamed, created
/// again, filled from the old table, and the old table is dropped. The full-text index is kept if
/// its columns are unchanged.
struct TableMigration {
    let mapping: SchemaMapping
    let layout: SchemaLayout
    let entities: Set<Int>
    /// The external files of the store.
    let files: ExternalFiles
    /// The key of encrypted columns.
    let key: StoreKey
    /// The cipher of encrypted columns; nil if the store has no key.
    var cipher: ValueCipher? { key.cipher }

    /// The tables before and after the migration.
    struct Plan {
        let current: SchemaObjects
        let target: SchemaObjects
        /// The names of the tables to rebuild.
        let rebuilt: Set<String>
        /// The current names of the old tables, by their original names.
        var sources: [String: String] = [:]
    }

    /// Creates the migration of the tables for one step.
    init(_ step: MigrationPlanner.Step, files: ExternalFiles, key: StoreKey) {
        mapping = step.mapping
        layout = step.to.layout
        entities = step.to.entities
        self.files = files
        self.key = key
    }

    /// Runs the migration in one transaction.
    func run(in db: SQLiteDatabase) throws {
        try saveLastKeys(in: db)
        try deleteModelsOfRemovedSubclasses(in: db)
        try db.setEnforcesForeignKeys(false)
        // Renaming a table must not change the references of other tables to it.
        try db.execute("PRAGMA legacy_alter_table = ON")
        try db.transaction {
            var plan = try plan(from: SchemaObjects(of: db))
            try removeOldObjects(&plan, in: db)
            try rebuildTables(plan, in: db)
            try dropOldTables(plan, in: db)
            try createMissingObjects(plan, in: db)
            try checkReferences(in: db)
            try encryptTombstones(in: db)
            try decryptTombstones(in: db)
            try recordKey(in: db)
            try mapping.new.write(to: db)
        }
    }

    var tables: [TableLayout] {
        layout.tables.filter { entities.contains($0.entity.index) }
    }
    var joinTables: [JoinTable] {
        layout.joinTables.filter { entities.contains($0.left.entity) }
    }

    // MARK: Steps

    /// Deletes the rows of removed subclasses, and the rows that their foreign keys cascade to.
    private func deleteModelsOfRemovedSubclasses(in db: SQLiteDatabase) throws {
        for entity in mapping.old.entities {
            let removed = mapping.removedSubclasses(of: entity)
            guard !removed.isEmpty else { continue }
            let names = removed.map { SQLText("\(bind: .text($0))") }.joined(separator: ", ")
            try db.setEnforcesForeignKeys(true)
            do {
                try db.transaction {
                    try db.run(
                        """
                        DELETE FROM \(identifier: entity.name) \
                        WHERE \(identifier: TableLayout.className) IN (\(names))
                        """
                    )
                }
            } catch let error as SQLiteError where error.kind == .constraint {
                throw SwiftDataError.loadIssue(
                    "the removed models of \(removed.joined(separator: ", ")) cannot be deleted, "
                        + "because other models must refer to them"
                )
            }
        }
    }

    /// Saves the last key of each entity, because the migration may delete its rows.
    ///
    /// Neither the entity nor one that a later schema adds again may reuse keys that occur in the
    /// history.
    private func saveLastKeys(in db: SQLiteDatabase) throws {
        for entity in mapping.old.entities {
            let name = StoreMetadata.Name.lastKey(of: entity.name)
            let recorded = try StoreMetadata.value(name, in: db).flatMap { Int64($0) } ?? 0
            let stored = try StoreMetadata.highestKey(in: entity.name, db: db)
            try StoreMetadata.set(name, to: String(max(recorded, stored)), in: db)
        }
    }

    /// Returns the tables to rebuild, given the objects of the database.
    func plan(from current: SchemaObjects) throws -> Plan {
        let target = try SchemaObjects(of: layout, entities: entities)
        var rebuilt: Set<String> = []
        for table in target.objects where table.isTable {
            if current.table(named: table.name) != table { rebuilt.insert(table.name) }
        }
        for table in tables where !MigrationSQL(self, sources: [:]).isUnchanged(table) {
            rebuilt.insert(table.name)
        }
        for join in joinTables where !MigrationSQL(self, sources: [:]).isUnchanged(join) {
            rebuilt.insert(join.name)
        }
        return Plan(current: current, target: target, rebuilt: rebuilt)
    }

    /// Drops indexes and triggers that are not in the new schema and renames the tables to rebuild.
    private func removeOldObjects(_ plan: inout Plan, in db: SQLiteDatabase) throws {
        for object in plan.current.objects where !object.isTable {
            let isKept =
                plan.target.contains(object)
                && (object.isVirtual
                    ? keepsContent(of: object, plan: plan) : !plan.rebuilt.contains(object.table))
            guard !isKept else { continue }
            let kind = object.isVirtual ? "TABLE" : object.type.uppercased()
            try db.run("DROP \(SQLText(raw: kind)) \(identifier: object.name)")
            if object.isVirtual {
                let table = object.name.dropLast(TableLayout.fullTextSuffix.count)
                try UnindexedRows.removeBound(of: String(table), in: db)
            }
        }
        for object in plan.current.objects where object.isTable {
            plan.sources[object.name] = object.name
            guard plan.rebuilt.contains(object.name) else { continue }
            let newName = "swiftdata_old_\(object.name)"
            try db.run(
                "ALTER TABLE \(identifier: object.name) RENAME TO \(identifier: newName)"
            )
            plan.sources[object.name] = newName
        }
    }

    /// Returns whether the content of a full-text index is valid for the migrated rows.
    private func keepsContent(of index: SchemaObjects.Object, plan: Plan) -> Bool {
        guard let table = tables.first(where: { $0.fullTextName == index.name }),
            plan.current.table(named: table.name) != nil,
            let entity = mapping.entity(named: table.name), !entity.hasMovedClasses
        else { return false }
        return table.fullTextColumns.allSatisfy { column in
            guard let old = entity.attributes[column], old.name == column else { return false }
            // The migration sets missing values to the default.
            return !old.isOptional || entity.new.attribute(named: column)?.isOptional == true
        }
    }

    private func rebuildTables(_ plan: Plan, in db: SQLiteDatabase) throws {
        for object in plan.target.objects where plan.rebuilt.contains(object.name) {
            try db.execute(object.sql)
        }
        let sql = MigrationSQL(self, sources: plan.sources)
        for table in tables where plan.rebuilt.contains(table.name) {
            try sql.install(for: table, in: db)
            try copyRows(of: table, sql: sql, in: db)
        }
        for join in joinTables where plan.rebuilt.contains(join.name) {
            guard let statement = sql.copy(join) else { continue }
            try db.execute(statement)
        }
    }

    private func copyRows(of table: TableLayout, sql: MigrationSQL, in db: SQLiteDatabase) throws {
        guard let statement = sql.copy(table) else { return }
        do {
            try db.execute(statement)
        } catch let error as SQLiteError where error.kind == .notNull {
            throw RequiredColumns.error(table.name, reason: error.message)
        }
        guard let entity = mapping.entity(named: table.name)?.new else { return }
        try RequiredColumns(of: table, entity: entity).check(rowsOf: table.name, in: db)
    }

    private func dropOldTables(_ plan: Plan, in db: SQLiteDatabase) throws {
        for object in plan.current.objects where object.isTable {
            guard let name = plan.sources[object.name] else { continue }
            let isOld = name != object.name || plan.target.table(named: object.name) == nil
            guard isOld else { continue }
            try db.run("DROP TABLE \(identifier: name)")
        }
    }

    /// Creates the missing indexes and triggers, which is faster after the rows were inserted.
    private func createMissingObjects(_ plan: Plan, in db: SQLiteDatabase) throws {
        let existing = try SchemaObjects(of: db)
        for object in plan.target.objects where !existing.contains(object) {
            do {
                try db.execute(object.sql)
            } catch let error as SQLiteError where error.kind == .notUnique {
                throw SwiftDataError.loadIssue(
                    "some rows of \(object.table) have equal values for a unique constraint: "
                        + error.message
                )
            }
            if object.isVirtual {
                let name = SQLText.identifier(object.name)
                try db.run("INSERT INTO \(name)(\(name)) VALUES ('rebuild')")
                if let table = tables.first(where: { $0.fullTextName == object.name }) {
                    try UnindexedRows.removeBound(of: table.name, in: db)
                }
            }
        }
    }

    private func checkReferences(in db: SQLiteDatabase) throws {
        try db.step("PRAGMA foreign_key_check") { row in
            throw SwiftDataError.loadIssue(
                "row \(row.integer(1)) of \(row.text(0) ?? "") refers to a row of "
                    + "\(row.text(2) ?? "") that does not exist"
            )
        }
    }
}
