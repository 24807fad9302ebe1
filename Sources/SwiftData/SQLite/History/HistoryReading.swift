// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The records of the history that were read for a request, up to its number of changes.
struct HistoryReading {
    private let request: HistoryRequest
    private var changeCount = 0
    var records: [HistoryRecord] = []

    init(_ request: HistoryRequest) { self.request = request }

    /// The parameters of `HistorySQL.read`.
    var parameters: [_ColumnValue] {
        let limit = request.limit.map(Int64.init) ?? -1
        // A row has at least one change, except for one of each empty transaction. One row more
        // shows that there is another change.
        let rows = request.changeLimit.map { Int64($0) + 1 + max(0, limit) } ?? -1
        return [
            .integer(request.after), .integer(request.through), .integer(limit),
            .integer(request.start.sequence), .integer(rows),
            request.excludedAuthor.map { .text($0) } ?? .null,
        ]
    }

    /// Whether there are as many changes as were requested.
    var isFull: Bool { request.changeLimit.map { changeCount >= $0 } ?? false }

    /// Returns the range of the requested changes of a row, and notes the position of the first
    /// change after them, if any.
    mutating func takeChanges(of sequence: Int64, count: Int64) -> Range<Int64> {
        let start = sequence == request.start.sequence ? min(request.start.offset, count) : 0
        let left = request.changeLimit.map { Int64($0 - changeCount) } ?? .max
        let end = start + min(count - start, left)
        if end < count, let last = records.indices.last, records[last].next == nil {
            records[last].next = HistoryPlace(sequence: sequence, offset: end)
        }
        changeCount += Int(end - start)
        return start..<end
    }

    /// Appends a changed pair to the last record.
    mutating func append(_ pair: HistoryRecord.Pair) {
        records[records.count - 1].pairs.append(pair)
    }

    /// Appends a change to the last record.
    mutating func append(_ change: HistoryRecord.Change) {
        records[records.count - 1].changes.append(change)
    }
}
