// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension SQLiteConnection {
    func history(_ request: HistoryRequest) throws -> [HistoryRecord] {
        var reading = HistoryReading(request)
        let hasPairs = try request.includesPairs && db.contains(table: PairHistorySQL.table)
        let sql = hasPairs ? HistorySQL.readWithPairs : HistorySQL.read
        try db.step(sql, binding: reading.parameters) { statement in
            let number = statement.integer(0)
            if reading.records.last?.transaction != number {
                guard !reading.isFull else { return }
                reading.records.append(
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
            try appendChanges(in: statement, to: &reading)
        }
        return reading.records
    }

    func historyBounds() throws -> HistoryBounds {
        let deleted = try StoreMetadata.value(StoreMetadata.Name.historyDeletedThrough, in: db)
        return HistoryBounds(
            deletedThrough: deleted.flatMap { Int64($0) } ?? 0,
            last: try StoreMetadata.lastTransaction(in: db)
        )
    }

    func captureCursor() throws -> HistoryCursor? { try StoreMetadata.captureCursor(in: db) }

    /// Appends the changes of a row; the left join returns one row without any for an empty
    /// transaction.
    private func appendChanges(
        in statement: SQLiteStatement,
        to reading: inout HistoryReading
    ) throws {
        guard let entity = statement.text(5) else { return }
        if statement.integer(4) == HistorySQL.pairKind {
            return try appendPairs(in: statement, of: entity, to: &reading)
        }
        guard let operation = HistoryRecord.Operation(rawValue: statement.integer(4)) else {
            throw StoreError(.failed, "unknown operation in the history")
        }
        let (key, count) = (statement.integer(6), statement.integer(7))
        guard count > 0, count <= HistoryEntry.maximumRun, key <= .max - count else {
            throw StoreError(.failed, "\(count) changes in a row of the history")
        }
        let range = reading.takeChanges(of: statement.integer(10), count: count)
        guard !range.isEmpty else { return }
        let names = statement.text(8).map(HistorySQL.names(in:))
        let tombstone = resources.tombstone(
            try statement.text(9).map(HistoryJSON.values(in:)) ?? [:],
            of: entity,
            key: key
        )
        for key in key + range.lowerBound..<key + range.upperBound {
            let identifier = PersistentIdentifier(
                entityName: entity,
                storeIdentifier: resources.store,
                key: key
            )
            reading.append(
                HistoryRecord.Change(
                    operation: operation,
                    identifier: identifier,
                    subclass: names?.subclass,
                    properties: names?.properties ?? [],
                    tombstone: tombstone
                )
            )
        }
    }

    /// Appends the pairs of a row, unless the schema no longer includes their relationship.
    private func appendPairs(
        in statement: SQLiteStatement,
        of entity: String,
        to reading: inout HistoryReading
    ) throws {
        let pairs = try PairHistorySQL.pairs(in: statement.text(9) ?? "")
        let range = reading.takeChanges(of: statement.integer(10), count: Int64(pairs.count))
        guard
            let relation = RecordedRelationship(
                statement.text(8) ?? "",
                of: entity,
                in: resources.layout
            )
        else { return }
        for pair in pairs[Int(range.lowerBound)..<Int(range.upperBound)] {
            reading.append(
                relation.pair(pair, isPresent: statement.integer(6) != 0, store: resources.store)
            )
        }
    }
}
