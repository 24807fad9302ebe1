// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// An open transaction of an SQLite store.
final class SQLiteTransaction: StoreTransaction {
    let resources: ConnectionResources
    private let keys: KeyCounters
    private var current: SQLiteConnection?
    var nextTransaction: Int64
    private(set) var firstTransaction: Int64
    /// The external files to remove if the transaction commits.
    private var filesOfOldValues: [String] = []
    /// The external files to remove if the transaction is rolled back.
    private var filesOfNewValues: [String] = []
    private var fullText: any IndexWriter
    /// The statements that insert rows, by entity index.
    private var insertions: [SQLiteStatement?]
    var changeInsertion: SQLiteStatement?
    /// The last update of each table, by entity index.
    private var updates: [RowUpdate?]

    /// The statements that find rows by unique values, by entity index.
    private var lookups: [[RowLookup]]

    /// A statement that finds a row by the values of some properties.
    private struct RowLookup {
        let properties: [Int]
        let statement: SQLiteStatement
    }

    /// A statement that updates columns of a row if they change, with the key as last parameter.
    private struct RowUpdate {
        let properties: PropertySet
        /// The positions of the columns in the table.
        let positions: [Int]
        let changesIndex: Bool
        /// The columns that keep large values in external files.
        let external: [Int]
        let statement: SQLiteStatement
    }

    init(_ resources: ConnectionResources, keys: KeyCounters, defersIndexing: Bool = false) {
        self.resources = resources
        self.keys = keys
        fullText = resources.indexWriter(keys: keys, isDeferring: defersIndexing)
        nextTransaction = 0
        firstTransaction = 0
        insertions = Array(repeating: nil, count: resources.tables.count)
        updates = Array(repeating: nil, count: resources.tables.count)
        lookups = Array(repeating: [], count: resources.tables.count)
    }

    /// Runs `body` on a connection with an open transaction.
    func run<R>(in db: SQLiteDatabase, _ body: (any StoreTransaction) throws -> R) throws -> R {
        try use(db) {
            let result = try body(self)
            try completeWrites()
            try fullText.merge(in: db)
            return result
        }
    }

    /// Calls `body` with a session on a connection with an open transaction, which is rolled back:
    /// a search adds the rows that the full-text indexes lack.
    func read<R>(in db: SQLiteDatabase, _ body: (SQLiteConnection) throws -> R) throws -> R {
        try use(db) {
            try body(SQLiteConnection(db, resources: resources, indexes: .completed(by: self)))
        }
    }

    private func use<R>(_ db: SQLiteDatabase, _ body: () throws -> R) throws -> R {
        current = SQLiteConnection(db, resources: resources)
        nextTransaction = try keys.lastTransaction(in: db)
        firstTransaction = nextTransaction
        defer {
            current = nil
            db.pairLog.changes = []
            // Finalized while the connection is still reserved for this transaction.
            insertions = []
            fullText.releaseStatements()
            changeInsertion = nil
            updates = []
            lookups = []
        }
        return try body()
    }

    /// Publishes the number of the last transaction and removes external files without a row.
    func finish(committed: Bool) {
        if committed { keys.lastTransaction = nextTransaction }
        // Another process may read an earlier commit; a file without a row is removed later.
        guard !(committed && !filesOfOldValues.isEmpty && keys.isOpenElsewhere) else { return }
        resources.files?.remove(committed ? filesOfOldValues : filesOfNewValues)
    }

    private func session() throws -> SQLiteConnection {
        guard let current else { throw StoreError(.failed, "the transaction is no longer open") }
        return current
    }

    func read<R>(_ body: (any StoreReading) throws -> R) throws -> R {
        try body(
            SQLiteConnection(try session().db, resources: resources, indexes: .completed(by: self))
        )
    }

    func database() throws -> SQLiteDatabase { try session().db }

    private func sql(of entity: EntityDescription) -> TableSQL { resources.tables[entity.index] }

    /// Returns the statement in `place`, which is looked up only once in a transaction.
    func statement(
        _ place: inout SQLiteStatement?,
        _ sql: @autoclosure () -> String
    ) throws -> SQLiteStatement {
        let database = try database()
        if let statement = place { return statement }
        let statement = try database.statement(sql())
        place = statement
        return statement
    }

    // MARK: Rows

