// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import GRDB
import Testing

@testable import SwiftData

/// Statement execution on one connection.
@Suite struct SQLiteConnectionTests {
    private let resources: ConnectionResources

    init() throws {
        let graph = try ResolvedSchema(Schema([Shelf.self]))
        resources = ConnectionResources(
            layout: SchemaLayout(graph),
            store: "",
            files: nil,
            path: ":memory:"
        )
    }

    @Test func statementsRunAfterCacheOverflow() throws {
        try DatabaseQueue().writeWithoutTransaction { db in
            let session = SQLiteConnection(db, resources)
            try session.run("CREATE TABLE number(value INTEGER)", [])
            for number in 0..<600 { try session.step("SELECT \(number)", []) { _ in } }
            for number in 0..<10 {
                try session.run("INSERT INTO number(value) VALUES (?)", [.integer(Int64(number))])
            }
            #expect(try Int.fetchOne(db, sql: "SELECT sum(value) FROM number") == 45)
        }
    }
}
