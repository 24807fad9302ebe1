// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The metadata of a store, kept in a separate table.
struct StoreMetadata {
    let identifier: String
    /// The highest key that was ever assigned in each entity, by entity index.
    let lastKeys: [Int: Int64]
    let lastTransaction: Int64
    /// The damage that makes the last key of an entity unknown, or `nil`.
    let damage: SQLiteError?

    enum Name {
        static let identifier = "identifier"
        static let format = "format"
        static let shape = "shape"
        static let shapeHash = "shapeHash"
        static let version = "version"
        static let keyCheck = "keyCheck"
        static let keyRecord = "keyRecord"
        static let lastTransaction = "lastTransaction"
        static let historyDeletedThrough = "historyDeletedThrough"
        static func lastKey(of entity: String) -> String { "lastKey.\(entity)" }
        static func unindexedAfter(_ entity: String) -> String { "unindexedAfter.\(entity)" }
    }

    /// Reads the metadata of a store, after creating the tables if the store is empty.
    static func prepare(
        _ db: SQLiteDatabase,
        layout: SchemaLayout,
        entities: Set<Int>,
        shape: SchemaSnapshot
    ) throws -> StoreMetadata {
        if try !db.contains(table: "swiftdata_metadata") {
            try create(db, layout: layout, entities: entities, shape: shape)
        }
        var keys: [Int: Int64] = [:]
        var damage: SQLiteError?
        for table in layout.tables where entities.contains(table.entity.index) {
            let recorded =
                try value(Name.lastKey(of: table.name), in: db).flatMap { Int64($0) } ?? 0
            do {
                keys[table.entity.index] = max(recorded, try highestKey(in: table.name, db: db))
            } catch let error as SQLiteError where error.kind == .damaged {
                damage = damage ?? error
            }
        }
        return StoreMetadata(
            identifier: try value(Name.identifier, in: db) ?? "",
            lastKeys: keys,
            lastTransaction: try lastTransaction(in: db),
            damage: damage
        )
    }

    /// Returns the highest key in a table, or 0.
    static func highestKey(in table: String, db: SQLiteDatabase) throws -> Int64 {
        try db.integer(
            "SELECT max(\(identifier: TableLayout.key)) FROM \(identifier: table)"
        ) ?? 0
    }

    /// Returns the number of the last transaction, even if it was deleted from the history.
    static func lastTransaction(in db: SQLiteDatabase) throws -> Int64 {
        let recorded = try value(Name.lastTransaction, in: db).flatMap { Int64($0) } ?? 0
        let stored = try db.integer("SELECT max(id) FROM swiftdata_transaction") ?? 0
        return max(recorded, stored)
    }

    /// Returns the format version of a store, or 0 if none is recorded.
    static func format(in db: SQLiteDatabase) throws -> Int {
        try value(Name.format, in: db).flatMap { Int($0) } ?? 0
    }

    /// Records a format version, unless the store has a later one.
    static func raiseFormat(to version: Int, in db: SQLiteDatabase) throws {
        guard try format(in: db) < version else { return }
        try set(Name.format, to: String(version), in: db)
    }

    /// Upgrades a store with an older format.
    ///
    /// A store of format 4 or later is left as it is if it cannot be upgraded, for example without
    /// space on the disk: its index names its own rules.
    static func upgradeFormat(_ db: SQLiteDatabase, layout: SchemaLayout, entities: Set<Int>) throws
    {
        do {
            try upgrade(db, layout: layout, entities: entities)
        } catch let error as SQLiteError {
            guard try format(in: db) >= 4 else { throw error }
        }
    }

    private static func upgrade(
        _ db: SQLiteDatabase,
        layout: SchemaLayout,
        entities: Set<Int>
    ) throws {
        guard try db.contains(table: "swiftdata_metadata"),
            try format(in: db) < SQLiteStore.formatVersion
        else { return }
        try db.transaction {
            for table in layout.tables where entities.contains(table.entity.index) {
                try rebuildIndex(of: table, schema: SchemaSQL(layout: layout), in: db)
            }
            try HistorySQL.addCounts(in: db)
            try raiseFormat(to: SQLiteStore.formatVersion, in: db)
        }
    }

    /// Creates the full-text index of a table again, with its triggers, from the rows.
    ///
    /// The transaction of the caller restores the previous index after a crash.
    private static func rebuildIndex(
        of table: TableLayout,
        schema: SchemaSQL,
        in db: SQLiteDatabase
    ) throws {
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

    private static func create(
        _ db: SQLiteDatabase,
        layout: SchemaLayout,
        entities: Set<Int>,
        shape: SchemaSnapshot
    ) throws {
        try db.transaction {
            for statement in try SchemaSQL(layout: layout).create(entities: entities) {
                try db.execute(statement)
            }
            try setNewIdentifier(in: db)
            try raiseFormat(to: SQLiteStore.formatVersion, in: db)
            try shape.write(to: db)
        }
    }

    /// Assigns a store a new identifier, so that model identifiers and history positions of another
    /// store are not valid in it.
    static func setNewIdentifier(in db: SQLiteDatabase) throws {
        try set(Name.identifier, to: UUID.random().uuidString, in: db)
    }

    /// Returns a metadata value, or nil if it is not set.
    static func value(_ name: String, in db: SQLiteDatabase) throws -> String? {
        try db.text("SELECT value FROM swiftdata_metadata WHERE name = \(bind: .text(name))")
    }

    /// Removes a metadata value.
    static func remove(_ name: String, in db: SQLiteDatabase) throws {
        try db.run("DELETE FROM swiftdata_metadata WHERE name = \(bind: .text(name))")
    }

    /// Sets a metadata value.
    static func set(_ name: String, to value: String, in db: SQLiteDatabase) throws {
        try db.run(
            """
            INSERT OR REPLACE INTO swiftdata_metadata(name, value) \
            VALUES (\(bind: .text(name)), \(bind: .text(value)))
            """
        )
    }
}
