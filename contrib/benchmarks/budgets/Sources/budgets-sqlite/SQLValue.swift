// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CSQLiteAPI
import Foundation

/// A parameter of a statement.
enum SQLValue {
    case integer(Int)
    case date(Date)
    case text(String)
    case uuid(UUID)

    func bind(to statement: OpaquePointer, at index: Int32) {
        // SQLITE_TRANSIENT, a macro with a cast, which Swift does not import.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .integer(let value): sqlite3_bind_int64(statement, index, Int64(value))
        case .date(let value):
            sqlite3_bind_double(statement, index, value.timeIntervalSinceReferenceDate)
        case .text(let value):
            sqlite3_bind_text(statement, index, value, Int32(value.utf8.count), transient)
        case .uuid(let value):
            withUnsafeBytes(of: value.uuid) { bytes in
                _ = sqlite3_bind_blob(statement, index, bytes.baseAddress, 16, transient)
            }
        }
    }
}

/// The current row of a statement.
struct Row {
    let statement: OpaquePointer

    func integer(_ column: Int32) -> Int {
        Int(sqlite3_column_int64(statement, column))
    }

    func date(_ column: Int32) -> Date {
        Date(timeIntervalSinceReferenceDate: sqlite3_column_double(statement, column))
    }

    func text(_ column: Int32) -> String {
        guard let text = sqlite3_column_text(statement, column) else { return "" }
        let bytes = UnsafeBufferPointer(
            start: text,
            count: Int(sqlite3_column_bytes(statement, column))
        )
        return String(decoding: bytes, as: UTF8.self)
    }

    func uuid(_ column: Int32) -> UUID {
        guard let bytes = sqlite3_column_blob(statement, column),
            sqlite3_column_bytes(statement, column) == 16
        else { return UUID() }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}
