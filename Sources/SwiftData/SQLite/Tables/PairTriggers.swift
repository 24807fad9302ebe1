// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The triggers that report the removed pairs of join tables to the log of a connection.
///
/// A trigger is called for each pair, whether a statement or SQLite itself removes it with a row.
/// The triggers belong to the connection: the file does not contain them.
enum PairTriggers {
    private static let function = "swiftdata_note_removal"

    /// Creates the triggers of the join tables of some entities.
    static func install(
        in db: SQLiteDatabase,
        layout: SchemaLayout,
        entities: Set<Int>
    ) throws {
        let tables = layout.joinTables.enumerated().filter { _, table in
            entities.contains(table.left.entity)
        }
        guard !tables.isEmpty else { return }
        let log = db.pairLog
        try db.addFunction(function, arguments: 3) { call in
            log.changes.append(
                PairLog.Change(
                    table: Int(call.integer(0)),
                    pair: PendingRows.Pair(left: call.integer(1), right: call.integer(2)),
                    isPresent: false
                )
            )
        }
        for (index, table) in tables { try db.execute(trigger(of: table, index: index)) }
    }

    private static func trigger(of table: JoinTable, index: Int) -> String {
        let (left, right) = (SQLText.quoted(table.leftColumn), SQLText.quoted(table.rightColumn))
        return """
            CREATE TEMP TRIGGER \(SQLText.quoted("swiftdata_removal_\(index)")) \
            AFTER DELETE ON main.\(SQLText.quoted(table.name)) BEGIN \
            SELECT \(function)(\(index), OLD.\(left), OLD.\(right)); END
            """
    }
}