    func insert(key: Int64, values: [_ColumnValue], into entity: EntityDescription) throws {
        let sql = sql(of: entity)
        try statement(&insertions[entity.index], sql.insert).run { statement in
            try statement.bind(key, at: 1)
            for position in values.indices {
                let value =
                    sql.isPlain[position]
                    ? values[position]
                    : try stored(
                        values[position],
                        in: sql.table.columns[position],
                        table: sql.table,
                        key: key
                    )
                try statement.bind(value, at: Int32(position + 2))
            }
        }
        guard let index = sql.index else { return }
        try fullText.add(
            key,
            texts: index.positions.map { values[$0] },
            of: entity.index,
            in: database()
        )
    }

    func completeWrites() throws { try fullText.finishRows(in: database()) }

    /// Adds all rows of an entity to its full-text index.
    func completeIndex(of entity: Int) throws {
        try fullText.completeIndex(of: entity, in: database())
    }

    func update(
        key: Int64,
        values: [_ColumnValue],
        of properties: PropertySet,
        in entity: EntityDescription
    ) throws -> UpdatedRow {
        guard let update = try rowUpdate(of: properties, in: entity) else { return .unchanged }
        try fullText.indexNewRows(in: database())
        let table = resources.layout.tables[entity.index]
        if !update.external.isEmpty {
            try recordOldFiles(of: [key], in: table, columns: update.external)
        }
        // Translated here, because the caller can recover from a violated unique constraint.
        try StoreError.translating(path: resources.path) {
            try update.statement.run { statement in
                var parameter: Int32 = 1
                for position in update.positions {
                    let column = table.columns[position]
                    let value = try stored(values[position], in: column, table: table, key: key)
                    try statement.bind(value, at: parameter)
                    parameter += 1
                }
                try statement.bind(key, at: parameter)
            }
        }
        let database = try database()
        guard database.rowsChangedByStatement > 0 else {
            return try contains(key, in: table) ? .unchanged : .missing
        }
        if update.changesIndex { fullText.noteChange(ofRows: 1, of: entity.index) }
        return .changed
    }

    private func contains(_ key: Int64, in table: TableLayout) throws -> Bool {
        let row: SQLText = """
            SELECT 1 FROM \(identifier: table.name) \
            WHERE \(identifier: TableLayout.key) = \(bind: key)
            """
        return try database().integer(row) != nil
    }

    /// Returns the statement that updates the columns of some properties; nil if they have none.
    private func rowUpdate(
        of properties: PropertySet,
        in entity: EntityDescription
    ) throws -> RowUpdate? {
        if let update = updates[entity.index], update.properties == properties { return update }
        let sql = sql(of: entity)
        let columns = sql.table.columns
        let positions = columns.indices.filter { properties.contains(columns[$0].property) }
        guard !positions.isEmpty else { return nil }
        let update = RowUpdate(
            properties: properties,
            positions: positions,
            changesIndex: positions.contains { sql.index?.positions.contains($0) ?? false },
            external: positions.filter { columns[$0].policy.isExternal },
            statement: try database().statement(sql.update(positions))
        )
        updates[entity.index] = update
        return update
    }

    func delete(keys deleted: [Int64], from entity: EntityDescription) throws {
        guard !deleted.isEmpty else { return }
        try fullText.indexNewRows(in: database())
        if sql(of: entity).index != nil {
            fullText.noteChange(ofRows: deleted.count, of: entity.index)
        }
        let table = resources.layout.tables[entity.index]
        let external = table.columns.indices.filter { table.columns[$0].policy.isExternal }
        if !external.isEmpty { try recordOldFiles(of: deleted, in: table, columns: external) }
        let database = try database()
        if resources.layout.hasReferences(to: entity) {
            let deletion = try database.statement(sql(of: entity).delete)
            for key in deleted { try deletion.run { try $0.bind(key, at: 1) } }
        } else {
            // Without cascades, the order of the deletions has no effect.
            let deletion = try database.statement(sql(of: entity).deleteRange)
            for range in KeyRanges(deleted) {
                try deletion.run { statement in
                    try statement.bind(range.lowerBound, at: 1)
                    try statement.bind(range.upperBound, at: 2)
                }
            }
        }
        // A key is never reused, even after its row and its history are deleted.
        try StoreMetadata.set(
            StoreMetadata.Name.lastKey(of: entity.name),
            to: String(keys.last(for: entity.index)),
            in: database
        )
    }

    func key(
        in entity: EntityDescription,
        where properties: [Int],
        are values: [_ColumnValue]
    ) throws -> Int64? {
        let query = try rowLookup(by: properties, in: entity)
        return try query.first(binding: { try $0.bind(values) }) { $0.integer(0) }
    }

