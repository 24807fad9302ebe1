// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension SQLiteConnection {
    func history(_ request: HistoryRequest) throws -> [HistoryRecord] {
        var rows: [HistoryRecord] = []
        let limit = request.limit.map(Int64.init) ?? -1
        let values: [_ColumnValue] = [
            .integer(request.after), .integer(request.through), .integer(limit),
        ]
        try db.step(HistorySQL.read, values) { statement in
            let number = statement.integer(0)
            if rows.last?.transaction != number {
                rows.append(
                    HistoryRecord(
                        transaction: number,
                        timestamp: Date(
                            timeIntervalSinceReferenceDate: statement.real(1)
                        ),
                        author: statement.text(2),
                        process: statement.text(3) ?? "",
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

    private func change(_ statement: SQLiteStatement) throws -> HistoryRecord.Change? {
        // The left join returns one row without a change for an empty transaction.
        guard let entity = statement.text(5) else { return nil }
        guard let operation = HistoryRecord.Operation(rawValue: statement.integer(4)) else {
            throw StoreError(.damaged, "unknown operation in the history")
        }
        return HistoryRecord.Change(
            operation: operation,
            identifier: PersistentIdentifier(
                entityName: entity,
                storeIdentifier: resources.store,
                key: statement.integer(6)
            ),
            properties: statement.text(7).map(HistoryJSON.names(in:)) ?? [],
            tombstone: resources.tombstone(
                try statement.text(8).map(HistoryJSON.values(in:)) ?? [:],
                of: entity,
                statement.integer(6)
            )
        )
    }
}
