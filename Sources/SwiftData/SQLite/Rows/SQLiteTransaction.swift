// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// An open transaction of an SQLite store.
final class SQLiteTransaction: StoreTransaction {
    /// The maximum number of recorded transactions; the oldest are deleted as new ones are
    /// recorded.
    static let historyLimit: Int64 = 100_000
    private static let trimmingInterval: Int64 = 1_024

    private let resources: ConnectionResources
    private let keys: KeyCounters
    private var current: SQLiteConnection?
    private var nextTransaction: Int64
    /// The external files to remove if the transaction commits.
    private var filesOfOldValues: [String] = []
    /// The external files to remove if the transaction is rolled back.
    private var filesOfNewValues: [String] = []
    private var unindexed = PendingIndexRows()
    private var prepared: [CachedStatement: Statement] = [:]

    /// The statements that almost every save executes.
    private enum CachedStatement: Hashable {
        case insert(Int)
        case index(Int)
        case recordTransaction
        case recordChange
        case savepoint
        case release
    }

    init(_ resources: ConnectionResources, keys: KeyCounters) {
        self.resources = resources
        self.keys = keys
        nextTransaction = 0
    }

    /// Runs `body` on a connection with an open transaction.
    func run<R>(in db: Database, _ body: (any StoreTransaction) throws -> R) throws -> R {
        current = SQLiteConnection(db, resources)
        nextTransaction = keys.lastTransaction
        defer { current = nil }
        let result = try body(self)
        try completeWrites()
        return result
    }

    /// Publishes the number of the last transaction and removes external files without a row.
    func finish(committed: Bool) {
        if committed { keys.lastTransaction = nextTransaction }
        resources.files?.remove(committed ? filesOfOldValues : filesOfNewValues)
    }

    private func session() throws -> SQLiteConnection {
        guard let current else { throw StoreError(.failed, "the transaction is no longer open") }
        return current
    }

    func read<R>(_ body: (any StoreReading) throws -> R) throws -> R {
        try body(SQLiteConnection(try session().db, resources, in: self))
    }

    private func sql(of entity: EntityDescription) -> TableSQL { resources.tables[entity.index] }

    /// Runs a statement that is looked up only once in a transaction.
    private func run(_ name: CachedStatement, _ sql: String, _ values: [_ColumnValue] = []) throws {
        let session = try session()
        if let statement = prepared[name] { return try session.run(statement, values) }
        let statement = try resources.statement(sql, in: session.db)
        prepared[name] = statement
        try session.run(statement, values)
    }

    // MARK: Rows

    func insert(key: Int64, values: [_ColumnValue], into entity: EntityDescription) throws {
        let table = resources.layout.tables[entity.index]
        var bound: [_ColumnValue] = [.integer(key)]
        bound.reserveCapacity(values.count + 1)
        for (column, value) in zip(table.columns, values) {
            bound.append(try stored(value, in: column))
        }
        let sql = sql(of: entity)
        try run(.insert(entity.index), sql.insert, bound)
        guard let texts = sql.texts else { return }
        let row = PendingIndexRows.IndexRow(
            entity: entity.index,
            values: [.integer(key)] + texts.positions.map { values[$0] }
        )
        unindexed.add(row)
        if unindexed.isFull { try indexNewRows() }
    }

    func completeWrites() throws { try indexNewRows() }

    /// Inserts the buffered rows into the full-text indexes.
    ///
    /// Triggers update the indexes for changed and deleted rows.
    private func indexNewRows() throws {
        while let row = unindexed.first {
            if let texts = resources.tables[row.entity].texts {
                try run(.index(row.entity), texts.index, row.values)
            }
            unindexed.removeFirst()
        }
    }

    func update(
        key: Int64,
        values: [_ColumnValue],
        of properties: PropertySet,
        in entity: EntityDescription
    ) throws {
        let table = resources.layout.tables[entity.index]
        let positions = table.columns.indices.filter {
            properties.contains(table.columns[$0].property)
        }
        guard !positions.isEmpty else { return }
        try indexNewRows()
        let external = positions.filter { table.columns[$0].policy.isExternal }
        if !external.isEmpty { try recordOldFiles(of: [key], in: table, columns: external) }
        var bound = try positions.map { try stored(values[$0], in: table.columns[$0]) }
        bound.append(.integer(key))
        // Translated here, because the caller can recover from a violated unique constraint.
        try StoreError.translating(path: resources.path) {
            try session().run(sql(of: entity).update(positions), bound)
        }
    }

    func delete(keys deleted: [Int64], from entity: EntityDescription) throws {
        guard !deleted.isEmpty else { return }
        try indexNewRows()
        let table = resources.layout.tables[entity.index]
        let external = table.columns.indices.filter { table.columns[$0].policy.isExternal }
        if !external.isEmpty { try recordOldFiles(of: deleted, in: table, columns: external) }
        let session = try session()
        for key in deleted { try session.run(sql(of: entity).delete, [.integer(key)]) }
        // A key is never reused, even after its row and its history are deleted.
        try StoreMetadata.set(
            StoreMetadata.Name.lastKey(of: entity.name),
            to: String(keys.last(for: entity.index)),
            in: session.db
        )
    }

