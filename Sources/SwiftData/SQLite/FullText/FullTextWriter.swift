// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// Adds the new rows of a transaction to the full-text indexes.
protocol IndexWriter {
    /// Adds a new row of an entity with a full-text index; `texts` are the indexed columns.
    mutating func add(
        _ key: Int64,
        texts: [_ColumnValue],
        of entity: Int,
        in db: SQLiteDatabase
    ) throws
    /// Records that a statement changes indexed strings of some rows, or deletes the rows.
    mutating func noteChange(ofRows count: Int, of entity: Int)
    /// Adds the new rows to the indexes.
    mutating func indexNewRows(in db: SQLiteDatabase) throws
    /// Adds the new rows to the indexes at the end of a commit.
    mutating func finishRows(in db: SQLiteDatabase) throws
    /// Adds all rows of an entity to its index.
    mutating func completeIndex(of entity: Int, in db: SQLiteDatabase) throws
    /// Merges the indexes to which bytes were added.
    func merge(in db: SQLiteDatabase) throws
    /// Releases the statements of the connection.
    mutating func releaseStatements()
    /// Begins a savepoint.
    mutating func beginSavepoint()
    /// Releases the innermost savepoint and keeps its changes.
    mutating func release()
    /// Rolls back the innermost savepoint.
    mutating func rollBack()
}

/// Adds the new rows of a transaction to the full-text indexes in the same commit.
///
/// Triggers update the indexes for changed and deleted rows.
struct FullTextWriter: IndexWriter {
    /// The statements for the index of each entity, by entity index.
    private let indexes: [FullTextIndexSQL?]
    private let merging: FullTextMerging
    private(set) var newRows = PendingIndexRows()
    /// The approximate number of bytes that were added to the indexes, also by triggers, by entity
    /// index.
    private var addedBytes: [Int]
    /// The statements that insert rows into the indexes, by entity index.
    private var insertions: [SQLiteStatement?]

    init(_ indexes: [FullTextIndexSQL?], merging: FullTextMerging) {
        self.indexes = indexes
        self.merging = merging
        addedBytes = Array(repeating: 0, count: indexes.count)
        insertions = Array(repeating: nil, count: indexes.count)
    }

    // MARK: Rows

    mutating func add(
        _ key: Int64,
        texts: [_ColumnValue],
        of entity: Int,
        in db: SQLiteDatabase
    ) throws {
        add(PendingIndexRows.IndexRow(entity: entity, key: key, texts: texts))
        if newRows.isFull { try indexNewRows(in: db) }
    }

    /// Keeps a new row for the next call of `indexNewRows`.
    mutating func add(_ row: PendingIndexRows.IndexRow) { newRows.add(row) }

    mutating func noteChange(ofRows count: Int, of entity: Int) {
        // The triggers write a segment for each row.
        noteBytes(count * FullTextMerging.pageSize, of: entity)
    }

    /// Records that bytes were added to the index of an entity.
    mutating func noteBytes(_ count: Int, of entity: Int) { addedBytes[entity] += count }

    mutating func finishRows(in db: SQLiteDatabase) throws { try indexNewRows(in: db) }

    mutating func completeIndex(of entity: Int, in db: SQLiteDatabase) throws {
        try indexNewRows(in: db)
    }

    func merge(in db: SQLiteDatabase) throws {
        for entity in addedBytes.indices where addedBytes[entity] > 0 {
            guard let sql = indexes[entity],
                let count = merging.pageCount(adding: addedBytes[entity], to: entity)
            else { continue }
            try db.run(sql.merge, [.integer(Int64(count))])
        }
    }

    mutating func releaseStatements() {
        for entity in insertions.indices { insertions[entity] = nil }
    }

    // MARK: Savepoints

    mutating func beginSavepoint() { newRows.beginSavepoint() }

    mutating func release() { newRows.release() }

    mutating func rollBack() { newRows.rollBack() }

    // MARK: Indexing

    mutating func indexNewRows(in db: SQLiteDatabase) throws {
        try indexNewRows(upTo: [:], in: db)
    }

    /// Adds the new rows with keys up to the bound of their entity, if it has one, to the indexes,
    /// and discards the others.
    mutating func indexNewRows(upTo bounds: [Int: Int64], in db: SQLiteDatabase) throws {
        while let row = newRows.first {
            if row.key <= bounds[row.entity] ?? .max { try insert(row, in: db) }
            newRows.removeFirst()
        }
    }

    private mutating func insert(
        _ row: PendingIndexRows.IndexRow,
        in db: SQLiteDatabase
    ) throws {
        guard let sql = indexes[row.entity] else { return }
        let insertion = try insertions[row.entity] ?? db.statement(sql.insertion)
        insertions[row.entity] = insertion
        try insertion.run { statement in
            try statement.bind(row.key, at: 1)
            for position in row.texts.indices {
                try statement.bind(row.texts[position], at: Int32(position + 2))
            }
        }
        noteBytes(row.length, of: row.entity)
    }
}

