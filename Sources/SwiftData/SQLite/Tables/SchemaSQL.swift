// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that create the tables of a layout.
struct SchemaSQL {
    let layout: SchemaLayout

    /// Returns the statements that create all tables of a new store with some of the entities.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if two of their names differ in letter case only.
    func create(entities: Set<Int>) throws -> [String] {
        let statements =
            layout.tables.filter { entities.contains($0.entity.index) }.flatMap(create)
            + layout.joinTables.filter { entities.contains($0.left.entity) }.flatMap(create)
        try checkNames(in: statements)
        return Self.systemTables + statements
    }

    /// Checks that the names of tables, indexes and triggers are distinct.
    ///
    /// SQLite keeps them in one list, and ignores their case.
    private func checkNames(in statements: [String]) throws {
        let names = statements.filter { $0.hasPrefix("CREATE ") }
            .compactMap { $0.split(separator: "\"", maxSplits: 2).dropFirst().first }
            .map(String.init)
        guard let (first, second) = names.caseInsensitiveDuplicates else { return }
        throw SwiftDataError.unknownSchema(
            first == second
                ? "the store would have two tables or indexes with the name \(first); rename a model "
                    + "or property from which the name is made"
                : "the tables or indexes \(first) and \(second) of the store would differ only in "
                    + "case; rename a model or property from which the names are made"
        )
    }

