// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite
internal import Foundation

/// A compiled SQL statement, with its parameters and its current row.
///
/// Parameters are numbered from 1 and columns from 0, as in SQLite. The statement can outlive its
/// connection object: SQLite keeps the connection open until its last statement is finalized.
final class SQLiteStatement {
    /// The storage class of a value.
    enum StorageClass {
        case null
        case integer
        case real
        case text
        case blob

        /// Creates the storage class with a code of SQLite.
        init(code: Int32) {
            self =
                switch code {
                case SQLITE_INTEGER: .integer
                case SQLITE_FLOAT: .real
                case SQLITE_TEXT: .text
                case SQLITE_BLOB: .blob
                default: .null
                }
        }
    }

    private let pointer: OpaquePointer
    /// The short strings of the parameters; SQLite would otherwise allocate a copy of each.
    private var texts = TextBuffer()

    /// Takes ownership of a statement.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit {
        sqlite3_finalize(pointer)
        texts.deallocate()
    }

    /// Whether the statement has a current row, so that another query must not use it.
    var isRunning: Bool { sqlite3_stmt_busy(pointer) != 0 }

    // MARK: Running

    /// Runs the statement with values that `bind` sets, and ignores its rows.
    func run(_ bind: (SQLiteStatement) throws -> Void) throws {
        defer { reset() }
        try bind(self)
        while try step() {}
    }

    /// Runs the statement with values that `bind` sets, and calls `body` for each row.
    func forEachRow(
        binding bind: (SQLiteStatement) throws -> Void,
        _ body: (SQLiteStatement) throws -> Void
    ) throws {
        defer { reset() }
        try bind(self)
        while try step() { try body(self) }
    }

    /// Runs the statement with values that `bind` sets, and calls `body` for each row until it
    /// returns false.
    func scan(
        binding bind: (SQLiteStatement) throws -> Void,
        while body: (SQLiteStatement) throws -> Bool
    ) throws {
        defer { reset() }
        try bind(self)
        while try step(), try body(self) {}
    }

    /// Runs two statements, each with rows in ascending order of the integers in column 0, and
    /// calls `body` for the first rows of both in that order, up to `limit`.
    static func merge(
        _ first: SQLiteStatement,
        _ second: SQLiteStatement,
        limit: Int,
        binding bind: (SQLiteStatement) throws -> Void,
        _ body: (SQLiteStatement) throws -> Void
    ) throws {
        defer {
            first.reset()
            second.reset()
        }
        try bind(first)
        try bind(second)
        // The second one first: while it has a row, SQLite keeps the read transaction of both open.
        var hasSecond = try second.step()
        var hasFirst = try first.step()
        for _ in 0..<limit {
            if hasFirst, !hasSecond || first.integer(0) < second.integer(0) {
                try body(first)
                hasFirst = try first.step()
            } else if hasSecond {
                try body(second)
                hasSecond = try second.step()
            } else {
                break
            }
        }
    }

    /// Runs the statement with values that `bind` sets, and returns the result of `body` for its
    /// first row, or `nil`.
    func first<R>(
        binding bind: (SQLiteStatement) throws -> Void,
        _ body: (SQLiteStatement) throws -> R?
    ) throws -> R? {
        defer { reset() }
        try bind(self)
        return try step() ? try body(self) : nil
    }

    /// Advances to the next row; returns false after the last.
    private func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteError(code, in: sqlite3_db_handle(pointer))
        }
    }

    /// Ends the read of the statement and releases its values.
    private func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
        texts.removeAll()
    }

    // MARK: Parameters

    func bind(_ values: [_ColumnValue]) throws {
        for position in values.indices { try bind(values[position], at: Int32(position + 1)) }
    }

    /// Binds a pointer to an object, which must outlive the run, for functions of SQLite that ask
    /// for a pointer of the same type.
    func bind(_ object: AnyObject, type: StaticString, at position: Int32) throws {
        try check(
            sqlite3_bind_pointer(
                pointer,
                position,
                Unmanaged.passUnretained(object).toOpaque(),
                type.characters,
                nil
            )
        )
    }

    func bind(_ value: _ColumnValue, at position: Int32) throws {
        switch value {
        case .null: try check(sqlite3_bind_null(pointer, position))
        case .integer(let value): try bind(value, at: position)
        case .real(let value): try check(sqlite3_bind_double(pointer, position, value))
        case .text(let text): try bind(text, at: position)
        case .blob(let data): try bind(data, at: position)
        }
    }

    func bind(_ value: Int64, at position: Int32) throws {
        try check(sqlite3_bind_int64(pointer, position, value))
    }

    func bind(_ text: String, at position: Int32) throws {
        var text = text
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // A null pointer would bind NULL instead of the empty text.
                guard let start = characters.baseAddress else {
                    return sqlite3_bind_text(pointer, position, "", 0, csqlite_transient())
                }
                let copy = texts.add(characters)
                return sqlite3_bind_text64(
                    pointer,
                    position,
                    copy ?? start,
                    sqlite3_uint64(characters.count),
                    copy == nil ? csqlite_transient() : nil,
                    UInt8(SQLITE_UTF8)
                )
            }
        }
        try check(code)
    }

    private func bind(_ data: Data, at position: Int32) throws {
        try data.withUnsafeBytes { try bind($0, at: position) }
    }

    func bind(_ bytes: [UInt8], at position: Int32) throws {
        try bytes.withUnsafeBytes { try bind($0, at: position) }
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, at position: Int32) throws {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return try check(sqlite3_bind_zeroblob(pointer, position, 0))
        }
        let count = sqlite3_uint64(bytes.count)
        try check(sqlite3_bind_blob64(pointer, position, start, count, csqlite_transient()))
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw SQLiteError(code, in: sqlite3_db_handle(pointer)) }
    }

    // MARK: Columns

    var columnCount: Int32 { sqlite3_column_count(pointer) }

    /// Returns the value of a column.
    func field(_ column: Int32) -> SQLiteField {
        SQLiteField(sqlite3_column_value(pointer, column))
    }

    func storageClass(_ column: Int32) -> StorageClass {
        StorageClass(code: sqlite3_column_type(pointer, column))
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    func real(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

    /// Returns the text in a column; nil if it is NULL.
    func text(_ column: Int32) -> String? {
        withText(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls `body` with the UTF-8 text in a column, which is valid during the call; returns nil if
    /// the column is NULL.
    func withText<R>(
        _ column: Int32,
        _ body: (UnsafeBufferPointer<UInt8>) throws -> R?
    ) rethrows -> R? {
        guard let start = sqlite3_column_text(pointer, column) else { return nil }
        let count = Int(sqlite3_column_bytes(pointer, column))
        return try body(UnsafeBufferPointer(start: start, count: count))
    }

    func value(_ column: Int32) -> _ColumnValue { field(column).value }
}

extension StaticString {
    /// The characters, which end with a zero and are valid until the process ends.
    var characters: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// Memory for the short strings that are bound to a statement during one run.
struct TextBuffer {
    /// The size of the memory in bytes, enough for the strings of most rows.
    private static let capacity = 512

    private var start: UnsafeMutablePointer<CChar>?
    private var count = 0

    /// Returns a copy of a string at an address that is valid until `removeAll()`, or `nil` if it
    /// does not fit.
    mutating func add(_ text: UnsafeBufferPointer<CChar>) -> UnsafePointer<CChar>? {
        guard let source = text.baseAddress, text.count <= Self.capacity - count else { return nil }
        let start = start ?? .allocate(capacity: Self.capacity)
        self.start = start
        let copy = start + count
        copy.update(from: source, count: text.count)
        count += text.count
        return UnsafePointer(copy)
    }

    /// Discards the strings, but keeps the memory.
    mutating func removeAll() { count = 0 }

    /// Releases the memory; the buffer must not be used afterwards.
    func deallocate() { start?.deallocate() }
}

/// The value of one column in the current row of a statement.
///
/// SQLite finds the column once, instead of for each property of the value. Valid until the
/// statement advances.
struct SQLiteField {
    private let pointer: OpaquePointer?

    init(_ pointer: OpaquePointer?) { self.pointer = pointer }

    var storageClass: SQLiteStatement.StorageClass { .init(code: sqlite3_value_type(pointer)) }

    /// The integer; nil for a value of another storage class.
    var integer: Int64? {
        sqlite3_value_type(pointer) == SQLITE_INTEGER ? sqlite3_value_int64(pointer) : nil
    }

    /// The number; nil for a value of another storage class.
    var real: Double? {
        sqlite3_value_type(pointer) == SQLITE_FLOAT ? sqlite3_value_double(pointer) : nil
    }

    /// The bytes of a text in UTF-8 or of a blob, which are valid in the current row; nil for a
    /// value of another storage class, or if there is no memory for a text.
    var bytes: UnsafeBufferPointer<UInt8>? {
        switch storageClass {
        case .null, .integer, .real: return nil
        case .text:
            guard let start = sqlite3_value_text(pointer) else { return nil }
            return UnsafeBufferPointer(start: start, count: length)
        case .blob:
            let start = sqlite3_value_blob(pointer)?.assumingMemoryBound(to: UInt8.self)
            // An empty blob has no address.
            return start != nil || length == 0 ? .init(start: start, count: length) : nil
        }
    }

    private var length: Int { Int(sqlite3_value_bytes(pointer)) }
}

extension SQLiteField {
    var isNull: Bool { storageClass == .null }

    /// The text; nil for a value of another storage class, or if its bytes are not valid UTF-8.
    var text: String? {
        // For short texts, a span is faster than the initializers that validate any encoding.
        guard storageClass == .text, let bytes,
            let valid = try? UTF8Span(validating: bytes.span)
        else { return nil }
        return String(copying: valid)
    }

    /// Whether the value is a text whose bytes are not valid UTF-8.
    var isDamagedText: Bool { storageClass == .text && bytes != nil && text == nil }

    /// The blob; nil for a value of another storage class.
    var blob: Data? { storageClass == .blob ? bytes.map { Data($0) } : nil }

    /// The value; in a text, U+FFFD replaces bytes that are not valid UTF-8.
    var value: _ColumnValue {
        switch storageClass {
        case .null: .null
        case .integer: integer.map { .integer($0) } ?? .null
        case .real: real.map { .real($0) } ?? .null
        case .text: bytes.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
        case .blob: blob.map { .blob($0) } ?? .null
        }
    }
}
