// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDB

/// Gives a store that is no one's yet the tables of a newer schema, with the rows it has.
///
/// What looks the same in both schemas stays as it is. A table that changes is moved out of the
/// way, made anew and filled from the old one, which is then dropped; its full-text index is kept
/// when its columns are.
struct TableMigration {
    let mapping: SchemaMapping
    let layout: SchemaLayout
    let entities: Set<Int>
    /// Where large values are.
    let files: ExternalFiles

    private struct Work {
        var current: SchemaObjects
        var wanted: SchemaObjects
        /// The tables to fill, by name.
        var rebuilt: Set<String>
        /// Where the rows of the old tables are now.
        var sources: [String: String] = [:]
    }

    /// Carries the change out in one transaction.
    func run(in db: Database) throws {
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        // Moving a table away must not make others refer to where it went.
        try db.execute(sql: "PRAGMA legacy_alter_table = ON")
        try db.inTransaction(.immediate) {
            try keepLastKeys(in: db)
            var work = try plan(in: db)
            try clear(&work, in: db)
            try fill(work, in: db)
            try dropOldTables(work, in: db)
            try finish(work, in: db)
            try checkReferences(in: db)
            try mapping.new.write(to: db)
            // The triggers are those of this format now.
            try StoreMetadata.setFormat(in: db)
            return .commit
        }
    }

    private var tables: [TableLayout] {
        layout.tables.filter { entities.contains($0.entity.index) }
    }
    private var joinTables: [JoinTable] {
        layout.joinTables.filter { entities.contains($0.left.entity) }
    }

    // MARK: Steps

    /// A removed entity that comes back one day must not give out keys that history knows.
    private func keepLastKeys(in db: Database) throws {
        for entity in mapping.old.entities where mapping.new.entity(named: entity.name) == nil {
            let greatest: SQL =
                "SELECT max(\(identifier: TableLayout.key)) FROM \(identifier: entity.name)"
            let name = StoreMetadata.Name.lastKey(of: entity.name)
            let noted = try StoreMetadata.value(name, in: db).flatMap { Int64($0) } ?? 0
            let stored = try SQLRequest<Int64>(literal: greatest).fetchOne(db) ?? 0
            try StoreMetadata.set(name, to: String(max(noted, stored)), in: db)
        }
    }

    private func plan(in db: Database) throws -> Work {
        let current = try SchemaObjects(of: db)
        let wanted = try SchemaObjects(of: layout, entities: entities)
        var rebuilt: Set<String> = []
        for table in wanted.objects where table.isTable {
            if current.table(named: table.name) != table { rebuilt.insert(table.name) }
        }
        for table in tables where !MigrationSQL(self, [:]).isUnchanged(table) {
            rebuilt.insert(table.name)
        }
        for join in joinTables where !MigrationSQL(self, [:]).isUnchanged(join) {
            rebuilt.insert(join.name)
        }
        return Work(current: current, wanted: wanted, rebuilt: rebuilt)
    }

    /// Drops what is no longer wanted and moves the old tables out of the way.
    private func clear(_ work: inout Work, in db: Database) throws {
        for object in work.current.objects where !object.isTable {
            let isKept =
                work.wanted.contains(object)
                && (object.isVirtual
                    ? keepsText(of: object, work) : !work.rebuilt.contains(object.table))
            guard !isKept else { continue }
            let kind = object.isVirtual ? "TABLE" : object.type.uppercased()
            try db.execute(literal: "DROP \(sql: kind) \(identifier: object.name)")
        }
        for object in work.current.objects where object.isTable {
            work.sources[object.name] = object.name
            guard work.rebuilt.contains(object.name) else { continue }
            let place = "swiftdata_old_\(object.name)"
            try db.execute(
                literal: "ALTER TABLE \(identifier: object.name) RENAME TO \(identifier: place)"
            )
            work.sources[object.name] = place
        }
    }

    /// Whether a full-text index is as good for the new rows as it was for the old ones.
    private func keepsText(of index: SchemaObjects.Object, _ work: Work) -> Bool {
        guard let table = tables.first(where: { $0.fullTextName == index.name }),
            work.current.table(named: table.name) != nil
        else { return false }
        let entity = mapping.entity(named: table.name)
        return table.fullTextColumns.allSatisfy { column in
            guard let old = entity?.attributes[column], old.name == column else { return false }
            // Rows without a value get the default.
            return !old.isOptional || entity?.new.attribute(named: column)?.isOptional == true
        }
    }

    private func fill(_ work: Work, in db: Database) throws {
        for object in work.wanted.objects where work.rebuilt.contains(object.name) {
            try db.execute(sql: object.sql)
        }
        let sql = MigrationSQL(self, work.sources)
        for table in tables where work.rebuilt.contains(table.name) {
            try sql.install(for: table, in: db)
            try fill(table, sql, in: db)
        }
        for join in joinTables where work.rebuilt.contains(join.name) {
            guard let statement = sql.fill(join) else { continue }
            try db.execute(sql: statement)
        }
    }

    private func fill(_ table: TableLayout, _ sql: MigrationSQL, in db: Database) throws {
        guard let statement = sql.fill(table) else { return }
        do {
            try db.execute(sql: statement)
        } catch let error as DatabaseError
            where error.extendedResultCode == .SQLITE_CONSTRAINT_NOTNULL
        {
            let detail = error.message ?? ""
            throw SwiftDataError.loadIssue(
                "rows of \(table.name) have no value for a property that became required: \(detail)"
            )
        }
    }

    private func dropOldTables(_ work: Work, in db: Database) throws {
        for object in work.current.objects where object.isTable {
            guard let place = work.sources[object.name] else { continue }
            let isOld = place != object.name || work.wanted.table(named: object.name) == nil
            guard isOld else { continue }
            try db.execute(literal: "DROP TABLE \(identifier: place)")
        }
    }

    /// Makes the missing indexes and triggers, which is quicker after the rows are there.
    private func finish(_ work: Work, in db: Database) throws {
        let present = try SchemaObjects(of: db)
        for object in work.wanted.objects where !present.contains(object) {
            do {
                try db.execute(sql: object.sql)
            } catch let error as DatabaseError
                where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
            {
                throw SwiftDataError.loadIssue(
                    "rows of \(object.table) share a value that became unique: "
                        + (error.message ?? object.name)
                )
            }
            if object.isVirtual {
                let name: SQL = "\(identifier: object.name)"
                try db.execute(literal: "INSERT INTO \(name)(\(name)) VALUES ('rebuild')")
            }
        }
    }

    private func checkReferences(in db: Database) throws {
        guard let row = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") else { return }
        let table: String = row[0] ?? ""
        let key: Int64 = row[1] ?? 0
        let parent: String = row[2] ?? ""
        throw SwiftDataError.loadIssue(
            "the row \(key) of \(table) refers to a row of \(parent) that doesn't exist"
        )
    }
}
