// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Connections, statements and transactions of SQLite.
struct SQLiteDatabaseTests {
    private let db: SQLiteDatabase

    init() throws {
        db = try SQLiteDatabase(SQLiteDatabase.inMemory)
        try db.execute(
            """
            CREATE TABLE number(value INTEGER PRIMARY KEY NOT NULL, name TEXT UNIQUE);
            CREATE TABLE part(number INTEGER NOT NULL REFERENCES number DEFERRABLE INITIALLY DEFERRED);
            """
        )
    }

    private func insert(_ values: ClosedRange<Int64>) throws {
        for value in values {
            try db.run("INSERT INTO number(value) VALUES (\(bind: value))")
        }
    }

    private func values() throws -> [Int64] {
        var values: [Int64] = []
        try db.step("SELECT value FROM number ORDER BY value") { values.append($0.integer(0)) }
        return values
    }

    // MARK: Values

    @Test(
        arguments: [
            .null, .integer(.min), .integer(.max), .real(-0.1), .real(.infinity), .text(""),
            .text("a\0b"), .text("ł 🇨🇭"), .blob(Data()), .blob(Data([0, 255])),
        ] as [_ColumnValue]
    )
    func valuesAreReadAsTheyWereBound(value: _ColumnValue) throws {
        var rows: [_ColumnValue] = []
        try db.step("SELECT ?", binding: [value]) { rows.append($0.value(0)) }
        #expect(rows == [value])
    }

    @Test func librarySettingsCannotBeChangedAfterItsFirstUse() throws {
        let database = try SQLiteDatabase(SQLiteDatabase.inMemory)
        #expect(!SQLiteLibrary.disableMemoryStatistics())
        #expect(try database.integer("SELECT 1") == 1)
    }

    @Test func valuesOfEarlierRunsAreNotKept() throws {
        let statement = try db.statement("SELECT ?1, ?2")
        try statement.run { try $0.bind([.integer(1), .text("two")]) }
        let row = try statement.first(binding: { try $0.bind(3, at: 2) }) {
            [$0.value(0), $0.value(1)]
        }
        #expect(row == [.null, .integer(3)])
    }

    @Test func parameterThatDoesNotExistIsAnError() throws {
        let error = #expect(throws: SQLiteError.self) { try db.run("SELECT ?", [.null, .null]) }
        #expect(error?.message == "column index out of range")
    }

    // MARK: Statements

    @Test func statementsRunAfterCacheOverflow() throws {
        for number in 0..<2_000 { try db.step("SELECT \(number)", binding: []) { _ in } }
        try insert(1...10)
        #expect(try db.integer("SELECT sum(value) FROM number") == 55)
    }

    @Test func statementInRegularUseStaysCached() throws {
        let statement = try db.statement("SELECT 'used'")
        for number in 0..<2_000 {
            _ = try db.statement("SELECT \(number)")
            if number % 100 == 0 { #expect(try db.statement("SELECT 'used'") === statement) }
        }
        #expect(try db.statement("SELECT 'used'") === statement)
    }

    @Test func sameQueryCanRunInsideItself() throws {
        try insert(1...3)
        var pairs: [[Int64]] = []
        let query: SQLText = "SELECT value FROM number ORDER BY value"
        try db.step(query) { outer in
            try db.step(query) { pairs.append([outer.integer(0), $0.integer(0)]) }
        }
        #expect(pairs == [1, 2, 3].flatMap { outer in [1, 2, 3].map { [outer, $0] } })
    }

    @Test func statementCanRunAgainAfterAnError() throws {
        let sql = "INSERT INTO number(value) VALUES (?)"
        try db.run(sql, [.integer(1)])
        #expect(throws: SQLiteError.self) { try db.run(sql, [.integer(1)]) }
        try db.run(sql, [.integer(2)])
        #expect(try values() == [1, 2])
    }

    @Test func queryEndsWhenItsBodyThrows() throws {
        try insert(1...3)
        #expect(throws: CancellationError.self) {
            try db.step("SELECT value FROM number", binding: []) { _ in throw CancellationError() }
        }
        #expect(try !db.statement("SELECT value FROM number").isRunning)
    }

    @Test func textWithoutStatementIsAnError() throws {
        #expect(throws: SQLiteError.self) { try db.run(" -- nothing", []) }
    }

