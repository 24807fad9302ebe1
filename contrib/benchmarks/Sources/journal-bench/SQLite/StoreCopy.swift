// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A copy of a daemon's store: its schema, and its rows in commit order.
struct StoreCopy {
    /// A row of a table.
    struct Row {
        let table: Int
        let values: [SQLiteValue]
    }

    /// A table or a full-text index.
    struct Table {
        let name: String
        let columns: [String]
        /// The content table of a full-text index.
        let source: String?

        var list: String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }
        var insert: String {
            let placeholders = columns.map { _ in "?" }.joined(separator: ", ")
            return "INSERT INTO \"\(name)\"(\(list)) VALUES (\(placeholders))"
        }
        /// A trigger that inserts new rows into the full-text index, as in the FTS5 documentation.
        var trigger: String? {
            guard let source else { return nil }
            let values = (["_pk"] + columns.dropFirst()).map { "new.\"\($0)\"" }
            return """
                CREATE TRIGGER "\(name)_insert" AFTER INSERT ON "\(source)" BEGIN
                    INSERT INTO "\(name)"(\(list)) VALUES (\(values.joined(separator: ", ")));
                END
                """
        }
    }

    /// The statements that create the tables, their indexes and triggers.
    let schema: [String]
    let tables: [Table]
    /// The rows from before the first entry.
    private(set) var initialRows: [Row] = []
    /// The rows of each entry, including its history.
    private(set) var entries: [[Row]] = []

    init(_ store: String) throws {
        let file = try SQLiteFile(store)
        let virtual = try file.texts(
            "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'"
        )
        let isShadow = { (name: String) in virtual.contains { name.hasPrefix($0 + "_") } }
        var schema: [String] = []
        var tables: [Table] = []
        for row in try file.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY rowid") {
            guard case .text(let type) = row[0], case .text(let name) = row[1],
                case .text(let sql) = row[2], type == "trigger" || !isShadow(name)
            else { continue }
            schema.append(sql)
            guard type == "table" else { continue }
            var columns = try file.texts("SELECT name FROM pragma_table_info('\(name)')")
            // A full-text index also contains the key of the row.
            if virtual.contains(name) { columns.insert("rowid", at: 0) }
            let source = virtual.contains(name) ? name.replacing("_search", with: "") : nil
            tables.append(Table(name: name, columns: columns, source: source))
        }
        self.schema = schema
        self.tables = tables
        try readRows(file)
    }

    /// Creates a file with the tables and settings of the store, but without entries.
    func makeFile(_ path: String) throws -> SQLiteFile {
        let file = try SQLiteFile(path)
        for pragma in ["journal_mode = WAL", "synchronous = FULL", "secure_delete = FAST"] {
            try file.execute("PRAGMA \(pragma)")
        }
        try file.execute("PRAGMA foreign_keys = ON")
        for statement in schema { try file.execute(statement) }
        try file.execute("BEGIN")
        for row in initialRows {
            let statement = try file.prepare(tables[row.table].insert)
            try file.run(statement, row.values)
        }
        try file.execute("COMMIT")
        return file
    }

    /// Reads the rows and groups them by the commit that inserted their entry.
    private mutating func readRows(_ file: SQLiteFile) throws {
        var rowsOfCommit: [Int64: [Row]] = [:]
        var commits: [Int64] = []
        for row in try file.rows("SELECT revision FROM Entry ORDER BY revision") {
            if case .integer(let revision) = row[0] { commits.append(revision) }
        }
        let entryCommits = Set(commits)
        for (index, table) in tables.enumerated() {
            let commit = Self.commitColumn(of: table.name)
            let query = "SELECT \(commit), \(table.list) FROM \"\(table.name)\""
            for row in try file.rows(query) {
                let copied = Row(table: index, values: Array(row.dropFirst()))
                if case .integer(let revision) = row[0], entryCommits.contains(revision) {
                    rowsOfCommit[revision, default: []].append(copied)
                } else {
                    initialRows.append(copied)
                }
            }
        }
        entries = commits.compactMap { rowsOfCommit[$0] }
    }

    private static func commitColumn(of table: String) -> String {
        switch table {
        case "Entry": "revision"
        case "Entry_search": "(SELECT revision FROM Entry WHERE _pk = Entry_search.rowid)"
        case "swiftdata_transaction": "id"
        case "swiftdata_change", "swiftdata_pair_change": "\"transaction\""
        case "Tag": "revision"
        case "Entry_tags": "(SELECT revision FROM Entry WHERE _pk = Entry_tags.Entry)"
        default: "NULL"
        }
    }
}
