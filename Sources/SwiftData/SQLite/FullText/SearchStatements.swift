// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that find the matches of a full-text query: first the ranked matches, best first,
/// then the others, greatest keys first.
struct SearchStatements {
    private let db: SQLiteDatabase
    private let sql: FullTextSQL
    private let match: _ColumnValue
    private let rankingLimit: Int
    private let after: Int64?

    init(
        _ db: SQLiteDatabase,
        sql: FullTextSQL,
        match: _ColumnValue,
        rankingLimit: Int?,
        after: Int64?
    ) {
        self.db = db
        self.sql = sql
        self.match = match
        // One more row is read.
        self.rankingLimit = min(max(rankingLimit ?? .max, 0), .max - 1)
        self.after = after
    }

    /// Passes each match to a function, which ends the search by throwing an error.
    func step(_ body: (SearchRow) throws -> Void) throws {
        guard let after else {
            let (ranked, bound) = try rankedMatches()
            for match in ranked { try body(SearchRow(key: match.key, rank: match.rank)) }
            if let bound { try stepUnranked(upTo: bound, body) }
            return
        }
        if after > .min { try stepUnranked(upTo: after - 1, body) }
    }

    private func stepUnranked(upTo bound: Int64, _ body: (SearchRow) throws -> Void) throws {
        try db.step(sql.unranked, binding: [match, .integer(bound)]) { statement in
            try body(SearchRow(key: statement.integer(0), rank: nil))
        }
    }

    /// Returns the matches that are ranked, and the greatest key of the others, if there are any.
    private func rankedMatches() throws -> ([(key: Int64, rank: Double)], bound: Int64?) {
        guard rankingLimit > 0 else { return ([], Int64.max) }
        var matches: [(key: Int64, rank: Double)] = []
        var bound: Int64?
        try db.step(sql.newest, binding: [match, .integer(Int64(rankingLimit + 1))]) { statement in
            let key = statement.integer(0)
            if matches.count < rankingLimit {
                matches.append((key, statement.real(1)))
            } else {
                bound = key
            }
        }
        matches.sort { ($0.rank, $0.key) < ($1.rank, $1.key) }
        return (matches, bound)
    }
}
