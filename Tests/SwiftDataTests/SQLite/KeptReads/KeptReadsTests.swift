// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Reads of a store whose readers keep their transactions between them.
@Suite struct KeptReadsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func pool(
        _ file: SharedStoreFile = SharedStoreFile(nil),
        keepsReads: Bool = true
    ) throws -> ConnectionPool {
        let schema = try ResolvedSchema(Schema([any PersistentModel.Type]()))
        let pool = try SQLiteConnectionFactory.open(
            ModelConfiguration(url: folder.store),
            layout: SchemaLayout(schema),
            file: file,
            keepsReads: keepsReads
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

    @Test(arguments: [true, false]) func readsSeeEachCommit(keepsReads: Bool) throws {
        let pool = try pool(keepsReads: keepsReads)
        for commit in 1...20 {
            try pool.write { try $0.execute("INSERT INTO number VALUES (1)") }
            try readOften(pool, expecting: Int64(commit))
        }
    }

    @Test(arguments: [true, false])
    func readsSeeCommitsOfAnotherConnection(keepsReads: Bool) throws {
        let pool = try pool(keepsReads: keepsReads)
        let other = try SQLiteDatabase(folder.path("test.store"))
        for commit in 0...20 {
            try readOften(pool, expecting: Int64(commit))
            try other.execute("INSERT INTO number VALUES (1)")
        }
    }

    /// The new log can have as many pages as the former one.
    @Test func readsSeeTheFirstCommitOfANewLog() throws {
        let pool = try pool()
        let other = try SQLiteDatabase(folder.path("test.store"))
        for commit in 1...10 {
            _ = try pool.write { try $0.integer("PRAGMA wal_checkpoint(RESTART)") }
            try other.execute("INSERT INTO number VALUES (1)")
            try readOften(pool, expecting: Int64(commit))
        }
    }

    @Test func readsSeeAChangedTable() throws {
        let pool = try pool()
        try readOften(pool, expecting: 0)
        try SQLiteDatabase(folder.path("test.store")).execute(
            "ALTER TABLE number ADD other INTEGER; INSERT INTO number VALUES (1, 2)"
        )
        #expect(try pool.read { try $0.integer("SELECT other FROM number") } == 2)
    }

    @Test func readDuringAWriteKeepsNoTransaction() throws {
        let pool = try pool()
        try readOften(pool, expecting: 0)
        try pool.read { reader in
            #expect(reader.isInTransaction)
            try pool.write { try $0.execute("INSERT INTO number VALUES (1)") }
            try pool.write { _ in try readOften(pool, expecting: 1) }
            #expect(try reader.integer("SELECT count(*) FROM number") == 0)
        }
        try pool.write { writer in
            #expect(try writer.integer("PRAGMA wal_checkpoint(RESTART)") == 0)
            try pool.read { #expect(!$0.isInTransaction) }
        }
        try readOften(pool, expecting: 1)
    }

    @Test func transactionOfAReaderEndsTheKeptOne() throws {
        let pool = try pool()
        try readOften(pool, expecting: 0)
        let counted = try pool.read { reader in
            try reader.transaction(.deferred) {
                try reader.integer("SELECT count(*) FROM number")
            }
        }
        #expect(counted == 0)
        try readOften(pool, expecting: 0)
    }

    @Test func readsContinueAfterTheTransactionWasRolledBack() throws {
        let pool = try pool()
        try readOften(pool, expecting: 0)
        try pool.read { try $0.execute("ROLLBACK") }
        try pool.write { try $0.execute("INSERT INTO number VALUES (1)") }
        try readOften(pool, expecting: 1)
    }

    @Test func transactionIsKeptAfterSomeReadsAndEndedByAWrite() throws {
        let pool = try pool()
        #expect(try count(pool) == 0)
        #expect(try canBeginNewLog())
        try pool.write { try $0.execute("INSERT INTO number VALUES (1)") }
        try readOften(pool, expecting: 1)
        #expect(try !canBeginNewLog())
        #expect(try pool.write { try $0.integer("PRAGMA wal_checkpoint(RESTART)") } == 0)
        #expect(try canBeginNewLog())
    }

    @Test func storesOfOneFileEndTheTransactionsOfEachOther() throws {
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

    @Test func checkpointOfACommitEndsTheTransactions() throws {
        let pool = try pool()
        try pool.write { try $0.execute("INSERT INTO number VALUES (1)") }
        try readOften(pool, expecting: 1)
        let insertion = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
            INSERT INTO number SELECT i FROM n
            """
        try pool.write { try $0.execute(insertion) }
        try readOften(pool, expecting: 400_001)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("test.store"))
        #expect(try #require(attributes[.size] as? Int) > 1_000_000)
    }
}
