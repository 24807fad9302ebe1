// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CLibpq

/// The result of a statement.
final class PostgreSQLResult {
    private let libpq: LibPQ
    private let result: OpaquePointer

    /// Creates a result, which releases the one of libpq.
    init(_ result: OpaquePointer, of libpq: LibPQ) {
        self.libpq = libpq
        self.result = result
    }

    deinit { libpq.PQclear(result) }

    /// Whether the statement succeeded.
    var isSuccess: Bool {
        let status = libpq.PQresultStatus(result)
        return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK
    }

    /// The code of the error.
    var state: String? {
        // The field is the character C in the protocol.
        libpq.PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
    }

    /// The message of the error.
    var message: String { libpq.PQresultErrorMessage(result).map { String(cString: $0) } ?? "" }

    /// The number of rows that the statement inserted or deleted.
    var changeCount: Int {
        libpq.PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// The values as text.
    var rows: [[String?]] {
        (0..<libpq.PQntuples(result)).map { row in
            (0..<libpq.PQnfields(result)).map { column in
                guard libpq.PQgetisnull(result, row, column) == 0 else { return nil }
                return libpq.PQgetvalue(result, row, column).map { String(cString: $0) }
            }
        }
    }

    /// The bytes of the only value; nil if there are no rows.
    var bytes: [UInt8]? {
        guard libpq.PQntuples(result) > 0, let value = libpq.PQgetvalue(result, 0, 0) else {
            return nil
        }
        let count = Int(libpq.PQgetlength(result, 0, 0))
        return Array(UnsafeRawBufferPointer(start: value, count: count))
    }
}