    /// The statements that create the tables for metadata and history.
    static let systemTables = [
        "CREATE TABLE swiftdata_metadata(name TEXT PRIMARY KEY, value TEXT) STRICT, WITHOUT ROWID",
        """
        CREATE TABLE swiftdata_transaction(
            id INTEGER PRIMARY KEY, timestamp REAL NOT NULL, author TEXT, process TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE swiftdata_change(
            "transaction" INTEGER NOT NULL, sequence INTEGER NOT NULL, kind INTEGER NOT NULL,
            entity TEXT NOT NULL, key INTEGER NOT NULL, count INTEGER NOT NULL DEFAULT 1,
            properties TEXT, tombstone TEXT, PRIMARY KEY("transaction", sequence)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// Returns the statements that create a table, its indexes and its full-text index.
    func create(_ table: TableLayout) -> [String] {
        let columns = table.columns.map(definition)
        let order = table.orderColumns.map(definition)
        let key = "\(SQLText.quoted(TableLayout.key)) INTEGER PRIMARY KEY"
        return [
            "CREATE TABLE \(SQLText.quoted(table.name))(\(([key] + columns + order).joined(separator: ", "))) STRICT"
        ]
            + indexes(of: table) + fullText(of: table)
    }

    /// Returns the statements that create a join table and its indexes.
    func create(_ join: JoinTable) -> [String] {
        let (name, left, right) = (
            SQLText.quoted(join.name), SQLText.quoted(join.leftColumn),
            SQLText.quoted(join.rightColumn)
        )
        func reference(_ column: String, in table: String) -> String {
            "\(column) INTEGER NOT NULL REFERENCES \(SQLText.quoted(table))(\(SQLText.quoted(TableLayout.key))) "
                + "ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED"
        }
        let order = join.orderColumns.map { ", " + definition($0) }.joined()
        return [
            """
            CREATE TABLE \(name)(\(SQLText.quoted(TableLayout.key)) INTEGER PRIMARY KEY, \
            \(reference(left, in: join.leftTable)), \(reference(right, in: join.rightTable))\(order)) STRICT
            """,
            "CREATE UNIQUE INDEX \(SQLText.quoted(join.name + "_pair")) ON \(name)(\(left), \(right))",
            "CREATE INDEX \(SQLText.quoted(join.name + "_inverse")) ON \(name)(\(right))",
        ]
            + join.orderColumns.map { createIndex(on: $0, named: join.name + $0.name) }
    }

    private func definition(_ column: OrderColumn) -> String {
        "\(SQLText.quoted(column.name)) INTEGER"
    }

    /// Returns the index that finds the related models of an owner in order, and the last position.
    private func createIndex(on column: OrderColumn, named name: String) -> String {
        """
        CREATE INDEX \(SQLText.quoted(name)) ON \(SQLText.quoted(column.table))\
        (\(SQLText.quoted(column.owner)), \(SQLText.quoted(column.name)))
        """
    }

    private func definition(_ column: TableLayout.Column) -> String {
        var sql = "\(SQLText.quoted(column.name)) \(column.sqlType)"
        if !column.isNullable { sql += " NOT NULL" }
        if let reference = column.references {
            sql +=
                " REFERENCES \(SQLText.quoted(reference.table))(\(SQLText.quoted(TableLayout.key)))"
                + " ON DELETE \(reference.onDelete) DEFERRABLE INITIALLY DEFERRED"
        }
        return sql
    }

    private func indexes(of table: TableLayout) -> [String] {
        func index(_ properties: [Int], unique: Bool) -> String? {
            let columns = properties.flatMap(table.columns(of:))
            guard !columns.isEmpty else { return nil }
            let name = ([table.name] + columns.map(\.name)).joined(separator: "_")
            let terms = columns.map {
                $0.type.kind == .text
                    ? "\(SQLText.quoted($0.name)) COLLATE \(SQLFunctions.stringCollation)"
                    : SQLText.quoted($0.name)
            }
            return """
                CREATE \(unique ? "UNIQUE " : "")INDEX \
                \(SQLText.quoted(name + (unique ? "_unique" : "_index"))) \
                ON \(SQLText.quoted(table.name))(\(terms.joined(separator: ", ")))
                """
        }
        let unique = table.entity.uniqueConstraints.compactMap { index($0, unique: true) }
        let plain = table.entity.indices.compactMap { index($0, unique: false) }
        let foreign = table.columns.filter { $0.references != nil }
            .filter { !table.entity.uniqueConstraints.contains([$0.property]) }
            .filter { column in !table.entity.indices.contains { $0.first == column.property } }
            .filter { column in !table.orderColumns.contains { $0.owner == column.name } }
            .compactMap { index([$0.property], unique: false) }
        let order = table.orderColumns.map { createIndex(on: $0, named: table.name + $0.name) }
        let classIndex =
            table.entity.isHierarchy
            ? [table.entity.properties.count - 1].compactMap { index([$0], unique: false) } : []
        var seen: Set<String> = []
        return (unique + plain + foreign + order + classIndex).filter { seen.insert($0).inserted }
    }

    /// Returns the statements that create an external-content FTS5 table over the `.spotlight`
    /// attributes.
    ///
    /// Triggers maintain it when rows are updated or deleted; `SQLiteTransaction` inserts new rows.
    func fullText(of table: TableLayout) -> [String] {
        let columns = table.fullTextColumns.map(SQLText.quoted)
        guard !columns.isEmpty else { return [] }
        return [
            """
            CREATE VIRTUAL TABLE \(SQLText.quoted(table.fullTextName)) \
            USING fts5(\(columns.joined(separator: ", ")), content=\(SQLText.quoted(table.name)), \
            content_rowid=\(SQLText.quoted(TableLayout.key)), \
            tokenize='\(TextTokenizer.name)')
            """,
            FullTextMerging.disabling(of: table),
        ] + fullTextTriggers(of: table).map(\.sql)
    }

    /// Returns the triggers that maintain the full-text index when rows are updated or deleted.
    ///
    /// They check that the index contains the row. Rows that another program inserted are not in
    /// the index, and deleting them from it would corrupt the index.
    func fullTextTriggers(of table: TableLayout) -> [(name: String, sql: String)] {
        let columns = table.fullTextColumns.map(SQLText.quoted)
        guard !columns.isEmpty else { return [] }
        let name = SQLText.quoted(table.fullTextName)
        let (source, key) = (SQLText.quoted(table.name), SQLText.quoted(TableLayout.key))
        let list = columns.joined(separator: ", ")
        func values(_ row: String) -> String {
            ([key] + columns).map { "\(row).\($0)" }.joined(separator: ", ")
        }
        let add = "INSERT INTO \(name)(rowid, \(list)) VALUES (\(values("new")));"
        let indexed = SQLText.quoted(table.fullTextName + "_docsize")
        let remove = """
            INSERT INTO \(name)(\(name), rowid, \(list)) SELECT 'delete', \(values("old")) \
            WHERE EXISTS (SELECT 1 FROM \(indexed) WHERE id = old.\(key));
            """
        func trigger(_ suffix: String, event: String, body: String) -> (String, String) {
            let trigger = table.fullTextName + suffix
            return (
                trigger,
                "CREATE TRIGGER \(SQLText.quoted(trigger)) AFTER \(event) ON \(source) "
                    + "BEGIN \(body) END"
            )
        }
        return [
            trigger("_delete", event: "DELETE", body: remove),
            trigger("_update", event: "UPDATE OF \(list)", body: remove + " " + add),
        ]
    }
}

extension TableLayout.Column {
    /// The type of the column in a `STRICT` table.
    fileprivate var sqlType: String {
        // A file name, or the value if it is small.
        if policy.isExternal { return "ANY" }
        return policy.isEncrypted ? "BLOB" : type.kind.sqlType
    }
}
