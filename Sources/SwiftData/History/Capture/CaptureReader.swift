// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads the history of a store after a position.
struct CaptureReader {
    /// The maximum number of transactions in each read.
    private static let batchSize = 512

    /// A session that reads one commit.
    let session: any StoreReading
    /// The author of the transactions to omit; nil for none.
    let excludedAuthor: String?

    /// Returns the next changes.
    ///
    /// A transaction with more changes continues on the next page.
    ///
    /// - Parameters:
    ///   - cursor: The position before the page.
    ///   - limit: The maximum number of recorded changes and pairs, at least 1.
    /// - Returns: The changes, collapsed for each row and pair.
    /// - Throws: `SwiftDataError.historyTokenExpired` if transactions after the position were
    ///   deleted; `StoreError` if the store cannot be read.
    func page(after cursor: HistoryCursor, limit: Int) throws -> CapturePage {
        let bounds = try session.historyBounds()
        try bounds.check(cursor)
        var changes = CollapsedChanges()
        var (end, left) = (cursor, max(1, limit))
        while left > 0, end.transaction < bounds.last {
            let records = try session.history(request(after: end, through: bounds.last, left))
            for record in records {
                changes.add(record)
                left -= record.changes.count + record.pairs.count
                end =
                    record.next.map {
                        HistoryCursor(transaction: record.transaction - 1, place: $0)
                    }
                    ?? HistoryCursor(transaction: record.transaction)
            }
            if records.isEmpty { end = HistoryCursor(transaction: bounds.last) }
        }
        return CapturePage(
            rows: changes.rows,
            pairs: changes.pairs,
            end: end,
            isLast: end.transaction >= bounds.last
        )
    }

    private func request(
        after cursor: HistoryCursor,
        through last: Int64,
        _ changeLimit: Int
    ) -> HistoryRequest {
        var request = HistoryRequest(
            after: cursor.transaction,
            through: last,
            // The place concerns the next transaction only.
            limit: cursor.place == .beginning ? Self.batchSize : 1,
            start: cursor.place,
            changeLimit: changeLimit
        )
        request.excludedAuthor = excludedAuthor
        request.includesPairs = true
        return request
    }
}
