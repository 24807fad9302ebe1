// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import GRDB
internal import GRDBSQLite

extension SQLiteConnection {
    func history(_ request: HistoryRequest) throws -> [HistoryRecord] {
        var rows: [HistoryRecord] = []
        let limit = request.limit.map(Int64.init) ?? -1
        let values: [_ColumnValue] = [
            .integer(request.after), .integer(request.through), .integer(limit),
        ]
        try step(HistorySQL.read, values) { statement in
            let number = sqlite3_column_int64(statement, 0)
            if rows.last?.transaction != number {
                rows.append(
                    HistoryRecord(
                        transaction: number,
                        timestamp: Date(
                            timeIntervalSinceReferenceDate: sqlite3_column_double(statement, 1)
                        ),
                        author: text(statement, 2),
                        process: text(statement, 3) ?? "",
                        changes: []
                    )
                )
            }
            guard let change = try change(statement) else { return }
            rows[rows.count - 1].changes.append(change)
        }
        return rows
    }

    func historyBounds() throws -> HistoryBounds {
        let deleted = try StoreMetadata.value(StoreMetadata.Name.historyDeletedThrough, in: db)
        return HistoryBounds(
            deletedThrough: deleted.flatMap { Int64($0) } ?? 0,
            last: try StoreMetadata.lastTransaction(in: db)
        )
    }

    private func change(_ statement: OpaquePointer) throws -> HistoryRecord.Change? {
        // The left join returns one row without a change for an empty transaction.
        guard let entity = text(statement, 5) else { return nil }
        guard let operation = HistoryRecord.Operation(rawValue: sqlite3_column_int64(statement, 4))
        else {
            throw StoreError(.damaged, "unknown operation in the history")
        }
        return HistoryRecord.Change(
            operation: operation,
            identifier: PersistentIdentifier(
                entityName: entity,
                storeIdentifier: resources.store,
                key: sqlite3_column_int64(statement, 6)
            ),
            properties: text(statement, 7).map(HistoryJSON.names(in:)) ?? [],
            tombstone: try text(statement, 8).map(HistoryJSON.values(in:)) ?? [:]
        )
    }

    private func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