    func key(
        in entity: EntityDescription,
        where properties: [Int],
        are values: [_ColumnValue]
    ) throws -> Int64? {
        let text = sql(of: entity).find(properties)
        let session = try session()
        let statement = try resources.statement(text, in: session.db)
        return try Int64.fetchOne(statement, arguments: StatementArguments(values.map(\.grdbValue)))
    }

    func link(_ links: PendingRows.Links, in table: Int) throws {
        let join = resources.layout.joinTables[table]
        let session = try session()
        let sql = JoinSQL(join)
        for pair in links.removed {
            try session.run(sql.remove, [.integer(pair.left), .integer(pair.right)])
        }
        for pair in links.added {
            try session.run(sql.add, [.integer(pair.left), .integer(pair.right)])
        }
    }

    func checkReferences() throws { try session().checkReferences() }

    /// Returns the stored form of a value: for a large value of an external column, a file name.
    private func stored(
        _ value: _ColumnValue,
        in column: TableLayout.Column
    ) throws -> _ColumnValue {
        guard column.policy.isExternal, case .blob(let data) = value,
            data.count > ExternalFiles.inlineLimit, let files = resources.files
        else { return value }
        let name = try files.write(data)
        filesOfNewValues.append(name)
        return .text(name)
    }

    /// Records the external files of the current values for removal at the commit.
    private func recordOldFiles(of keys: [Int64], in table: TableLayout, columns: [Int]) throws {
        let session = try session()
        for key in keys {
            for column in columns {
                let text: SQLText = """
                    SELECT \(identifier: table.columns[column].name) FROM \(identifier: table.name) \
                    WHERE \(identifier: TableLayout.key) = \(bind: key)
                    """
                try session.step(text) { row in
                    guard sqlite3_column_type(row, 0) == SQLITE_TEXT,
                        let name = sqlite3_column_text(row, 0)
                    else { return }
                    filesOfOldValues.append(String(cString: name))
                }
            }
        }
    }

    // MARK: Savepoints

    func savepoint<R>(_ body: () throws -> R) throws -> R {
        let session = try session()
        let transaction = nextTransaction
        let (old, new) = (filesOfOldValues.count, filesOfNewValues.count)
        try run(.savepoint, "SAVEPOINT command")
        unindexed.beginSavepoint()
        do {
            let result = try body()
            try run(.release, "RELEASE command")
            unindexed.release()
            return result
        } catch {
            nextTransaction = transaction
            unindexed.rollBack()
            if session.db.isInsideTransaction {
                try session.run("ROLLBACK TO command", [])
                try session.run("RELEASE command", [])
            } else {
                // SQLite rolled back the whole transaction, for example because the disk is full.
                // Later statements would be committed individually.
                current = nil
            }
            filesOfOldValues.removeLast(filesOfOldValues.count - old)
            resources.files?.remove(Array(filesOfNewValues[new...]))
            filesOfNewValues.removeLast(filesOfNewValues.count - new)
            // The caller receives the failure of a command before its commit group ends.
            guard let failure = error as? DatabaseError else { throw error }
            throw StoreError(failure, path: resources.path)
        }
    }

    // MARK: History

    func record(_ entry: HistoryEntry) throws -> Int64 {
        nextTransaction &+= 1
        let number = nextTransaction
        try run(
            .recordTransaction,
            HistorySQL.insertTransaction,
            [
                .integer(number), .real(Date.now.timeIntervalSinceReferenceDate),
                entry.author.map { .text($0) } ?? .null, .text(HistorySQL.process),
            ]
        )
        for (sequence, change) in entry.changes.enumerated() {
            try run(
                .recordChange,
                HistorySQL.insertChange,
                HistorySQL.values(of: change, number, sequence)
            )
        }
        if number % Self.trimmingInterval == 0, number > Self.historyLimit {
            try deleteHistory(through: number - Self.historyLimit, author: nil)
        }
        return number
    }

    func deleteHistory(through transaction: Int64, author: String?) throws {
        let session = try session()
        let last = min(transaction, nextTransaction)
        try HistorySQL.delete(through: last, author: author, in: session.db)
        try recordLastTransaction(in: session)
    }

    func deleteHistory(_ transactions: [Int64]) throws {
        let session = try session()
        try HistorySQL.delete(transactions, in: session.db)
        try recordLastTransaction(in: session)
    }

    /// Records the last transaction number, which is never reused, even if the history is deleted.
    private func recordLastTransaction(in session: SQLiteConnection) throws {
        try StoreMetadata.set(
            StoreMetadata.Name.lastTransaction,
            to: String(nextTransaction),
            in: session.db
        )
    }
}
