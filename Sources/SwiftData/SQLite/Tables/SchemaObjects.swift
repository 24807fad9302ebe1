// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDB

/// The tables, indexes and triggers of a database as SQLite describes them.
///
/// Two databases with the same descriptions have the same layout, so that comparing them tells what
/// a migration has to make anew.
struct SchemaObjects {
    struct Object: Equatable {
        let type: String
        let name: String
        /// The table that an index or trigger belongs to.
        let table: String
        let sql: String

        /// Whether this is a full-text index.
        var isVirtual: Bool { sql.hasPrefix("CREATE VIRTUAL TABLE") }
        /// Whether this is a table of rows.
        var isTable: Bool { type == "table" && !isVirtual }
    }

    /// In the order in which they were made.
    let objects: [Object]

    /// Reads everything but our own tables and those that SQLite makes by itself.
    init(of db: Database) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT type, name, tbl_name, sql FROM sqlite_schema
                WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                    AND name NOT LIKE 'swiftdata\\_%' ESCAPE '\\'
                ORDER BY rowid
                """
        )
        let all = rows.map {
            Object(type: $0["type"], name: $0["name"], table: $0["tbl_name"], sql: $0["sql"])
        }
        let shadows = Set(
            all.filter(\.isVirtual).flatMap { index in
                ["data", "idx", "content", "docsize", "config"].map { "\(index.name)_\($0)" }
            }
        )
        objects = all.filter { !shadows.contains($0.name) }
    }

    /// What a new store with some entities of a layout would have.
    init(of layout: SchemaLayout, entities: Set<Int>) throws {
        var settings = Configuration()
        settings.prepareDatabase { db in try SQLFunctions.install(in: db) }
        let queue = try DatabaseQueue(configuration: settings)
        self = try queue.writeWithoutTransaction { db in
            for statement in SchemaSQL(layout: layout).create(entities: entities) {
                try db.execute(sql: statement)
            }
            return try SchemaObjects(of: db)
        }
    }

    func contains(_ object: Object) -> Bool { objects.contains(object) }

    func table(named name: String) -> Object? { objects.first { $0.isTable && $0.name == name } }
}
