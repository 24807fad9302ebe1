// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDB
internal import GRDBSQLite

/// SQL functions and collations with Swift's semantics of text and numbers.
///
/// They are C functions for speed, because a search calls them for every row. All return NULL if an
/// argument is NULL.
enum SQLFunctions {
    /// The collation of text columns and their indexes, which compares as `String` does.
    static let stringCollation = "swift_string"
    /// The collation that orders text like a file list, by the rules of the current locale.
    static let localizedStandardCollation = "swift_localized_standard"
    /// The collation that compares decimal numbers in text form by their values.
    static let decimalCollation = "swift_decimal"

    typealias Function =
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void
    typealias Collation =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
        ) -> Int32

    /// Installs all functions and collations in a connection.
    ///
    /// Every connection that runs rendered queries needs them.
    static func install(in database: Database) throws {
        for (name, function) in textFunctions + localizedFunctions + numberFunctions {
            try add(function.body, name, arguments: function.arguments, to: database)
        }
        try add(compareStrings, stringCollation, to: database)
        try add(compareLocalized, localizedStandardCollation, to: database)
        try add(compareDecimals, decimalCollation, to: database)
    }

    private static func add(
        _ function: Function,
        _ name: String,
        arguments: Int32,
        to database: Database
    ) throws {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        let code = sqlite3_create_function_v2(
            database.sqliteConnection,
            name,
            arguments,
            flags,
            nil,
            function,
            nil,
            nil,
            nil
        )
        try check(code, name)
    }

    private static func add(_ collation: Collation, _ name: String, to database: Database) throws {
        let code = sqlite3_create_collation_v2(
            database.sqliteConnection,
            name,
            SQLITE_UTF8,
            nil,
            collation,
            nil
        )
        try check(code, name)
    }

    private static func check(_ code: Int32, _ name: String) throws {
        guard code == SQLITE_OK else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code),
                message: "could not install the SQL function \(name)"
            )
        }
    }
}

/// The arguments and the result of one call of an SQL function.
struct SQLCall {
    private let context: OpaquePointer?
    private let values: UnsafeMutablePointer<OpaquePointer?>

    /// Creates a call, or returns nil if an argument is NULL.
    ///
    /// A function that sets no result returns NULL.
    init?(
        _ context: OpaquePointer?,
        _ count: Int32,
        _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let values,
            (0..<Int(count)).allSatisfy({ sqlite3_value_type(values[$0]) != SQLITE_NULL })
        else { return nil }
        self.context = context
        self.values = values
    }

    /// Calls `body` with the bytes of a text argument.
    func withBytes<R>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        let start = sqlite3_value_text(values[index])
        let count = Int(sqlite3_value_bytes(values[index]))
        return body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    func text(_ index: Int) -> String {
        withBytes(index) { String(decoding: $0, as: UTF8.self) }
    }
    func integer(_ index: Int) -> Int64 { sqlite3_value_int64(values[index]) }
    func real(_ index: Int) -> Double { sqlite3_value_double(values[index]) }

    func result(_ value: Bool) { sqlite3_result_int(context, value ? 1 : 0) }
    func result(_ value: Int) { sqlite3_result_int64(context, Int64(value)) }
    func result(_ value: UInt64) { sqlite3_result_int64(context, Int64(bitPattern: value)) }
    /// Sets a floating-point result; SQLite converts NaN to NULL.
    func result(_ value: Double) { sqlite3_result_double(context, value) }
    func result(_ value: String) {
        var value = value
        value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                let copied = SQLiteLibrary.transient
                guard let start = characters.baseAddress else {
                    return sqlite3_result_text(context, "", 0, copied)
                }
                sqlite3_result_text(context, start, Int32(characters.count), copied)
            }
        }
    }
}
