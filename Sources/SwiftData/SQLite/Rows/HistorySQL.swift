// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import GRDB

/// The statements that read and write the history.
enum HistorySQL {
    /// The name and identifier of this process, for recorded transactions.
    static let process =
        "\(ProcessInfo.processInfo.processName) \(ProcessInfo.processInfo.processIdentifier)"

    static let insertTransaction =
        "INSERT INTO swiftdata_transaction(id, timestamp, author, process) VALUES (?, ?, ?, ?)"

    static let insertChange = """
        INSERT INTO swiftdata_change("transaction", sequence, kind, entity, key, properties, tombstone)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """

    /// Selects a range of transactions with their changes, oldest first.
    static let read = """
        SELECT t.id, t.timestamp, t.author, t.process, c.kind, c.entity, c.key, c.properties, c.tombstone
        FROM (
            SELECT id, timestamp, author, process FROM swiftdata_transaction
            WHERE id > ? AND id <= ? ORDER BY id LIMIT ?
        ) AS t LEFT JOIN swiftdata_change AS c ON c."transaction" = t.id
        ORDER BY t.id, c.sequence
        """

    /// Returns the parameters of `insertChange`.
    static func values(
        of change: HistoryRecord.Change,
        _ transaction: Int64,
        _ sequence: Int
    ) throws -> [_ColumnValue] {
        [
            .integer(transaction), .integer(Int64(sequence)), .integer(change.operation.rawValue),
            .text(change.entityName), .integer(change.identifier.integerKey ?? 0),
            change.properties.isEmpty ? .null : .text(HistoryJSON.names(change.properties)),
            change.tombstone.isEmpty ? .null : .text(try HistoryJSON.values(change.tombstone)),
        ]
    }

    /// Deletes transactions up to a number, optionally of one author, and records the last deleted.
    static func delete(through transaction: Int64, author: String?, in db: Database) throws {
        let range: SQL =
            author.map { "id <= \(transaction) AND author = \($0)" } ?? "id <= \(transaction)"
        try delete(where: range, in: db)
    }

    /// Deletes some transactions and records the last deleted.
    static func delete(_ transactions: [Int64], in db: Database) throws {
        let list = "[" + transactions.map(String.init).joined(separator: ",") + "]"
        try delete(where: "id IN (SELECT value FROM json_each(\(list)))", in: db)
    }

    private static func delete(where condition: SQL, in db: Database) throws {
        let last: SQL = "SELECT max(id) FROM swiftdata_transaction WHERE \(condition)"
        guard let last = try Int64.fetchOne(db, SQLRequest<Int64>(literal: last)) else { return }
        try db.execute(
            literal: """
                DELETE FROM swiftdata_change WHERE "transaction" IN
                (SELECT id FROM swiftdata_transaction WHERE \(condition))
                """
        )
        try db.execute(literal: "DELETE FROM swiftdata_transaction WHERE \(condition)")
        let name = StoreMetadata.Name.historyDeletedThrough
        let recorded = try StoreMetadata.value(name, in: db).flatMap { Int64($0) } ?? 0
        try StoreMetadata.set(name, to: String(max(recorded, last)), in: db)
    }
}
