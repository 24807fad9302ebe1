// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace

/// A hub in one table of a PostgreSQL database, or of one that speaks its protocol.
///
/// Each call is one statement with parameters, and none needs a session: a pool of connections may
/// execute each on another one.
final class PostgreSQLHub: BlockingHub {
    private let url: String
    private var connection: PostgreSQLConnection?
    private let pollInterval = Duration.seconds(1)

    /// Creates a hub, which connects with the first call.
    ///
    /// - Parameter url: The address, as libpq reads it.
    init(_ url: String) { self.url = url }

    private static let table = """
        CREATE TABLE IF NOT EXISTS swiftdata_object (
            space uuid NOT NULL,
            name text COLLATE "C" NOT NULL,
            body bytea NOT NULL,
            written timestamptz NOT NULL DEFAULT now(),
            PRIMARY KEY (space, name)
        )
        """

    func create() throws(HubError) {
        do throws(HubError) {
            try execute(Self.table)
        } catch {
            // Another process may have created it in the same moment, or this user may not create
            // tables and need not.
            guard (try? execute("SELECT 1 FROM swiftdata_object LIMIT 1")) != nil else {
                throw error
            }
        }
    }

    func spaces() throws(HubError) -> [SpaceID] {
        let rows = try execute(
            """
            SELECT DISTINCT space FROM swiftdata_object WHERE name >= 'space/' AND name < 'space0'
            """
        )
        return rows.compactMap { $0[0].flatMap(SpaceID.init) }.sorted()
    }

    func list(_ prefix: HubPrefix) throws(HubError) -> HubListing {
        // A row without a name has the time if there is no object.
        let rows = try execute(
            """
            SELECT (extract(epoch FROM now()) * 1000)::bigint, name, octet_length(body)
            FROM (VALUES (1)) AS one LEFT JOIN swiftdata_object
            ON space = $1::uuid AND name >= $2 AND name < $3 LIMIT \(HubLimits.objectCount + 1)
            """,
            [.text("\(prefix.space)"), .text(prefix.path), .text(prefix.upperBound)]
        )
        try HubLimits.check(count: rows.count, of: "\(prefix)")
        let items = rows.compactMap { row in
            row[1].flatMap { HubName(space: prefix.space, path: $0) }.map { name in
                HubListing.Item(name: name, size: row[2].flatMap { Int($0) } ?? 0)
            }
        }
        return HubListing(items: items, time: rows.first?[0].flatMap { Int64($0) } ?? 0)
    }

    func get(_ name: HubName) throws(HubError) -> [UInt8]? {
        let statement = "SELECT body FROM swiftdata_object WHERE space = $1::uuid AND name = $2"
        return try run { connection throws(PostgreSQLError) in
            try connection.execute(statement, Self.parameters(name), isBinary: true).bytes
        }
    }

    func put(_ bytes: [UInt8], as name: HubName) throws(HubError) {
        try HubLimits.check(bytes, of: name)
        let statement = """
            INSERT INTO swiftdata_object (space, name, body) VALUES ($1::uuid, $2, $3)
            ON CONFLICT DO NOTHING
            """
        // An object may be deleted between the two statements.
        for _ in 0..<3 {
            let count = try run { connection throws(PostgreSQLError) in
                let parameters = Self.parameters(name) + [.bytes(bytes)]
                return try connection.execute(statement, parameters).changeCount
            }
            if count == 1 { return }
            if let stored = try get(name) {
                guard stored == bytes else { throw .taken(name) }
                return
            }
        }
        throw HubError(.unreachable, message: "\(name) is being deleted; try again")
    }

    func delete(_ name: HubName) throws(HubError) {
        try execute(
            "DELETE FROM swiftdata_object WHERE space = $1::uuid AND name = $2",
            Self.parameters(name)
        )
    }

    func wait(
        for prefix: HubPrefix,
        toDifferFrom mark: HubMark,
        until deadline: ContinuousClock.Instant,
        interruptedBy interruption: Int32
    ) throws(HubError) {
        while try list(prefix).mark == mark, ContinuousClock.now < deadline {
            let next = min(deadline, .now + pollInterval)
            guard Readiness.wait(toRead: [interruption], until: next).isEmpty else { return }
        }
    }

    // MARK: Statements

    private static func parameters(_ name: HubName) -> [PostgreSQLConnection.Parameter] {
        [.text("\(name.space)"), .text(name.path)]
    }

    @discardableResult
    private func execute(
        _ statement: String,
        _ parameters: [PostgreSQLConnection.Parameter] = []
    ) throws(HubError) -> [[String?]] {
        try run { connection throws(PostgreSQLError) in
            try connection.execute(statement, parameters).rows
        }
    }

    /// Executes a call, and once more over a new connection if the present one was lost.
    private func run<Value>(
        _ call: (PostgreSQLConnection) throws(PostgreSQLError) -> Value
    ) throws(HubError) -> Value {
        let isReused = self.connection != nil
        do throws(PostgreSQLError) {
            return try call(try opened())
        } catch {
            if error.isConnectionLost { self.connection = nil }
            guard isReused, error.isConnectionLost, !error.isTimeout else { throw error.hubError }
            return try run(call)
        }
    }

    private func opened() throws(PostgreSQLError) -> PostgreSQLConnection {
        if let connection { return connection }
        let connection = try PostgreSQLConnection(url)
        self.connection = connection
        return connection
    }
}
