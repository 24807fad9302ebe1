// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The tables, indexes and triggers of a database, as recorded in `sqlite_schema`.
///
/// A migration rebuilds the objects with recorded SQL that differs between two databases.
struct SchemaObjects {
    struct Object: Equatable {
        let type: String
        let name: String
        /// The table that an index or trigger belongs to.
        let table: String
        let sql: String

        /// Whether the object is a full-text index.
        var isVirtual: Bool { sql.hasPrefix("CREATE VIRTUAL TABLE") }
        /// Whether the object is an ordinary table.
        var isTable: Bool { type == "table" && !isVirtual }
    }

    /// The objects in the order of their creation.
    let objects: [Object]

    /// Reads all objects except SQLite's internal tables and the tables of SwiftData itself.
    init(of db: SQLiteDatabase) throws {
        var all: [Object] = []
        let text: SQLText = """
            SELECT type, name, tbl_name, sql FROM sqlite_schema
            WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                AND name NOT LIKE 'swiftdata\\_%' ESCAPE '\\'
            ORDER BY rowid
            """
        try db.step(text) { row in
            guard let type = row.text(0), let name = row.text(1), let table = row.text(2),
                let sql = row.text(3)
            else { return }
            all.append(Object(type: type, name: name, table: table, sql: sql))
        }
        let shadows = Set(
            all.filter(\.isVirtual).flatMap { index in
                ["data", "idx", "content", "docsize", "config"].map { "\(index.name)_\($0)" }
            }
        )
        objects = all.filter { !shadows.contains($0.name) }
    }

    /// Determines the objects of a new store with some entities of a layout.
    init(of layout: SchemaLayout, entities: Set<Int>) throws {
        let db = try SQLiteDatabase(SQLiteDatabase.inMemory)
        try SQLFunctions.install(in: db)
        for statement in try SchemaSQL(layout: layout).create(entities: entities) {
            try db.execute(statement)
        }
        try self.init(of: db)
    }

    func contains(_ object: Object) -> Bool { objects.contains(object) }

    func table(named name: String) -> Object? { objects.first { $0.isTable && $0.name == name } }
}
