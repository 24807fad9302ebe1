// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CPostgreSQL
import Glibc

/// A connection to PostgreSQL through libpq.
final class PostgreSQLConnection {
    private static let statement = "create"

    private let connection: OpaquePointer

    init(_ directory: String) throws {
        guard let opened = PQconnectdb("host=\(directory) user=journal dbname=postgres") else {
            throw BenchmarkError("libpq is out of memory")
        }
        connection = opened
        guard PQstatus(opened) == CONNECTION_OK else { throw failure() }
    }

    deinit { PQfinish(connection) }

    var descriptor: Int32 { PQsocket(connection) }

    /// Executes statements without parameters and returns the first value of the last, if any.
    @discardableResult func execute(_ sql: String) throws -> String? {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        try require(result)
        guard PQntuples(result) > 0, let value = PQgetvalue(result, 0, 0) else { return nil }
        return String(cString: value)
    }

    /// Prepares the statement that inserts an entry and sends a notification in its transaction.
    func prepareCreate() throws {
        let result = PQprepare(
            connection,
            Self.statement,
            """
            WITH inserted AS (
                INSERT INTO entry(
                    id, body, created_at, zone, local_day, modified_at, starred, tags
                )
                VALUES (
                    $1::uuid, $2, $3::timestamptz, 'Europe/Berlin', $4::date, now(), false,
                    $5::text[]
                )
                RETURNING id
            )
            SELECT pg_notify('\(PostgreSQLServer.channel)', $6) FROM inserted
            """,
            6,
            nil
        )
        defer { PQclear(result) }
        try require(result)
    }

    /// Sends a request to create an entry and to send a notification.
    func sendCreate(_ entry: SampleEntry, payload: String) throws {
        let tags = "{" + entry.tags.joined(separator: ",") + "}"
        let values = [
            entry.identifier, entry.text, entry.createdAt, String(entry.createdAt.prefix(10)), tags,
            payload,
        ]
        let copies = values.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let pointers = copies.map { UnsafePointer($0) }
        guard PQsendQueryPrepared(connection, Self.statement, 6, pointers, nil, nil, 0) == 1,
            PQflush(connection) == 0
        else { throw failure() }
    }

    /// Reads once from the socket.
    ///
    /// - Returns: Whether the reply is complete.
    func receiveReply() throws -> Bool {
        guard PQconsumeInput(connection) == 1 else { throw failure() }
        while PQisBusy(connection) == 0 {
            guard let result = PQgetResult(connection) else { return true }
            defer { PQclear(result) }
            try require(result)
        }
        return false
    }

    /// Waits for the reply.
    func waitForReply() throws {
        while let result = PQgetResult(connection) {
            defer { PQclear(result) }
            try require(result)
        }
    }

    /// Returns the number of bytes in which a listener receives a notification.
    static func notificationLength(_ channel: String, _ payload: String) -> Int {
        // The type, the length, the process, and two strings with a zero at the end.
        1 + 4 + 4 + channel.utf8.count + 1 + payload.utf8.count + 1
    }

    private func require(_ result: OpaquePointer?) throws {
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else { throw failure() }
    }

    private func failure() -> BenchmarkError {
        BenchmarkError("PostgreSQL: \(String(cString: PQerrorMessage(connection)))")
    }
}
