// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Reads of a store whose read lock is held between them.
@Suite struct SharedReadLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func pool(_ file: SharedStoreFile = SharedStoreFile(nil)) throws -> ConnectionPool {
        let schema = try ResolvedSchema(Schema([any PersistentModel.Type]()))
        let pool = try SQLiteConnectionFactory.open(
            ModelConfiguration(url: folder.store),
            layout: SchemaLayout(schema),
            file
        )
        try pool.write { try $0.execute("CREATE TABLE IF NOT EXISTS number(value INTEGER)") }
        return pool
    }

    private func count(_ pool: ConnectionPool) throws -> Int64? {
        try pool.read { try $0.integer("SELECT count(*) FROM number") }
    }

    private func readOften(_ pool: ConnectionPool, expecting expected: Int64) throws {
        for _ in 0..<10 { #expect(try count(pool) == expected) }
    }

    /// Whether a connection can write all of the log to the main file, and begin another one.
    private func canBeginNewLog() throws -> Bool {
        try SQLiteDatabase(folder.path("test.store"))
            .integer("PRAGMA wal_checkpoint(RESTART)") == 0
    }

    @Test func readsSeeEachCommit() throws {
        let pool = try pool()
        for commit in 1...20 {
            try pool.write { try $0.execute("INSERT INTO number VALUES (1)") }
            try readOften(pool, expecting: Int64(commit))
        }
    }

    @Test func readsSeeCommitsOfAnotherConnection() throws {
        let pool = try pool()
        try readOften(pool, expecting: 0)
        try SQLiteDatabase(folder.path("test.store")).execute("INSERT INTO number VALUES (1)")
        try readOften(pool, expecting: 1)
    }

    @Test func lockIsHeldAfterSomeReadsAndReleasedByAWrite() throws {
        let pool = try pool()
        #expect(try count(pool) == 0)
        #expect(try canBeginNewLog())
        try pool.write { try $0.execute("INSERT INTO number VALUES (1)") }
        try readOften(pool, expecting: 1)
        #expect(try !canBeginNewLog())
        #expect(try pool.write { try $0.integer("PRAGMA wal_checkpoint(RESTART)") } == 0)
        #expect(try canBeginNewLog())
    }

    @Test func storesOfOneFileReleaseTheLockOfEachOther() throws {
        let file = SharedStoreFile(nil)
        let (first, second) = (try pool(file), try pool(file))
        try readOften(first, expecting: 0)
        try second.write { db in
            try db.execute("INSERT INTO number VALUES (1)")
            #expect(try db.integer("PRAGMA wal_checkpoint(RESTART)") == 0)
        }
        try readOften(first, expecting: 1)
    }

    @Test func closingRemovesTheLog() throws {
        let file = SharedStoreFile(nil)
        let (first, second) = (try pool(file), try pool(file))
        try readOften(first, expecting: 0)
        first.close()
        try readOften(second, expecting: 0)
        #expect(throws: StoreError.self) { try count(first) }
        second.close()
        #expect(!folder.contains("test.store-wal"))
    }

    @Test func checkpointOfTheOtherThreadReleasesTheLock() throws {
        let pool = try pool()
        try pool.write { try $0.execute("INSERT INTO number VALUES (1)") }
        try readOften(pool, expecting: 1)
        let insertion = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
            INSERT INTO number SELECT i FROM n
            """
        try pool.write { try $0.execute(insertion) }
        try readOften(pool, expecting: 300_001)
        pool.waitForCheckpoint()
        try readOften(pool, expecting: 300_001)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("test.store"))
        #expect(try #require(attributes[.size] as? Int) > 1_000_000)
    }
}
