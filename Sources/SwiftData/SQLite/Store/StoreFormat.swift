// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Creates the tables of a store, and reads its state.
struct StoreFormat {
    let layout: SchemaLayout
    /// The indexes of the entities in the store.
    let entities: Set<Int>

    private var tables: [TableLayout] {
        layout.tables.filter { entities.contains($0.entity.index) }
    }

    /// Creates the tables of an empty store, and records the schema.
    func create(_ shape: SchemaSnapshot, in db: SQLiteDatabase) throws {
        guard try !db.contains(table: "swiftdata_metadata") else { return }
        try db.transaction {
            for statement in try SchemaSQL(layout: layout).create(entities: entities) {
                try db.execute(statement)
            }
            try StoreMetadata.setNewIdentifier(in: db)
            try StoreMetadata.set(
                StoreMetadata.Name.format,
                to: String(StoreMetadata.formatVersion),
                in: db
            )
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
        var hasUnindexedRows = false
        for table in tables {
            if try UnindexedRows.bound(of: table.name, in: db) != nil { hasUnindexedRows = true }
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
            damage: damage,
            hasUnindexedRows: hasUnindexedRows
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
    /// Whether a full-text index lacks rows that commits have left to others.
    let hasUnindexedRows: Bool
}
