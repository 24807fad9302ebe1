// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The callbacks through which SQLite reads a `PendingSource`.
enum PendingCallbacks {
    private typealias Table = UnsafeMutablePointer<sqlite3_vtab>
    private typealias Cursor = UnsafeMutablePointer<sqlite3_vtab_cursor>

    /// SQLite's record of a table, followed by the source.
    private struct TableRecord {
        var base = sqlite3_vtab()
        let source: Unmanaged<PendingSource>
    }

    /// SQLite's record of a cursor, followed by its search.
    private struct CursorRecord {
        var base = sqlite3_vtab_cursor()
        let search: Unmanaged<PendingSearch>
    }

    static var module: sqlite3_module {
        var module = sqlite3_module()
        // Without `xCreate`, the table exists only as a function.
        module.xConnect = { connection, source, _, _, table, _ in
            guard let source else { return SQLITE_ERROR }
            return PendingCallbacks.connect(
                Unmanaged.fromOpaque(source),
                connection: connection,
                table: table
            )
        }
        module.xDisconnect = { table in
            PendingCallbacks.record(of: table)?.deallocate()
            return SQLITE_OK
        }
        module.xBestIndex = { table, info in
            guard let record = PendingCallbacks.record(of: table), let info else {
                return SQLITE_ERROR
            }
            return record.pointee.source.takeUnretainedValue().plan(info)
        }
        module.xOpen = { table, cursor in PendingCallbacks.open(table, cursor) }
        module.xClose = { cursor in
            let record = PendingCallbacks.record(of: cursor)
            record?.pointee.search.release()
            record?.deallocate()
            return SQLITE_OK
        }
        module.xFilter = { cursor, plan, _, _, values in
            guard let values else { return SQLITE_ERROR }
            PendingCallbacks.search(of: cursor)?.start(plan: Int(plan), values: values)
            return SQLITE_OK
        }
        module.xNext = { cursor in
            PendingCallbacks.search(of: cursor)?.advance()
            return SQLITE_OK
        }
        module.xEof = { cursor in PendingCallbacks.search(of: cursor)?.row == nil ? 1 : 0 }
        module.xColumn = { cursor, context, column in
            PendingCallbacks.search(of: cursor)?.read(Int(column), into: context)
            return SQLITE_OK
        }
        module.xRowid = { cursor, identifier in
            identifier?.pointee = PendingCallbacks.search(of: cursor)?.row?.key ?? 0
            return SQLITE_OK
        }
        return module
    }

    private static func connect(
        _ source: Unmanaged<PendingSource>,
        connection: OpaquePointer?,
        table: UnsafeMutablePointer<Table?>?
    ) -> Int32 {
        let code = source.takeUnretainedValue().declare(in: connection)
        guard code == SQLITE_OK else { return code }
        let record = UnsafeMutablePointer<TableRecord>.allocate(capacity: 1)
        record.initialize(to: TableRecord(source: source))
        table?.pointee = UnsafeMutableRawPointer(record).assumingMemoryBound(to: sqlite3_vtab.self)
        return SQLITE_OK
    }

    private static func open(_ table: Table?, _ cursor: UnsafeMutablePointer<Cursor?>?) -> Int32 {
        guard let source = record(of: table)?.pointee.source.takeUnretainedValue() else {
            return SQLITE_ERROR
        }
        let record = UnsafeMutablePointer<CursorRecord>.allocate(capacity: 1)
        record.initialize(to: CursorRecord(search: .passRetained(PendingSearch(source))))
        cursor?.pointee = UnsafeMutableRawPointer(record)
            .assumingMemoryBound(to: sqlite3_vtab_cursor.self)
        return SQLITE_OK
    }

    private static func record(of table: Table?) -> UnsafeMutablePointer<TableRecord>? {
        UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: TableRecord.self)
    }

    private static func record(of cursor: Cursor?) -> UnsafeMutablePointer<CursorRecord>? {
        UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: CursorRecord.self)
    }

    private static func search(of cursor: Cursor?) -> PendingSearch? {
        record(of: cursor)?.pointee.search.takeUnretainedValue()
    }
}

/// A search of the unsaved rows of one table.
private final class PendingSearch {
    private let source: PendingSource
    private var table: PendingTable?
    /// The positions of the candidates; nil for all rows.
    private var positions: [Int]?
    private var next = 0
    /// The current row; nil after the last one.
    private(set) var row: PendingRows.Row?

    init(_ source: PendingSource) { self.source = source }

    func start(plan: Int, values: UnsafeMutablePointer<OpaquePointer?>) {
        let found = source.search(plan: plan, values: values)
        table = found?.table
        positions = found?.positions
        next = 0
        advance()
    }

    func advance() {
        row = nil
        guard let table else { return }
        while row == nil, next < positions?.count ?? table.rows.count {
            row = table.rows[positions?[next] ?? next]
            next += 1
        }
    }

    func read(_ column: Int, into context: OpaquePointer?) {
        if let row { source.read(row, column: column, into: context) }
    }
}
