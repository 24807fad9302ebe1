// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that find the matches of a full-text query: first those that are ranked, the best
/// first, then the others, the greatest keys first.
struct SearchStatements {
    private let db: SQLiteDatabase
    private let sql: FullTextSQL
    private let match: _ColumnValue
    private let rankingLimit: Int

    init(
        _ db: SQLiteDatabase,
        _ sql: FullTextSQL,
        _ match: _ColumnValue,
        rankingLimit: Int?
    ) {
        self.db = db
        self.sql = sql
        self.match = match
        // One more row is read.
        self.rankingLimit = min(max(rankingLimit ?? .max, 0), .max - 1)
    }

    /// Passes each match to a function, which ends the search by throwing an error.
    func step(_ body: (SearchRow) throws -> Void) throws {
        let (ranked, bound) = try rankedMatches()
        for match in ranked { try body(SearchRow(key: match.key, rank: match.rank)) }
        guard let bound else { return }
        try db.step(sql.unranked, [match, .integer(bound)]) { statement in
            try body(SearchRow(key: statement.integer(0), rank: statement.real(1)))
        }
    }

    /// Returns the matches that are ranked, and the greatest key of the others, if there are any.
    private func rankedMatches() throws -> ([(key: Int64, rank: Double)], bound: Int64?) {
        var matches: [(key: Int64, rank: Double)] = []
        var bound: Int64?
        try db.step(sql.newest, [match, .integer(Int64(rankingLimit + 1))]) { statement in
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
