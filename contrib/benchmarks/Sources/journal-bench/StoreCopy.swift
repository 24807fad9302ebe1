// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// What a daemon wrote: the schema of its store, and the rows in the order of its commits.
struct StoreCopy {
    /// One row of one table.
    struct Row {
        let table: Int
        let values: [SQLiteValue]
    }

    /// The statements that make the tables, their indexes and triggers.
    let schema: [String]
    let tables: [(name: String, insert: String)]
    /// What was there before the first entry.
    private(set) var beginning: [Row] = []
    /// The rows of each entry: its own, and those of its history.
    private(set) var entries: [[Row]] = []

    init(_ store: String) throws {
        let file = try SQLiteFile(store)
        let virtual = try file.texts(
            "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'"
        )
        let isShadow = { (name: String) in virtual.contains { name.hasPrefix($0 + "_") } }
        var schema: [String] = []
        var tables: [(name: String, insert: String)] = []
        for row in try file.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY rowid") {
            guard case .text(let type) = row[0], case .text(let name) = row[1],
                case .text(let sql) = row[2], type == "trigger" || !isShadow(name)
            else { continue }
            schema.append(sql)
            guard type == "table", !virtual.contains(name) else { continue }
            let columns = try file.rows("SELECT name FROM pragma_table_info('\(name)')").count
            let marks = Array(repeating: "?", count: columns).joined(separator: ", ")
            tables.append((name, "INSERT INTO \"\(name)\" VALUES (\(marks))"))
        }
        self.schema = schema
        self.tables = tables
        try readRows(file)
    }

    /// A new file with the store's tables and settings, and nothing of its entries.
    func makeFile(_ path: String) throws -> SQLiteFile {
        let file = try SQLiteFile(path)
        for pragma in ["journal_mode = WAL", "synchronous = FULL", "secure_delete = FAST"] {
            try file.execute("PRAGMA \(pragma)")
        }
        try file.execute("PRAGMA foreign_keys = ON")
        for statement in schema { try file.execute(statement) }
        try file.execute("BEGIN")
        for row in beginning {
            let statement = try file.prepare(tables[row.table].insert)
            try file.run(statement, row.values)
        }
        try file.execute("COMMIT")
        return file
    }

    /// Sorts rows by the commit that wrote them: the one in which their entry came.
    private mutating func readRows(_ file: SQLiteFile) throws {
        var rowsOfCommit: [Int64: [Row]] = [:]
        var commits: [Int64] = []
        for row in try file.rows("SELECT revision FROM Entry ORDER BY revision") {
            if case .integer(let revision) = row[0] { commits.append(revision) }
        }
        let known = Set(commits)
        for (index, table) in tables.enumerated() {
            let commit = Self.commitColumn(of: table.name)
            let query = "SELECT \(commit), * FROM \"\(table.name)\""
            for row in try file.rows(query) {
                let made = Row(table: index, values: Array(row.dropFirst()))
                if case .integer(let revision) = row[0], known.contains(revision) {
                    rowsOfCommit[revision, default: []].append(made)
                } else {
                    beginning.append(made)
                }
            }
        }
        entries = commits.compactMap { rowsOfCommit[$0] }
    }

    private static func commitColumn(of table: String) -> String {
        switch table {
        case "Entry": "revision"
        case "swiftdata_transaction": "id"
        case "swiftdata_change": "\"transaction\""
        default: "NULL"
        }
    }
}