    /// Returns the statement that finds a row by the values of some properties.
    private func rowLookup(
        by properties: [Int],
        in entity: EntityDescription
    ) throws -> SQLiteStatement {
        if let known = lookups[entity.index].first(where: { $0.properties == properties }) {
            return known.statement
        }
        let statement = try database().statement(sql(of: entity).find(properties))
        lookups[entity.index].append(RowLookup(properties: properties, statement: statement))
        return statement
    }

    func link(_ links: PendingRows.Links, in table: Int) throws {
        let database = try database()
        let sql = resources.joins[table]
        try run(database.statement(sql.remove), links.removed) { _ in }
        try run(database.statement(sql.add), links.added) { pair in
            guard database.rowsChangedByStatement > 0 else { return }
            database.pairLog.changes.append(
                PairLog.Change(table: table, pair: pair, isPresent: true)
            )
        }
    }

    /// Runs a statement for each pair of keys, and then `body`.
    private func run(
        _ statement: SQLiteStatement,
        _ pairs: [PendingRows.Pair],
        _ body: (PendingRows.Pair) -> Void
    ) throws {
        for pair in pairs {
            try statement.run { statement in
                try statement.bind(pair.left, at: 1)
                try statement.bind(pair.right, at: 2)
            }
            body(pair)
        }
    }

    func checkReferences() throws { try session().checkReferences() }

    /// Returns the stored form of a value: encrypted if the column is, and for a large value of an
    /// external column, a file name.
    private func stored(
        _ plain: _ColumnValue,
        in column: TableLayout.Column,
        table: TableLayout,
        key: Int64
    ) throws -> _ColumnValue {
        var value = plain
        if column.policy.isEncrypted {
            value = try resources.seal(plain, in: table.name, column: column.name, key: key)
        }
        guard column.policy.isExternal, case .blob(let data) = value,
            data.count > ExternalFiles.inlineLimit, let files = resources.files,
            // A constraint compares the values in the rows.
            !table.entity.uniqueConstraints.contains(where: { $0.contains(column.property) })
        else { return value }
        let name = try files.write(data)
        filesOfNewValues.append(name)
        return .text(name)
    }

    /// Records the external files of the current values for removal at the commit.
    private func recordOldFiles(of keys: [Int64], in table: TableLayout, columns: [Int]) throws {
        let database = try database()
        for key in keys {
            for column in columns {
                let text: SQLText = """
                    SELECT \(identifier: table.columns[column].name) FROM \(identifier: table.name) \
                    WHERE \(identifier: TableLayout.key) = \(bind: key)
                    """
                try database.step(text) { row in
                    guard row.storageClass(0) == .text, let name = row.text(0) else { return }
                    filesOfOldValues.append(name)
                }
            }
        }
    }

    // MARK: Commands

    func savepoint<R>(_ body: () throws -> R) throws -> R {
        let database = try database()
        try database.run("SAVEPOINT command")
        return try restoring(database) {
            let result = try body()
            try database.run("RELEASE command")
            return result
        } undo: {
            try database.run("ROLLBACK TO command")
            try database.run("RELEASE command")
        }
    }

    func attempt<R>(_ body: () throws -> R) throws -> R {
        let database = try database()
        let changeCount = database.changeCount
        return try restoring(database, body) {
            guard database.changeCount == changeCount else { throw PartialCommandError() }
        }
    }

    /// Runs `body`; after an error, undoes its writes with `undo` and restores the state of the
    /// transaction.
    private func restoring<R>(
        _ database: SQLiteDatabase,
        _ body: () throws -> R,
        undo: () throws -> Void
    ) throws -> R {
        let transaction = nextTransaction
        let (old, new) = (filesOfOldValues.count, filesOfNewValues.count)
        let pairs = database.pairLog.changes
        fullText.beginSavepoint()
        do {
            let result = try body()
            fullText.release()
            return result
        } catch {
            nextTransaction = transaction
            database.pairLog.changes = pairs
            fullText.rollBack()
            if database.isInTransaction {
                try undo()
            } else {
                // SQLite rolled back the whole transaction, for example because the disk is full.
                // Later statements would be committed individually.
                current = nil
            }
            filesOfOldValues.removeLast(filesOfOldValues.count - old)
            resources.files?.remove(Array(filesOfNewValues[new...]))
            filesOfNewValues.removeLast(filesOfNewValues.count - new)
            // The caller receives the failure of a command before its commit group ends.
            guard let failure = error as? SQLiteError else { throw error }
            throw StoreError(failure, path: resources.path)
        }
    }
}
