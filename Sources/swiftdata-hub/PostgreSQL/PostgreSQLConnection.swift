// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CLibpq
import Glibc
import SwiftDataHub

/// A connection to PostgreSQL through libpq, which waits a limited time for each statement.
final class PostgreSQLConnection {
    /// A value of a statement.
    enum Parameter {
        case text(String)
        case bytes([UInt8])
    }

    private static let timeout = Duration.seconds(30)
    private static let byteaType: Oid = 17

    private let libpq: LibPQ
    private let connection: OpaquePointer

    /// Connects to a server.
    init(_ url: String) throws(PostgreSQLError) {
        var reason: UnsafePointer<CChar>?
        guard let libpq = loadLibPQ(&reason)?.pointee else {
            throw PostgreSQLError(library: reason.map { String(cString: $0) } ?? "libpq is missing")
        }
        self.libpq = libpq
        // The options of the address replace the first ones.
        let options = [
            ("connect_timeout", "10"), ("fallback_application_name", "swiftdata-hub"),
            ("client_encoding", "UTF8"), ("dbname", url),
        ]
        var names = options.map { strdup($0.0) }
        var values = options.map { strdup($0.1) }
        defer { (names + values).forEach { free($0) } }
        names.append(nil)
        values.append(nil)
        let opened = names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
            values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                libpq.PQconnectdbParams(names.baseAddress, values.baseAddress, 1)
            }
        }
        guard let opened else {
            throw PostgreSQLError(state: nil, message: "no memory", isConnectionLost: true)
        }
        connection = opened
        _ = libpq.PQsetNoticeProcessor(opened, { _, _ in }, nil)
        guard libpq.PQstatus(opened) == CONNECTION_OK, libpq.PQsetnonblocking(opened, 1) == 0 else {
            throw failure()
        }
    }

    deinit { libpq.PQfinish(connection) }

    /// Executes a statement.
    ///
    /// - Parameters:
    ///   - statement: The statement, which refers to the parameters by their numbers.
    ///   - parameters: The values.
    ///   - isBinary: Whether the values of the result are bytes.
    /// - Returns: The result.
    /// - Throws: `PostgreSQLError` if the statement or the connection fails.
    func execute(
        _ statement: String,
        _ parameters: [Parameter],
        isBinary: Bool = false
    ) throws(PostgreSQLError) -> PostgreSQLResult {
        let deadline = ContinuousClock.now + Self.timeout
        guard send(statement, parameters, isBinary: isBinary) else { throw failure() }
        try flush(until: deadline)
        var last: PostgreSQLResult?
        while true {
            while libpq.PQisBusy(connection) != 0 {
                try wait(until: deadline)
                guard libpq.PQconsumeInput(connection) == 1 else { throw failure() }
            }
            guard let pointer = libpq.PQgetResult(connection) else { break }
            last = PostgreSQLResult(pointer, of: libpq)
        }
        guard let last else { throw failure() }
        guard last.isSuccess else {
            throw PostgreSQLError(
                state: last.state,
                message: last.message,
                isConnectionLost: libpq.PQstatus(connection) != CONNECTION_OK
            )
        }
        return last
    }

    private func send(_ statement: String, _ parameters: [Parameter], isBinary: Bool) -> Bool {
        let values = parameters.map { parameter -> ContiguousArray<CChar> in
            switch parameter {
            case .text(let text): ContiguousArray(text.utf8CString)
            case .bytes(let bytes):
                bytes.withUnsafeBytes { ContiguousArray($0.bindMemory(to: CChar.self)) }
            }
        }
        let isBytes = parameters.map { if case .bytes = $0 { true } else { false } }
        return Self.withPointers(to: values) { pointers in
            libpq.PQsendQueryParams(
                connection,
                statement,
                Int32(values.count),
                isBytes.map { $0 ? Self.byteaType : 0 },
                pointers,
                values.map { Int32($0.count) },
                isBytes.map { $0 ? 1 : 0 },
                isBinary ? 1 : 0
            ) == 1
        }
    }

    /// Calls a function with the addresses of values.
    private static func withPointers<Value>(
        to values: [ContiguousArray<CChar>],
        _ body: ([UnsafePointer<CChar>?]) -> Value
    ) -> Value {
        let size = values.reduce(0) { $0 + max(1, $1.count) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: max(1, size)) { memory in
            var pointers: [UnsafePointer<CChar>?] = []
            var offset = 0
            for value in values {
                let slot = UnsafeMutableBufferPointer(
                    rebasing: memory[offset..<offset + max(1, value.count)]
                )
                _ = slot.update(fromContentsOf: value)
                pointers.append(UnsafePointer(slot.baseAddress))
                offset += slot.count
            }
            return body(pointers)
        }
    }

    private func flush(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
        while true {
            let outcome = libpq.PQflush(connection)
            if outcome == 0 { return }
            guard outcome > 0 else { throw failure() }
            let descriptor = libpq.PQsocket(connection)
            let ready = Readiness.wait(toWrite: descriptor, orRead: descriptor, until: deadline)
            // The server may wait until its messages were read.
            guard libpq.PQconsumeInput(connection) == 1 else { throw failure() }
            if ready.isEmpty { try checkTime(deadline) }
        }
    }

    private func wait(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
        if Readiness.wait(toRead: [libpq.PQsocket(connection)], until: deadline).isEmpty {
            try checkTime(deadline)
        }
    }

    private func checkTime(_ deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
        guard ContinuousClock.now >= deadline else { return }
        throw PostgreSQLError(
            state: nil,
            message: "the server does not respond",
            isConnectionLost: true,
            isTimeout: true
        )
    }

    private func failure() -> PostgreSQLError {
        PostgreSQLError(
            state: nil,
            message: libpq.PQerrorMessage(connection).map { String(cString: $0) } ?? "",
            isConnectionLost: true
        )
    }
}
