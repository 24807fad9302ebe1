// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The length of the write-ahead log of a store.
@Suite struct LogLengthTests {
    private static let pageSize = 4_096
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func pool() throws -> ConnectionPool {
        let schema = try ResolvedSchema(Schema([any PersistentModel.Type]()))
        let pool = try SQLiteConnectionFactory.open(
            ModelConfiguration(url: folder.store),
            layout: SchemaLayout(schema)
        )
        try pool.write { try $0.execute("CREATE TABLE part(content BLOB)") }
        return pool
    }

    /// Commits rows of a number of pages each.
    private func commit(_ count: Int, pages: Int, to pool: ConnectionPool) throws {
        let size = Int64(pages * Self.pageSize)
        for _ in 0..<count {
            try pool.write { try $0.run("INSERT INTO part VALUES (zeroblob(\(bind: size)))") }
        }
    }

    private func count(_ pool: ConnectionPool) throws -> Int64? {
        try pool.read { try $0.integer("SELECT count(*) FROM part") }
    }

    private func size(_ name: String) throws -> Int {
        try #require(
            FileManager.default.attributesOfItem(atPath: folder.path(name))[.size] as? Int
        )
    }

    @Test(arguments: [40, 1_500])
    func logIsUsedAgainAfterACheckpoint(pages: Int) throws {
        let pool = try pool()
        let total = 30_000
        for _ in 0..<total / pages {
            try commit(1, pages: pages, to: pool)
        }
        let logged = try size("test.store-wal") / Self.pageSize
        #expect(logged < total / 10)
        #expect(try count(pool) == Int64(total / pages))
        pool.close()
        #expect(!folder.contains("test.store-wal"))
        #expect(try size("test.store") > total * Self.pageSize)
    }

    @Test func mainFileContainsALongLogWithoutAnotherCommit() throws {
        let pool = try pool()
        let before = try size("test.store")
        try commit(1, pages: 1_000, to: pool)
        #expect(try size("test.store") > before + 1_000 * Self.pageSize)
        pool.close()
    }

    @Test func commitsOfASnapshotAreKeptInTheLog() throws {
        let pool = try pool()
        try pool.read { db in
            try db.transaction(.deferred) {
                #expect(try db.integer("SELECT count(*) FROM part") == 0)
                try commit(200, pages: 50, to: pool)
                #expect(try db.integer("SELECT count(*) FROM part") == 0)
            }
        }
        #expect(try count(pool) == 200)
    }

    @Test func logThatASnapshotKeptLongIsTruncatedByTheNextOne() throws {
        let pool = try pool()
        try pool.read { db in
            try db.transaction(.deferred) {
                #expect(try db.integer("SELECT count(*) FROM part") == 0)
                try commit(40, pages: 300, to: pool)
            }
        }
        #expect(try size("test.store-wal") > SQLiteConnectionFactory.logSizeLimit)
        // The first completes the checkpoint, the second begins a log.
        for _ in 0..<2 {
            try commit(1, pages: 1_500, to: pool)
        }
        try commit(1, pages: 1, to: pool)
        #expect(try size("test.store-wal") <= SQLiteConnectionFactory.logSizeLimit)
        #expect(try count(pool) == 43)
    }
}
