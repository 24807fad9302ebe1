// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CLibpq

/// The result of a statement.
final class PostgreSQLResult {
    private let result: OpaquePointer

    /// Creates a result, which releases the one of libpq.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// Whether the statement succeeded.
    var isSuccess: Bool {
        let status = PQresultStatus(result)
        return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK
    }

    /// The code of the error.
    var state: String? {
        // The field is the character C in the protocol.
        PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
    }

    /// The message of the error.
    var message: String { String(cString: PQresultErrorMessage(result)) }

    /// The number of rows that the statement inserted or deleted.
    var changeCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The values as text.
    var rows: [[String?]] {
        (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                guard PQgetisnull(result, row, column) == 0 else { return nil }
                return PQgetvalue(result, row, column).map { String(cString: $0) }
            }
        }
    }

    /// The bytes of the only value; nil if there are no rows.
    var bytes: [UInt8]? {
        guard PQntuples(result) > 0, let value = PQgetvalue(result, 0, 0) else { return nil }
        let bytes = UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(result, 0, 0)))
        return Array(bytes)
    }
}