    // MARK: Errors

    @Test func constraintErrorsAreDistinguished() throws {
        try db.execute("INSERT INTO number VALUES (1, 'one')")
        for (sql, kind) in [
            ("INSERT INTO number VALUES (1, 'two')", SQLiteError.Kind.notUnique),
            ("INSERT INTO number VALUES (2, 'one')", .notUnique),
            ("INSERT INTO part VALUES (NULL)", .notNull),
            ("INSERT INTO part VALUES (7)", .constraint),
            ("INSERT INTO absent VALUES (7)", .other),
        ] {
            let error = #expect(throws: SQLiteError.self) { try db.execute(sql) }
            #expect(error?.kind == kind, "\(sql)")
        }
    }

    @Test func errorOfAFileHasItsMessage() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: SQLiteError.self) {
            try SQLiteDatabase(folder.path("absent"), access: .readOnly)
        }
        #expect(error?.kind == .cannotOpen)
        #expect(error?.message == "unable to open database file")
    }

    @Test func doubleQuotesAreOnlyForNames() throws {
        #expect(throws: SQLiteError.self) { try db.run("SELECT \"text\"", []) }
    }

    // MARK: Transactions

    @Test func transactionIsRolledBackAfterAnError() throws {
        #expect(throws: CancellationError.self) {
            try db.transaction {
                try insert(1...2)
                throw CancellationError()
            }
        }
        #expect(!db.isInTransaction)
        #expect(try values() == [])
    }

    @Test func transactionIsRolledBackIfTheCommitFails() throws {
        let error = #expect(throws: SQLiteError.self) {
            try db.transaction {
                try db.execute("INSERT INTO part VALUES (7)")
                #expect(db.hasDanglingReferences)
            }
        }
        #expect(error?.kind == .constraint)
        #expect(!db.isInTransaction)
        try db.transaction { try insert(1...1) }
        #expect(try values() == [1])
    }

    /// SQLite itself rolls a transaction back after some errors, for example if the disk is full.
    @Test func transactionThatSQLiteRolledBackIsAnError() throws {
        let error = #expect(throws: SQLiteError.self) {
            try db.transaction {
                try insert(1...1)
                try? db.execute("INSERT OR ROLLBACK INTO number(value) VALUES (1)")
                #expect(!db.isInTransaction)
            }
        }
        #expect(error?.message == "the transaction was rolled back after an error")
        #expect(try values() == [])
    }

    @Test func nestedTransactionIsAnErrorAndKeepsTheOuterOne() throws {
        try db.transaction {
            try insert(1...1)
            #expect(throws: SQLiteError.self) { try db.transaction {} }
            try insert(2...2)
        }
        #expect(try values() == [1, 2])
    }

    @Test func fullFileRollsBack() throws {
        try db.execute("PRAGMA max_page_count = 20")
        let error = #expect(throws: SQLiteError.self) {
            try db.transaction {
                for value in 1...1_000 as ClosedRange<Int64> {
                    let text = _ColumnValue.text("\(value) " + String(repeating: "x", count: 500))
                    try db.run("INSERT INTO number VALUES (?, ?)", [.integer(value), text])
                }
            }
        }
        #expect(error?.kind == .full)
        #expect(try values() == [])
    }

    // MARK: Files

    @Test func backupContainsTheCommittedRows() throws {
        try insert(1...2_000)
        let folder = try TemporaryFolder()
        var steps = 0
        let copy = try SQLiteDatabase(folder.path("copy"))
        try db.backUp(to: copy, pagesPerStep: 2) { steps += 1 }
        #expect(steps > 1)
        #expect(try copy.integer("SELECT count(*) FROM number") == 2_000)
        #expect(!db.isInTransaction)
    }

    @Test func connectionIsClosedWithItsLastStatement() throws {
        let folder = try TemporaryFolder()
        var statement: SQLiteStatement?
        do {
            let file = try SQLiteDatabase(folder.path("file"))
            try file.execute("PRAGMA journal_mode = WAL; CREATE TABLE a(b)")
            statement = try file.statement("SELECT 1")
        }
        #expect(folder.contains("file-wal"))
        #expect(try statement?.first(binding: { _ in }) { $0.integer(0) } == 1)
        statement = nil
        #expect(!folder.contains("file-wal"))
    }
}
