// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that find the matches of a full-text query: first those that are ranked, the best
/// first, then the others, the greatest keys first.
struct SearchStatements {
    private let db: SQLiteDatabase
    private let sql: FullTextSQL
    private let match: _ColumnValue
    private let rankingLimit: Int?

    init(
        _ db: SQLiteDatabase,
        _ sql: FullTextSQL,
        _ match: _ColumnValue,
        rankingLimit: Int?
    ) {
        self.db = db
        self.sql = sql
        self.match = match
        self.rankingLimit = rankingLimit.map { max($0, 0) }
    }

    /// Returns the matches after an offset.
    func matches(limit: Int, offset: Int) throws -> [SearchRow] {
        var rows: [SearchRow] = []
        let bound = try greatestUnrankedKey()
        try step(sql.ranked, bound ?? .min, limit: limit, offset: offset) { rows.append($0) }
        guard let bound, let rankingLimit, rows.count < limit else { return rows }
        let skipped = rows.isEmpty ? max(offset - rankingLimit, 0) : 0
        try step(sql.unranked, bound, limit: limit - rows.count, offset: skipped) {
            rows.append($0)
        }
        return rows
    }

    /// Passes each match to a function, which ends the search by throwing an error.
    func step(_ body: (SearchRow) throws -> Void) throws {
        let bound = try greatestUnrankedKey()
        try step(sql.ranked, bound ?? .min, limit: .max, offset: 0, body)
        guard let bound else { return }
        try step(sql.unranked, bound, limit: .max, offset: 0, body)
    }

    /// Returns the greatest key of the matches that are not ranked; nil if all are.
    private func greatestUnrankedKey() throws -> Int64? {
        guard let rankingLimit else { return nil }
        var key: Int64?
        try db.step(sql.bound, [match, .integer(Int64(rankingLimit))]) { statement in
            key = statement.integer(0)
        }
        return key
    }

    private func step(
        _ sql: String,
        _ bound: Int64,
        limit: Int,
        offset: Int,
        _ body: (SearchRow) throws -> Void
    ) throws {
        let range = [limit, offset].map { _ColumnValue.integer(Int64($0)) }
        try db.step(sql, [match, .integer(bound)] + range) { statement in
            try body(SearchRow(key: statement.integer(0), rank: statement.real(1)))
        }
    }
}
