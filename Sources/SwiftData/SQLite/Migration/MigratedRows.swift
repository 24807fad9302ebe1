// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows that the steps of a migration would produce, as temporary views of a store.
///
/// Each step is a layer of views over the views of the previous step. The rows after custom code
/// are unknown.
struct MigratedRows {
    private let db: SQLiteDatabase
    /// The tables and views with the rows of each table, by its name.
    private var sources: [String: String]
    private var stepCount = 0
    private var areKnown = true

    /// Creates the rows of a store before its migration.
    init(_ db: SQLiteDatabase, objects: SchemaObjects) throws {
        self.db = db
        let names = objects.objects.filter(\.isTable).map(\.name)
        sources = Dictionary(names.map { ($0, $0) }) { first, _ in first }
        try SQLFunctions.install(in: db)
        try db.execute("PRAGMA temp_store = MEMORY")
    }

    /// Adds the effect of a step.
    ///
    /// - Throws: The error with which the step would fail for these rows.
    mutating func apply(
        _ step: MigrationPlanner.Step,
        migration: TableMigration,
        plan: TableMigration.Plan
    ) throws {
        guard areKnown, step.stage?.willMigrate == nil else {
            areKnown = false
            return
        }
        stepCount += 1
        let prefix = "swiftdata_step\(stepCount)"
        for entity in step.mapping.old.entities {
            try leaveOut(
                step.mapping.removedSubclasses(of: entity),
                of: entity.name,
                prefix: prefix
            )
        }
        let sql = MigrationSQL(migration, sources: sources, prefix: prefix)
        var results: [String: String] = [:]
        for table in migration.tables {
            if plan.rebuilt.contains(table.name) {
                try sql.install(for: table, in: db)
                guard let rows = sql.rows(of: table) else { continue }
                results[table.name] = try view("\(prefix)_\(table.name)", rows: rows)
                if step.convertsUncheckedValues(of: table),
                    let entity = step.mapping.entity(named: table.name)?.new
                {
                    try checkValues(of: table, in: entity, results: results)
                }
            } else {
                results[table.name] = sources[table.name]
            }
            try checkUniqueness(of: table, mapping: step.mapping, results: results)
        }
        for join in migration.joinTables where !plan.rebuilt.contains(join.name) {
            results[join.name] = sources[join.name]
        }
        sources = results
        if step.stage?.didMigrate != nil { areKnown = false }
    }

    private func view(_ name: String, rows: String) throws -> String {
        try db.execute("CREATE TEMP VIEW \(SQLText.quoted(name)) AS \(rows)")
        return name
    }

    /// Omits the rows of removed subclasses, which a migration deletes first.
    private mutating func leaveOut(
        _ subclasses: [String],
        of table: String,
        prefix: String
    ) throws {
        guard !subclasses.isEmpty, let source = sources[table] else { return }
        let names = subclasses.map(SQLText.literal).joined(separator: ", ")
        sources[table] = try view(
            "\(prefix)_kept_\(table)",
            rows: """
                SELECT * FROM \(SQLText.quoted(source)) \
                WHERE \(SQLText.quoted(TableLayout.className)) NOT IN (\(names))
                """
        )
    }

    /// Evaluates all columns, and checks that required attributes have values.
    private func checkValues(
        of table: TableLayout,
        in entity: SchemaSnapshot.Entity,
        results: [String: String]
    ) throws {
        let columns = table.columns.filter { $0.references == nil }
        guard let source = results[table.name], !columns.isEmpty else { return }
        let required = RequiredColumns(of: table, entity: entity).columns
        let conditions = Dictionary(required.map { ($0.name, $0.isMissing) }) { first, _ in first }
        let counts = columns.map { column in
            "sum(\(conditions[column.name] ?? "\(SQLText.quoted(column.name)) IS NULL"))"
        }
        var missing: String?
        try db.step(
            "SELECT \(counts.joined(separator: ", ")) FROM \(SQLText.quoted(source))",
            binding: []
        ) { row in
            for (position, column) in columns.enumerated()
            where conditions[column.name] != nil && missing == nil {
                let count = row.integer(Int32(position))
                if count > 0 { missing = "\(column.name) in \(count) of them" }
            }
        }
        guard let missing else { return }
        throw RequiredColumns.error(table.name, reason: missing)
    }

    /// Checks that no rows have equal values for a unique constraint that the old table lacks.
    private func checkUniqueness(
        of table: TableLayout,
        mapping: SchemaMapping,
        results: [String: String]
    ) throws {
        guard let entity = mapping.entity(named: table.name), let source = results[table.name]
        else { return }
        for group in entity.new.unique where !entity.hadConstraint(group) {
            let columns = group.compactMap { name in table.columns.first { $0.name == name } }
            guard columns.count == group.count else { continue }
            let names = columns.map { SQLText.quoted($0.name) }
            let terms = zip(names, columns).map { name, column in
                column.type.kind == .text
                    ? "\(name) COLLATE \(SQLFunctions.stringCollation)" : name
            }
            let count = try db.integer(
                SQLText(
                    raw: """
                        SELECT count(*) FROM (SELECT 1 FROM \(SQLText.quoted(source)) \
                        WHERE \(names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")) \
                        GROUP BY \(terms.joined(separator: ", ")) HAVING count(*) > 1)
                        """
                )
            )
            guard let count, count > 0 else { continue }
            throw SwiftDataError.loadIssue(
                "some rows of \(table.name) have equal values for a unique constraint: "
                    + "\(group.joined(separator: ", ")); "
                    + (count == 1 ? "1 value occurs" : "\(count) values occur")
                    + " more than once"
            )
        }
    }
}

extension MigrationPlanner.Step {
    /// Whether the step copies values of a table that `SchemaDiff` does not check.
    fileprivate func convertsUncheckedValues(of table: TableLayout) -> Bool {
        guard let entity = mapping.entity(named: table.name) else { return false }
        return stage?.isCustom == true || !entity.jsonSources.isEmpty
            || !entity.compositeSources.isEmpty
    }
}

extension SchemaMapping.Entity {
    /// Returns whether the old entity had a unique constraint on the same stored values.
    ///
    /// Rows that had no value can have the same default value.
    fileprivate func hadConstraint(_ names: [String]) -> Bool {
        guard let old else { return false }
        let former = names.compactMap { name -> String? in
            if let relationship = relationships[name] { return relationship.name }
            guard let before = attributes[name], let after = new.attribute(named: name),
                before.type == after.type,
                after.isOptional
                    || !before.isOptional && !isMissingInSomeRows(after, old: before)
            else { return nil }
            return before.name
        }
        return former.count == names.count
            && old.unique.contains { Set($0) == Set(former) }
    }
}
