// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The statements that read and write the history.
enum HistorySQL {
    /// The name and identifier of this process, for recorded transactions.
    static let process =
        "\(ProcessInfo.processInfo.processName) \(ProcessInfo.processInfo.processIdentifier)"

    static let insertTransaction =
        "INSERT INTO swiftdata_transaction(id, timestamp, author, process) VALUES (?, ?, ?, ?)"

    static let insertChange = """
        INSERT INTO swiftdata_change(
            "transaction", sequence, kind, entity, key, count, properties, tombstone
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Selects a range of transactions with their changes, oldest first.
    ///
    /// The rows are read in the order of the primary keys, so that their number can be limited.
    static let read = "\(changes) ORDER BY t.id, c.sequence LIMIT ?5"

    /// Selects a range of transactions with their changes and changed pairs, oldest first.
    static let readWithPairs = """
        \(changes)
        UNION ALL
        SELECT t.id, t.timestamp, t.author, t.process, \(pairKind), p.entity, p.present, 0,
            p.property, p.pairs, p.sequence
        FROM swiftdata_transaction AS t
            JOIN swiftdata_pair_change AS p ON p."transaction" = t.id AND p.sequence >= ?4
        WHERE \(range)
        ORDER BY 1, 11 LIMIT ?5
        """

    /// The kind of a row with changed pairs; its other columns have other meanings.
    static let pairKind: Int64 = -1

    private static let changes = """
        SELECT t.id, t.timestamp, t.author, t.process, c.kind, c.entity, c.key, c.count,
            c.properties, c.tombstone, c.sequence
        FROM swiftdata_transaction AS t
            LEFT JOIN swiftdata_change AS c ON c."transaction" = t.id AND c.sequence >= ?4
        WHERE \(range)
        """

    private static let range = """
        t.id > ?1 AND t.id <= (
            SELECT max(id) FROM (
                SELECT id FROM swiftdata_transaction
                WHERE id > ?1 AND id <= ?2 AND (?6 IS NULL OR author IS NOT ?6)
                ORDER BY id LIMIT ?3
            )
        ) AND (?6 IS NULL OR t.author IS NOT ?6)
        """

    /// Precedes the name of a subclass, the first of the recorded names.
    private static let subclassPrefix = "class "

    /// Returns the recorded names of a subclass, if any, and of properties.
    static func names(in text: String) -> (subclass: String?, properties: [String]) {
        let names = HistoryJSON.names(in: text)
        guard let first = names.first, first.hasPrefix(subclassPrefix) else { return (nil, names) }
        return (String(first.dropFirst(subclassPrefix.count)), Array(names.dropFirst()))
    }

    /// Binds the parameters of `insertChange`.
    static func bind(
        _ run: HistoryEntry.Run,
        tombstone: [String: HistoryValue],
        transaction: Int64,
        sequence: Int,
        to statement: SQLiteStatement
    ) throws {
        try statement.bind(transaction, at: 1)
        try statement.bind(Int64(sequence), at: 2)
        try statement.bind(run.operation.rawValue, at: 3)
        try statement.bind(run.entity.name, at: 4)
        try statement.bind(run.key, at: 5)
        try statement.bind(Int64(run.count), at: 6)
        if !run.properties.isEmpty || run.subclass != nil {
            let properties = run.entity.properties.filter { run.properties.contains($0.index) }
            let subclass = run.subclass.map { [subclassPrefix + $0] } ?? []
            try statement.bind(HistoryJSON.names(subclass + properties.map(\.name)), at: 7)
        }
        if !tombstone.isEmpty {
            try statement.bind(try HistoryJSON.values(tombstone), at: 8)
        }
    }

    /// Deletes transactions up to a number, optionally of one author: then tokens stay valid.
    static func delete(through transaction: Int64, author: String?, in db: SQLiteDatabase) throws {
        var range: SQLText = "id <= \(bind: transaction)"
        if let author { range += " AND author = \(bind: .text(author))" }
        try delete(where: range, keepsTokens: author != nil, in: db)
    }

    /// Deletes some transactions.
    static func delete(_ transactions: [Int64], keepsTokens: Bool, in db: SQLiteDatabase) throws {
        let list = "[" + transactions.map(String.init).joined(separator: ",") + "]"
        let condition: SQLText =
            "id IN (SELECT value FROM json_each(\(bind: .text(list))))"
        try delete(where: condition, keepsTokens: keepsTokens, in: db)
    }

    /// Deletes transactions and, unless the tokens of earlier ones stay valid, records the last of
    /// those that are older than all that remain.
    private static func delete(
        where condition: SQLText,
        keepsTokens: Bool,
        in db: SQLiteDatabase
    ) throws {
        let last =
            keepsTokens
            ? nil
            : try db.integer(
                """
                SELECT max(id) FROM swiftdata_transaction WHERE (\(condition)) AND id < ifnull(
                    (SELECT min(id) FROM swiftdata_transaction WHERE (\(condition)) IS NOT TRUE),
                    9223372036854775807
                )
                """
            )
        try db.run(
            """
            DELETE FROM swiftdata_change WHERE "transaction" IN
            (SELECT id FROM swiftdata_transaction WHERE \(condition))
            """
        )
        if try db.contains(table: PairHistorySQL.table) {
            try db.run(
                """
                DELETE FROM swiftdata_pair_change WHERE "transaction" IN
                (SELECT id FROM swiftdata_transaction WHERE \(condition))
                """
            )
        }
        try db.run("DELETE FROM swiftdata_transaction WHERE \(condition)")
        guard let last else { return }
        let name = StoreMetadata.Name.historyDeletedThrough
        let recorded = try StoreMetadata.value(name, in: db).flatMap { Int64($0) } ?? 0
        try StoreMetadata.set(name, to: String(max(recorded, last)), in: db)
    }
}
