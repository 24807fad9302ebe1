// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// Table-valued functions that return the unsaved rows of each table, and functions that test
/// whether a saved row is hidden.
///
/// The rows are an argument, so that a connection has no state of a context: any connection can run
/// any query, inside or outside a transaction.
enum PendingModule {
    /// The function of a table and a key that returns whether the saved row is hidden.
    static let hides = "swiftdata_hides"
    /// The function of a join table and a pair that returns whether the saved pair is hidden.
    static let unlinks = "swiftdata_unlinks"

    /// The beginning of the names of the table-valued functions.
    static let prefix = "swiftdata_unsaved_"

    static func name(of table: TableLayout) -> String { prefix + table.name }
    static func name(of join: JoinTable) -> String { prefix + join.name }

    /// Installs the functions for a layout in a connection.
    static func install(in database: SQLiteDatabase, for layout: SchemaLayout) throws {
        let tables = layout.tables.map { PendingSource($0) }
        let joinTables = layout.joinTables.enumerated().map { PendingSource($1, index: $0) }
        for source in tables + joinTables {
            try database.check(
                sqlite3_create_module_v2(
                    database.handle,
                    source.name,
                    source.module,
                    Unmanaged.passRetained(source).toOpaque(),
                    { $0.map { Unmanaged<PendingSource>.fromOpaque($0).release() } }
                )
            )
        }
        try database.add(testHidden, hides, arguments: 3)
        try database.add(testUnlinked, unlinks, arguments: 4)
    }

    private static let testHidden: SQLiteDatabase.Function = { context, _, values in
        guard let values, let rows = BoundRows.argument(values[0]) else { return }
        let table = rows.table(Int(sqlite3_value_int(values[1])))
        let isHidden = table?.hidden.contains(sqlite3_value_int64(values[2])) == true
        sqlite3_result_int(context, isHidden ? 1 : 0)
    }

    private static let testUnlinked: SQLiteDatabase.Function = { context, _, values in
        guard let values, let rows = BoundRows.argument(values[0]) else { return }
        let pair = PendingRows.Pair(
            left: sqlite3_value_int64(values[2]),
            right: sqlite3_value_int64(values[3])
        )
        let pairs = rows.pairs(Int(sqlite3_value_int(values[1])))
        sqlite3_result_int(context, pairs?.removed.contains(pair) == true ? 1 : 0)
    }
}

extension BoundRows {
    /// Returns the rows in an argument, or `nil` if it has none.
    static func argument(_ value: OpaquePointer?) -> BoundRows? {
        guard let pointer = sqlite3_value_pointer(value, pointerType.characters) else { return nil }
        return Unmanaged<BoundRows>.fromOpaque(pointer).takeUnretainedValue()
    }
}
