// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

extension SQLiteDatabase {
    /// A C function that implements an SQL function with `SQLCall`.
    typealias Function =
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void
    /// A C function that compares two strings.
    typealias Collation =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
        ) -> Int32

    /// Adds a deterministic SQL function, which depends only on its arguments.
    func add(_ function: Function, _ name: String, arguments: Int32) throws {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        try check(
            sqlite3_create_function_v2(
                handle,
                name,
                arguments,
                flags,
                nil,
                function,
                nil,
                nil,
                nil
            )
        )
    }

    /// Adds a collation.
    func add(_ collation: Collation, _ name: String) throws {
        try check(sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, collation, nil))
    }

    /// Adds an SQL function that calls a closure, each time that the SQL calls it.
    ///
    /// A statement fails if the closure throws an error.
    func addFunction(
        _ name: String,
        arguments: Int32,
        _ body: @escaping (SQLCall) throws -> Void
    ) throws {
        let function = FunctionClosure(body)
        try check(
            sqlite3_create_function_v2(
                handle,
                name,
                arguments,
                SQLITE_UTF8,
                // SQLite releases it with the function, or if it does not accept the function.
                Unmanaged.passRetained(function).toOpaque(),
                { FunctionClosure.call($0, values: $2) },
                nil,
                nil,
                { FunctionClosure.release($0) }
            )
        )
    }
}

/// A closure that SQLite owns.
private final class FunctionClosure {
    private let body: (SQLCall) throws -> Void

    init(_ body: @escaping (SQLCall) throws -> Void) { self.body = body }

    static func call(
        _ context: OpaquePointer?,
        values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let pointer = sqlite3_user_data(context) else { return }
        let function = Unmanaged<FunctionClosure>.fromOpaque(pointer).takeUnretainedValue()
        let call = SQLCall(context, values: values)
        do { try function.body(call) } catch { call.result(error) }
    }

    static func release(_ pointer: UnsafeMutableRawPointer?) {
        guard let pointer else { return }
        Unmanaged<FunctionClosure>.fromOpaque(pointer).release()
    }
}
