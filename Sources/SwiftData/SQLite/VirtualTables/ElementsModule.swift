// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The table-valued function that returns the elements of a collection stored as JSON.
///
/// Its arguments are the JSON, its structure, and the kinds of the keys and of the values.
enum ElementsModule {
    static let name = "swiftdata_elements"
    static let keyColumn = "key"
    static let valueColumn = "value"

    private typealias Table = UnsafeMutablePointer<sqlite3_vtab>
    private typealias Cursor = UnsafeMutablePointer<sqlite3_vtab_cursor>

    /// The position of the first hidden column, each of which is an argument.
    private static let firstArgument = 2
    private static let argumentCount = 4

    /// Returns the arguments after the JSON.
    static func arguments(_ form: CollectionForm) -> SQLText {
        let kinds = [form.keyType ?? form.elementType, form.elementType].map(\.kind.rawValue)
        let words = [form.structure.rawValue] + kinds
        return words.map { SQLText(raw: "'\($0)'") }.joined(separator: ", ")
    }

    /// Installs the function in a connection.
    static func install(in database: SQLiteDatabase) throws {
        let module = ModuleRecord()
        try database.check(
            sqlite3_create_module_v2(
                database.handle,
                name,
                module.pointer,
                Unmanaged.passRetained(module).toOpaque(),
                { $0.map { Unmanaged<ModuleRecord>.fromOpaque($0).release() } }
            )
        )
    }

    /// The callbacks, at an address that is valid until the connection closes.
    private final class ModuleRecord {
        let pointer: UnsafeMutablePointer<sqlite3_module>

        init() {
            pointer = .allocate(capacity: 1)
            pointer.initialize(to: ElementsModule.callbacks)
        }

        deinit {
            pointer.deinitialize(count: 1)
            pointer.deallocate()
        }
    }

    /// SQLite's record of a cursor, followed by its reader.
    private struct CursorRecord {
        var base = sqlite3_vtab_cursor()
        let reader: Unmanaged<ElementsReader>
    }

    private static var callbacks: sqlite3_module {
        var module = sqlite3_module()
        // Without `xCreate`, the table exists only as a function.
        module.xConnect = { connection, _, _, _, table, _ in
            ElementsModule.connect(connection, table: table)
        }
        module.xDisconnect = { table in
            table?.deallocate()
            return SQLITE_OK
        }
        module.xBestIndex = { _, info in
            guard let info else { return SQLITE_ERROR }
            return ElementsModule.plan(info)
        }
        module.xOpen = { _, cursor in
            let record = UnsafeMutablePointer<CursorRecord>.allocate(capacity: 1)
            record.initialize(to: CursorRecord(reader: .passRetained(ElementsReader())))
            cursor?.pointee = UnsafeMutableRawPointer(record)
                .assumingMemoryBound(to: sqlite3_vtab_cursor.self)
            return SQLITE_OK
        }
        module.xClose = { cursor in
            let record = ElementsModule.record(of: cursor)
            record?.pointee.reader.release()
            record?.deallocate()
            return SQLITE_OK
        }
        module.xFilter = { cursor, _, _, count, values in
            guard count == ElementsModule.argumentCount else { return SQLITE_ERROR }
            ElementsModule.reader(of: cursor)?.start(SQLCall(nil, values: values))
            return SQLITE_OK
        }
        module.xNext = { cursor in
            ElementsModule.reader(of: cursor)?.advance()
            return SQLITE_OK
        }
        module.xEof = { cursor in ElementsModule.reader(of: cursor)?.element == nil ? 1 : 0 }
        module.xColumn = { cursor, context, column in
            guard let reader = ElementsModule.reader(of: cursor) else { return SQLITE_ERROR }
            SQLCall(context, values: nil).result(reader.value(isKey: column == 0))
            return SQLITE_OK
        }
        module.xRowid = { cursor, identifier in
            identifier?.pointee = Int64(ElementsModule.reader(of: cursor)?.position ?? 0)
            return SQLITE_OK
        }
        return module
    }

    private static func connect(
        _ connection: OpaquePointer?,
        table: UnsafeMutablePointer<Table?>?
    ) -> Int32 {
        let declaration = """
            CREATE TABLE x(\(keyColumn), \(valueColumn), \
            json HIDDEN, structure HIDDEN, keys HIDDEN, kind HIDDEN)
            """
        let code = sqlite3_declare_vtab(connection, declaration)
        guard code == SQLITE_OK else { return code }
        let record = Table.allocate(capacity: 1)
        record.initialize(to: sqlite3_vtab())
        table?.pointee = record
        return SQLITE_OK
    }

    /// Accepts a plan in which every argument is known.
    private static func plan(_ info: UnsafeMutablePointer<sqlite3_index_info>) -> Int32 {
        var count = 0
        for position in 0..<Int(info.pointee.nConstraint) {
            let constraint = info.pointee.aConstraint[position]
            let argument = Int(constraint.iColumn) - firstArgument
            guard argument >= 0, Int32(constraint.op) == SQLITE_INDEX_CONSTRAINT_EQ else {
                continue
            }
            guard constraint.usable != 0 else { return SQLITE_CONSTRAINT }
            info.pointee.aConstraintUsage[position].argvIndex = Int32(argument + 1)
            info.pointee.aConstraintUsage[position].omit = 1
            count += 1
        }
        guard count == argumentCount else { return SQLITE_CONSTRAINT }
        info.pointee.estimatedRows = 8
        info.pointee.estimatedCost = 8
        return SQLITE_OK
    }

    private static func record(of cursor: Cursor?) -> UnsafeMutablePointer<CursorRecord>? {
        UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: CursorRecord.self)
    }

    private static func reader(of cursor: Cursor?) -> ElementsReader? {
        record(of: cursor)?.pointee.reader.takeUnretainedValue()
    }
}

/// A reader of the elements of one collection.
private final class ElementsReader {
    private var elements: JSONElements?
    private var keyKind = _ColumnType.Kind.json
    private var kind = _ColumnType.Kind.json
    /// The current element; nil after the last one.
    private(set) var element: JSONElements.Element?
    private(set) var position = 0

    func start(_ call: SQLCall) {
        keyKind = _ColumnType.Kind(rawValue: call.text(2)) ?? .json
        kind = _ColumnType.Kind(rawValue: call.text(3)) ?? .json
        elements = CollectionForm.Structure(rawValue: call.text(1)).map { structure in
            JSONElements(call.withBytes(0) { Array($0) }, structure: structure)
        }
        position = -1
        advance()
    }

    func advance() {
        element = elements?.next()
        position += 1
    }

    func value(isKey: Bool) -> _ColumnValue {
        guard let element else { return .null }
        guard isKey else { return _ColumnValue(json: element.value, kind: kind) }
        return element.key.map { _ColumnValue(json: $0, kind: keyKind) } ?? .null
    }
}
