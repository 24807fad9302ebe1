// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The values that a store records about itself, by name, in a table of its own.
enum StoreMetadata {
    /// The version of the file format that this code reads and writes.
    ///
    /// Programs from before the first release wrote the formats 1 to 8 (decision 0168).
    static let formatVersion = 9

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
        static let captureCursor = "captureCursor"
        static func lastKey(of entity: String) -> String { "lastKey.\(entity)" }
        static func unindexedAfter(_ entity: String) -> String { "unindexedAfter.\(entity)" }
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

    /// Returns the position up to which the history was captured; nil if it is not captured.
    static func captureCursor(in db: SQLiteDatabase) throws -> HistoryCursor? {
        guard let text = try value(Name.captureCursor, in: db) else { return nil }
        guard let cursor = HistoryCursor(recorded: text) else {
            throw StoreError(.damaged, "invalid position '\(text)' in the history")
        }
        return cursor
    }

    /// Returns the format version of a store, or 0 if none is recorded.
    static func format(in db: SQLiteDatabase) throws -> Int {
        try value(Name.format, in: db).flatMap { Int($0) } ?? 0
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

extension SchemaSnapshot {
    /// Saves the snapshot in the metadata of a store.
    func write(to db: SQLiteDatabase) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(self), as: UTF8.self)
        try StoreMetadata.set(StoreMetadata.Name.shape, to: json, in: db)
        try StoreMetadata.set(StoreMetadata.Name.shapeHash, to: hash, in: db)
        try StoreMetadata.set(StoreMetadata.Name.version, to: version.description, in: db)
    }

    /// Returns the snapshot in the metadata of a store, or `nil`.
    static func read(from db: SQLiteDatabase) throws -> SchemaSnapshot? {
        guard let json = try StoreMetadata.value(StoreMetadata.Name.shape, in: db) else {
            return nil
        }
        return try? JSONDecoder().decode(SchemaSnapshot.self, from: Data(json.utf8))
    }
}