/// Merges the segments of full-text indexes in steps that are proportional to what was added.
///
/// FTS5 merges 64 pages for each level of an index at once, which makes a few commits of a large
/// store much longer than the others (decision 0082). Its own merging is therefore disabled, except
/// for merging 16 segments of one level, which remain from programs that exit after a few commits.
final class FullTextMerging: Sendable {
    /// The number of added pages after which an index is merged.
    private static let interval = 8
    /// The maximum number of pages that are merged for an added page, if that many are waiting.
    ///
    /// Each page is merged once at each level, and a level has four times the pages of the previous
    /// one.
    private static let pagesPerPage = 16
    /// The maximum number of pages that one commit merges.
    private static let limit = 2_048
    /// The approximate size in bytes of a page of an index.
    static let pageSize = 4_096

    /// The number of added pages of each entity's index.
    private let added: Mutex<[Int]>

    init(entityCount: Int) { added = Mutex(Array(repeating: 0, count: entityCount)) }

    /// Records that a commit adds some bytes to an index.
    ///
    /// - Returns: The number of pages to merge in this commit; nil if none.
    func pageCount(adding bytes: Int, to entity: Int) -> Int? {
        added.withLock { added in
            // Each commit adds a segment, which has at least one page.
            added[entity] += max(1, bytes / Self.pageSize)
            guard added[entity] >= Self.interval else { return nil }
            defer { added[entity] = 0 }
            return min(added[entity], Self.limit / Self.pagesPerPage) * Self.pagesPerPage
        }
    }

    /// Disables the merging by FTS5 in the index of a table.
    ///
    /// The setting is a part of the store.
    static func disableAutomatic(in table: TableLayout, db: SQLiteDatabase) throws {
        guard !table.fullTextColumns.isEmpty else { return }
        let config = SQLText.identifier(table.fullTextName + "_config")
        let setting = try db.integer("SELECT v FROM \(config) WHERE k = 'automerge'")
        guard setting != 0 else { return }
        try db.execute(disabling(of: table))
    }

    /// Returns the statement that disables the merging by FTS5 in the index of a table.
    static func disabling(of table: TableLayout) -> String {
        let name = SQLText.quoted(table.fullTextName)
        return "INSERT INTO \(name)(\(name), rank) VALUES ('automerge', 0)"
    }
}

/// New rows of a transaction that are not in the full-text index yet.
///
/// FTS5 flushes its pending terms to a new segment whenever a savepoint begins or ends, and SQLite
/// opens a savepoint for every statement with a trigger. New rows are therefore buffered here, and
/// inserted into the index together at the end of the transaction or before the index is read.
struct PendingIndexRows {
    /// A row of a full-text index.
    struct IndexRow {
        let entity: Int
        let key: Int64
        let texts: [_ColumnValue]

        /// The length of the indexed strings in bytes.
        var length: Int {
            texts.reduce(0) { length, text in
                guard case .text(let text) = text else { return length }
                return length + text.utf8.count
            }
        }
    }

    /// The maximum number of buffered rows; when it is reached, they are inserted into the index.
    static let limit = 4_096

    private struct Savepoint {
        let count: Int
        let indexedCount: Int
    }

    /// The buffered rows, preceded by indexed rows that a rollback would return to the buffer.
    private var rows: [IndexRow] = []
    private var indexedCount = 0
    private var savepoints: [Savepoint] = []

    var count: Int { rows.count - indexedCount }

    var isFull: Bool { count >= Self.limit }

    mutating func add(_ row: IndexRow) { rows.append(row) }

    /// Returns the lowest key of the buffered rows of an entity, and the length of their strings in
    /// bytes; `nil` without such rows.
    ///
    /// - Complexity: Linear in the number of buffered rows.
    func extent(ofEntity entity: Int) -> (lowestKey: Int64, length: Int)? {
        let added = rows[indexedCount...].lazy.filter { $0.entity == entity }
        guard let lowestKey = added.map(\.key).min() else { return nil }
        return (lowestKey, added.reduce(0) { $0 + $1.length })
    }

    /// The entities of the buffered rows.
    var entities: Set<Int> { Set(rows[indexedCount...].lazy.map(\.entity)) }

    /// The oldest buffered row.
    var first: IndexRow? { indexedCount < rows.count ? rows[indexedCount] : nil }

    /// Removes the oldest row from the buffer after it was inserted into the index.
    mutating func removeFirst() {
        indexedCount += 1
        if savepoints.isEmpty, indexedCount == rows.count { discardIndexed() }
    }

    /// Begins a savepoint.
    mutating func beginSavepoint() {
        savepoints.append(Savepoint(count: rows.count, indexedCount: indexedCount))
    }

    /// Releases the innermost savepoint and keeps its changes.
    mutating func release() {
        savepoints.removeLast()
        if savepoints.isEmpty { discardIndexed() }
    }

    /// Rolls back the innermost savepoint and restores the state at its beginning.
    mutating func rollBack() {
        let savepoint = savepoints.removeLast()
        rows.removeLast(rows.count - savepoint.count)
        indexedCount = savepoint.indexedCount
    }

    private mutating func discardIndexed() {
        rows.removeFirst(indexedCount)
        indexedCount = 0
    }
}
