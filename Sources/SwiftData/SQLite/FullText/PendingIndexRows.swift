// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
