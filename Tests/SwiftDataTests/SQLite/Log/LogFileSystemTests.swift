// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Stores whose log is written with one call for each commit.
struct LogFileSystemTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("numbers.store")
    }

    /// Opens a connection that keeps so few pages in memory that a large transaction writes others
    /// to the log before it ends.
    private func open(_ access: SQLiteDatabase.Access = .readWrite) throws -> SQLiteDatabase {
        let db = try SQLiteDatabase(path, access: access)
        try db.execute("PRAGMA cache_size = 8")
        guard access == .readWrite else { return db }
        try db.execute(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE IF NOT EXISTS number(value INTEGER PRIMARY KEY, text TEXT)
            """
        )
        return db
    }

    private func insert(_ values: Range<Int64>, into db: SQLiteDatabase) throws {
        for value in values {
            try db.run("INSERT INTO number VALUES (\(bind: value), hex(zeroblob(150)))")
        }
    }

    private func update(_ db: SQLiteDatabase) throws {
        try db.run("UPDATE number SET text = text || value")
    }

    private func isIntact(_ db: SQLiteDatabase) throws -> Bool {
        try db.text("PRAGMA integrity_check") == "ok"
    }

    @Test func connectionsThatWriteUseTheFileSystem() throws {
        #expect(LogFileSystem.name == "swiftdata")
        let (writer, reader) = (try open(), try open(.readOnly))
        try insert(0..<10, into: writer)
        #expect(try reader.integer("SELECT sum(value) FROM number") == 45)
    }

    @Test func transactionReadsPagesThatItHasWrittenToTheLog() throws {
        let db = try open()
        try db.transaction {
            try insert(0..<4_000, into: db)
            try update(db)
            #expect(try db.integer("SELECT sum(value) FROM number") == 7_998_000)
            #expect(
                try db.integer("SELECT count(*) FROM number WHERE text GLOB '*0' || value") == 4_000
            )
        }
        #expect(try open(.readOnly).integer("SELECT count(*) FROM number") == 4_000)
        #expect(try isIntact(db))
    }

    @Test func partsOfATransactionAreRolledBackAfterTheyWereWrittenToTheLog() throws {
        let db = try open()
        try insert(0..<100, into: db)
        try db.transaction {
            try insert(100..<2_000, into: db)
            try db.execute("SAVEPOINT part")
            try insert(2_000..<4_000, into: db)
            try update(db)
            try db.execute("ROLLBACK TO part; RELEASE part")
            try insert(4_000..<4_500, into: db)
        }
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try db.transaction {
                try insert(10_000..<12_000, into: db)
                throw Refusal()
            }
        }
        try insert(5_000..<5_001, into: db)
        let reader = try open(.readOnly)
        #expect(try reader.integer("SELECT count(*) FROM number") == 2_501)
        #expect(try reader.integer("SELECT max(value) FROM number") == 5_000)
        #expect(try isIntact(reader))
    }

    @Test(arguments: ["FULL", "NORMAL", "OFF"])
    func everyCommitIsInTheFile(synchronous: String) throws {
        let db = try open()
        try db.execute("PRAGMA synchronous = \(synchronous)")
        for value in 0..<20 as Range<Int64> {
            try db.transaction {
                try insert(value * 100..<value * 100 + 100, into: db)
                if value % 3 == 0 { try update(db) }
            }
            // What another process finds after this one was killed.
            let copy = folder.path("copy\(value).store")
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            let other = try SQLiteDatabase(copy)
            #expect(try other.integer("SELECT count(*) FROM number") == value * 100 + 100)
            #expect(try isIntact(other))
        }
    }

    @Test func logBeginsAgainAfterACheckpoint() throws {
        let db = try open()
        for value in 0..<50 as Range<Int64> {
            try insert(value..<value + 1, into: db)
            #expect(try db.checkpoint())
        }
        let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        #expect(try #require(size) < 20 * 4_200)
        #expect(try open(.readOnly).integer("SELECT count(*) FROM number") == 50)
    }
}
