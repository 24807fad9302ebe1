// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CSQLiteAPI
import Foundation

/// A connection with the settings of SwiftData's stores, through the C interface only.
final class PlainDatabase {
    let handle: OpaquePointer

    init(_ path: String) throws {
        var handle: OpaquePointer?
        guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
            throw BenchmarkError("cannot open \(path)")
        }
        self.handle = handle
        try execute(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST"
        )
        try execute("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY")
    }

    deinit {
        sqlite3_close(handle)
    }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw BenchmarkError("\(String(cString: sqlite3_errmsg(handle))): \(sql)")
        }
    }

    func transaction(_ body: () throws -> Void) throws {
        try execute("BEGIN IMMEDIATE")
        try body()
        try execute("COMMIT")
    }

    func prepare(_ sql: String) throws -> PlainStatement {
        var handle: OpaquePointer?
        guard
            sqlite3_prepare_v3(
                self.handle,
                sql,
                -1,
                UInt32(SQLITE_PREPARE_PERSISTENT),
                &handle,
                nil
            ) == SQLITE_OK,
            let handle
        else { throw BenchmarkError("\(String(cString: sqlite3_errmsg(self.handle))): \(sql)") }
        return PlainStatement(handle: handle)
    }
}

/// A prepared statement.
///
/// Parameters and columns are numbered from 0.
final class PlainStatement {
    private let handle: OpaquePointer

    fileprivate init(handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    func bind(_ value: Int, at index: Int32) {
        sqlite3_bind_int64(handle, index + 1, Int64(value))
    }

    func bind(_ value: Double, at index: Int32) {
        sqlite3_bind_double(handle, index + 1, value)
    }

    func bind(_ value: String, at index: Int32) {
        var value = value
        value.withUTF8 { bytes in
            _ = sqlite3_bind_text(
                handle,
                index + 1,
                UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count),
                unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            )
        }
    }

    func bind(_ value: UUID, at index: Int32) {
        withUnsafeBytes(of: value.uuid) { bytes in
            _ = sqlite3_bind_blob(
                handle,
                index + 1,
                bytes.baseAddress,
                Int32(bytes.count),
                unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            )
        }
    }

    /// Returns whether there is a row.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            sqlite3_reset(handle)
            return false
        default:
            throw BenchmarkError(String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
        }
    }

    func reset() {
        sqlite3_reset(handle)
    }

    func integer(at index: Int32) -> Int {
        Int(sqlite3_column_int64(handle, index))
    }

    func real(at index: Int32) -> Double {
        sqlite3_column_double(handle, index)
    }

    func text(at index: Int32) -> String {
        guard let text = sqlite3_column_text(handle, index) else { return "" }
        let bytes = UnsafeBufferPointer(
            start: text,
            count: Int(sqlite3_column_bytes(handle, index))
        )
        return String(decoding: bytes, as: UTF8.self)
    }

    func uuid(at index: Int32) -> UUID {
        guard let bytes = sqlite3_column_blob(handle, index),
            sqlite3_column_bytes(handle, index) == 16
        else { return UUID() }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}
