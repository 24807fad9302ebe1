// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// New rows of a transaction whose texts are not in the full-text index yet.
///
/// FTS5 writes out what it gathered whenever a savepoint begins or ends, and every statement with a
/// trigger is one. So new rows wait here until the transaction ends, or until something needs the
/// index, and then enter it together.
struct PendingIndexRows {
    /// What the full-text index of one entity gets for one row: the key, then the texts.
    struct Row {
        let entity: Int
        let values: [_ColumnValue]
    }

    /// More rows than this enter the index before they are all there.
    static let limit = 4_096

    private struct Mark {
        let count: Int
        let indexed: Int
    }

    /// The rows that wait, and behind an open savepoint those that would wait again.
    private var rows: [Row] = []
    private var indexed = 0
    private var marks: [Mark] = []

    var isFull: Bool { rows.count - indexed >= Self.limit }

    mutating func add(_ row: Row) { rows.append(row) }

    /// The row that has waited longest.
    var first: Row? { indexed < rows.count ? rows[indexed] : nil }

    /// The row that has waited longest is in the index now.
    mutating func noteIndexed() {
        indexed += 1
        if marks.isEmpty, indexed == rows.count { forgetIndexed() }
    }

    /// A savepoint begins.
    mutating func mark() { marks.append(Mark(count: rows.count, indexed: indexed)) }

    /// The innermost savepoint ends, and what it did stays.
    mutating func release() {
        marks.removeLast()
        if marks.isEmpty { forgetIndexed() }
    }

    /// The innermost savepoint ends, and nothing was done since it began.
    mutating func rollBack() {
        let mark = marks.removeLast()
        rows.removeLast(rows.count - mark.count)
        indexed = mark.indexed
    }

    private mutating func forgetIndexed() {
        rows.removeFirst(indexed)
        indexed = 0
    }
}
