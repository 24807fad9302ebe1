// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLiteConnection {
    /// Returns the best matches of a full-text query.
    ///
    /// The filter is applied to batches of matches in rank order, until the limit is reached. Its
    /// cost depends on the number of rejected matches, not on the size of the table.
    func search(_ query: SearchQuery) throws -> [SearchRow] {
        let table = layout[query.rows.entity]
        guard !table.fullTextColumns.isEmpty else {
            throw StoreError(
                .searchSyntax,
                "\(table.name) has no attribute with the option .spotlight; it cannot be searched"
            )
        }
        let sql = FullTextSQL(table)
        let text = try indexedQuery(query.text, in: table)
        let match = _ColumnValue.text(text.fts5)
        let limit = max(query.rows.limit ?? .max, 0)
        let offset = max(query.rows.offset ?? 0, 0)
        let statements = SearchStatements(
            db,
            sql: sql,
            match: match,
            rankingLimit: query.rankingLimit,
            after: query.after
        )
        let rows = try matches(statements, by: query.rows, limit: limit, offset: offset)
        guard let style = query.snippet else { return rows }
        return try snippets(of: rows, for: text, sql: sql, style: style)
    }

    private func matches(
        _ statements: SearchStatements,
        by filter: FetchQuery,
        limit: Int,
        offset: Int
    ) throws -> [SearchRow] {
        var batches = SearchBatches(limit: limit, offset: offset)
        guard limit > 0 else { return [] }
        do {
            try statements.step { row in
                batches.candidates.append(row)
                guard batches.isFull else { return }
                try apply(filter, to: &batches)
                if batches.isComplete { throw SearchBatches.LimitReached() }
            }
            try apply(filter, to: &batches)
        } catch is SearchBatches.LimitReached {}
        return batches.rows
    }

    private func apply(_ filter: FetchQuery, to batches: inout SearchBatches) throws {
        guard !batches.candidates.isEmpty, !batches.isComplete else { return }
        guard filter.filter != nil || filter.classNames != nil else {
            return batches.acceptCandidates { _ in true }
        }
        var query = filter
        query.scope = .keys(batches.candidates.map(\.key))
        query.limit = nil
        query.offset = nil
        query.order = []
        let keys = Set(try keys(query, over: nil))
        batches.acceptCandidates { keys.contains($0) }
    }

    private func snippets(
        of rows: [SearchRow],
        for query: FullTextQuery,
        sql: FullTextSQL,
        style: SnippetStyle
    ) throws -> [SearchRow] {
        guard !rows.isEmpty else { return rows }
        var reader = try SnippetReader(db, query: query, style: style)
        var snippets: [Int64: String] = [:]
        try db.step(sql.texts, binding: [JSONArray.text(of: rows.map(\.key))]) { statement in
            var best: SnippetWriter.Snippet?
            for column in 1..<statement.columnCount {
                let snippet = try statement.withText(column) {
                    try reader.snippet(of: $0, betterThan: best)
                }
                if let snippet { best = snippet }
            }
            snippets[statement.integer(0)] = best?.text
        }
        return rows.map { row in
            var row = row
            row.snippet = snippets[row.key] ?? ""
            return row
        }
    }
}

/// Batches of matches for a filter, which grow as the filter rejects matches.
private struct SearchBatches {
    /// The error that stops the search when the limit is reached.
    struct LimitReached: Error {}

    var candidates: [SearchRow] = []
    private(set) var rows: [SearchRow] = []
    private var size: Int
    private let limit: Int
    private var skipped: Int

    init(limit: Int, offset: Int) {
        self.limit = limit
        skipped = offset
        // Most filters reject few matches.
        let (needed, isOverflow) = limit.addingReportingOverflow(offset)
        size = min(isOverflow ? .max : needed, 1_024) + 8
    }

    var isFull: Bool { candidates.count >= size }
    var isComplete: Bool { rows.count >= limit }

    /// Accepts the candidates with keys that pass a test, and discards the others.
    mutating func acceptCandidates(where isAccepted: (Int64) -> Bool) {
        for candidate in candidates where isAccepted(candidate.key) {
            if skipped > 0 {
                skipped -= 1
            } else if rows.count < limit {
                rows.append(candidate)
            }
        }
        candidates.removeAll(keepingCapacity: true)
        size = min(size * 4, 32_768)
    }
}
