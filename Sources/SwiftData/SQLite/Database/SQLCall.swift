// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite
internal import Foundation

/// The arguments and the result of one call of an SQL function.
struct SQLCall {
    private let context: OpaquePointer?
    private let values: UnsafeMutablePointer<OpaquePointer?>?

    /// Creates a call, or returns nil if an argument is NULL.
    ///
    /// A function that sets no result returns NULL.
    init?(
        _ context: OpaquePointer?,
        count: Int32,
        values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        self.init(context, values: values)
        guard (0..<Int(count)).allSatisfy({ sqlite3_value_type(self[$0]) != SQLITE_NULL })
        else { return nil }
    }

    /// Creates a call with arguments that can be NULL.
    init(_ context: OpaquePointer?, values: UnsafeMutablePointer<OpaquePointer?>?) {
        self.context = context
        self.values = values
    }

    private subscript(index: Int) -> OpaquePointer? { values?[index] }

    // MARK: Arguments

    /// Calls `body` with the bytes of a text argument.
    func withBytes<R>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        let start = sqlite3_value_text(self[index])
        let count = Int(sqlite3_value_bytes(self[index]))
        return body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    func text(_ index: Int) -> String {
        withBytes(index) { String(decoding: $0, as: UTF8.self) }
    }

    /// The text of an argument; nil if its bytes are not valid UTF-8.
    func validText(_ index: Int) -> String? {
        withBytes(index) { bytes in
            guard let valid = try? UTF8Span(validating: bytes.span) else { return nil }
            return String(copying: valid)
        }
    }

    func integer(_ index: Int) -> Int64 { sqlite3_value_int64(self[index]) }
    func real(_ index: Int) -> Double { sqlite3_value_double(self[index]) }

    func value(_ index: Int) -> _ColumnValue {
        switch sqlite3_value_type(self[index]) {
        case SQLITE_INTEGER: return .integer(integer(index))
        case SQLITE_FLOAT: return .real(real(index))
        case SQLITE_TEXT: return .text(text(index))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(self[index])
            let count = Int(sqlite3_value_bytes(self[index]))
            return .blob(start.map { Data(bytes: $0, count: count) } ?? Data())
        default: return .null
        }
    }

    func isText(_ index: Int) -> Bool { sqlite3_value_type(self[index]) == SQLITE_TEXT }

    // MARK: Results

    func result(_ value: Bool) { sqlite3_result_int(context, value ? 1 : 0) }
    func result(_ value: Int) { sqlite3_result_int64(context, Int64(value)) }
    func result(_ value: UInt64) { sqlite3_result_int64(context, Int64(bitPattern: value)) }
    /// Sets a floating-point result; SQLite converts NaN to NULL.
    func result(_ value: Double) { sqlite3_result_double(context, value) }
    func result(_ value: String) {
        var value = value
        value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else {
                    return sqlite3_result_text(context, "", 0, csqlite_transient())
                }
                sqlite3_result_text64(
                    context,
                    start,
                    sqlite3_uint64(characters.count),
                    csqlite_transient(),
                    UInt8(SQLITE_UTF8)
                )
            }
        }
    }
    func result(_ data: Data) {
        data.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                sqlite3_result_zeroblob(context, 0)
                return
            }
            let count = sqlite3_uint64(bytes.count)
            sqlite3_result_blob64(context, start, count, csqlite_transient())
        }
    }
    func result(_ value: _ColumnValue) {
        switch value {
        case .null: sqlite3_result_null(context)
        case .integer(let value): sqlite3_result_int64(context, value)
        case .real(let value): result(value)
        case .text(let value): result(value)
        case .blob(let value): result(value)
        }
    }
    /// Sets the argument as the result.
    func result(argument index: Int) { sqlite3_result_value(context, self[index]) }
    /// Makes the statement fail with an error.
    func result(_ error: any Error) { sqlite3_result_error(context, "\(error)", -1) }
}
