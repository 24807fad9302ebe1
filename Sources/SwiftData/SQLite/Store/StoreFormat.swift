// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Creates the tables of a store, and upgrades tables of an older format.
struct StoreFormat {
    let layout: SchemaLayout
    /// The indexes of the entities in the store.
    let entities: Set<Int>

    private var tables: [TableLayout] {
        layout.tables.filter { entities.contains($0.entity.index) }
    }

    /// Upgrades a store with an older format.
    ///
    /// A store of format 4 or later is not changed if the upgrade fails, for example without space
    /// on the disk: its index names its own rules.
    func upgrade(_ db: SQLiteDatabase) throws {
        do {
            try upgradeTables(in: db)
        } catch let error as SQLiteError {
            guard try StoreMetadata.format(in: db) >= 4 else { throw error }
        }
    }

    private func upgradeTables(in db: SQLiteDatabase) throws {
        guard try db.contains(table: "swiftdata_metadata"),
            try StoreMetadata.format(in: db) < StoreMetadata.formatVersion
        else { return }
        try db.transaction {
            for table in tables { try rebuildIndex(of: table, in: db) }
            try HistorySQL.addCounts(in: db)
            try StoreMetadata.raiseFormat(to: StoreMetadata.formatVersion, in: db)
        }
    }

    /// Rebuilds the full-text index of a table, with its triggers, from the rows.
    ///
    /// The transaction of the caller restores the previous index after a crash.
    private func rebuildIndex(of table: TableLayout, in db: SQLiteDatabase) throws {
        let schema = SchemaSQL(layout: layout)
        for name in schema.fullTextTriggers(of: table).map(\.name)
            + [table.fullTextName + "_insert"]
        {
            try db.run("DROP TRIGGER IF EXISTS \(identifier: name)")
        }
        let index = SQLText.identifier(table.fullTextName)
        try db.run("DROP TABLE IF EXISTS \(index)")
        let statements = schema.fullText(of: table)
        for statement in statements { try db.execute(statement) }
        guard !statements.isEmpty else { return }
        try db.run("INSERT INTO \(index)(\(index)) VALUES ('rebuild')")
        try UnindexedRows.removeBound(of: table.name, in: db)
    }

    /// Creates the tables of an empty store, and records the schema.
    func create(_ shape: SchemaSnapshot, in db: SQLiteDatabase) throws {
        guard try !db.contains(table: "swiftdata_metadata") else { return }
        try db.transaction {
            for statement in try SchemaSQL(layout: layout).create(entities: entities) {
                try db.execute(statement)
            }
            try StoreMetadata.setNewIdentifier(in: db)
            try StoreMetadata.raiseFormat(to: StoreMetadata.formatVersion, in: db)
            try shape.write(to: db)
        }
    }

    /// Disables the automatic merging of the full-text indexes.
    func disableMerging(in db: SQLiteDatabase) throws {
        for table in tables { try FullTextMerging.disableAutomatic(in: table, db: db) }
    }

    /// Reads the identifier, the last keys and the last transaction of a store.
    func read(_ db: SQLiteDatabase) throws -> StoreState {
        var keys: [Int: Int64] = [:]
        var damage: SQLiteError?
        for table in tables {
            let name = StoreMetadata.Name.lastKey(of: table.name)
            let recorded = try StoreMetadata.value(name, in: db).flatMap { Int64($0) } ?? 0
            do {
                let highest = try StoreMetadata.highestKey(in: table.name, db: db)
                keys[table.entity.index] = max(recorded, highest)
            } catch let error as SQLiteError where error.kind == .damaged {
                damage = damage ?? error
            }
        }
        return StoreState(
            identifier: try StoreMetadata.value(StoreMetadata.Name.identifier, in: db) ?? "",
            lastKeys: keys,
            lastTransaction: try StoreMetadata.lastTransaction(in: db),
            damage: damage
        )
    }
}

/// The contents of a store when it is opened.
struct StoreState {
    let identifier: String
    /// The highest key that was ever assigned in each entity, by entity index.
    let lastKeys: [Int: Int64]
    let lastTransaction: Int64
    /// The damage that makes the last key of an entity unknown, or `nil` if none was found.
    let damage: SQLiteError?
}
