// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Synchronization
import Testing

@testable import SwiftData

/// Rows that another thread reads while the caller uses those before them.
struct RowReadAheadTests {
    private let db: SQLiteDatabase

    init() throws { db = try SQLiteDatabase(SQLiteDatabase.inMemory) }

    /// Rows with the numbers from 1, without an end if `count` is nil.
    private func numbers(
        _ columns: String = "n",
        count: Int? = nil,
        where condition: String = "true"
    ) throws -> SQLiteStatement {
        let end = count.map { "WHERE n < \($0)" } ?? ""
        return try db.statement(
            """
            WITH number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number \(end)) \
            SELECT \(columns) FROM number WHERE \(condition)
            """
        )
    }

    /// Calls `body` with the values of each row.
    private func forEachRow(
        of statement: SQLiteStatement,
        usesThread: Bool = true,
        _ body: ([_ColumnValue]) throws -> Void
    ) throws {
        let columns = 0..<statement.columnCount
        try statement.forEachRow(usesThread: usesThread, binding: { _ in }) { row in
            try body(columns.map { row.value($0) })
        } later: { block in
            try block.forEachRow { row in try body(columns.map { row.field($0).value }) }
        }
    }

    @Test(
        arguments: [
            1, RowReadAhead.minimumRows - 1, RowReadAhead.minimumRows,
            RowReadAhead.minimumRows + 1, RowReadAhead.minimumRows + RowBlock.rowLimit, 20_000,
        ],
        [true, false]
    )
    func eachRowIsReadOnceAndInOrder(count: Int, usesThread: Bool) throws {
        var values: [_ColumnValue] = []
        try forEachRow(of: numbers(count: count), usesThread: usesThread) { values += $0 }
        #expect(values == (1...count).map { .integer(Int64($0)) })
    }

    @Test(arguments: [true, false])
    func rowsAfterManyAreReadByAnotherThread(usesThread: Bool) throws {
        let threads = Mutex<[pthread_t]>([])
        try db.addFunction("noteThread", arguments: 1) { call in
            threads.withLock { $0.append(pthread_self()) }
            call.result(0)
        }
        try forEachRow(of: numbers("noteThread(n)", count: 3_000), usesThread: usesThread) { _ in }
        let caller = pthread_self()
        let own = threads.withLock { $0.filter { $0 == caller }.count }
        #expect(threads.withLock { $0.count } == 3_000)
        #expect(own == (usesThread ? RowReadAhead.minimumRows : 3_000))
    }

    @Test func valuesOfEachTypeAreRead() throws {
        let sql = """
            n, -n, n + 0.5, NULL, '', 'łódź 🇨🇭 ' || n, 'a' || char(0) || n, x'', x'00ff', \
            zeroblob(3), CAST(x'6180' AS TEXT), 1e999
            """
        var number: Int64 = 0
        try forEachRow(of: numbers(sql, count: 3_000)) { row in
            number += 1
            let expected: [_ColumnValue] = [
                .integer(number), .integer(-number), .real(Double(number) + 0.5), .null, .text(""),
                .text("łódź 🇨🇭 \(number)"), .text("a\0\(number)"), .blob(Data()),
                .blob(Data([0, 255])), .blob(Data([0, 0, 0])), .text("a\u{FFFD}"), .real(.infinity),
            ]
            #expect(row == expected)
        }
        #expect(number == 3_000)
    }

    @Test func columnsCanHaveValuesOfSeveralTypes() throws {
        let sql = "CASE n % 3 WHEN 0 THEN n WHEN 1 THEN 'text' END"
        var number: Int64 = 0
        try forEachRow(of: numbers(sql, count: 3_000)) { row in
            number += 1
            let expected: [_ColumnValue] = [.integer(number), .text("text"), .null]
            #expect(row == [expected[Int(number % 3)]])
        }
        #expect(number == 3_000)
    }

    @Test func longValuesAreRead() throws {
        var lengths: [Int] = []
        let statement = try numbers("hex(zeroblob(n % 100 * 4000))", count: 3_000)
        try forEachRow(of: statement) { row in
            if case .text(let text)? = row.first { lengths.append(text.utf8.count) }
        }
        #expect(lengths == (1...3_000).map { $0 % 100 * 8_000 })
    }

    @Test func errorOfTheStatementComesAfterTheRowsBeforeIt() throws {
        var count = 0
        let statement = try numbers("CASE n WHEN 4000 THEN abs(-9223372036854775808) ELSE n END")
        let error = #expect(throws: SQLiteError.self) {
            try forEachRow(of: statement) { _ in count += 1 }
        }
        #expect(error?.message == "integer overflow")
        #expect(count == 3_999)
        #expect(try db.integer("SELECT 1") == 1)
    }

    @Test(arguments: [1, RowReadAhead.minimumRows, RowReadAhead.minimumRows + 1, 10_000])
    func errorOfTheCallerEndsTheStatement(count: Int) throws {
        struct Stop: Error {}
        // The step after these rows would not end.
        let last = RowReadAhead.minimumRows + 20 * RowBlock.rowLimit
        let statement = try numbers(where: "n <= \(last)")
        var rows = 0
        #expect(throws: Stop.self) {
            try forEachRow(of: statement) { _ in
                rows += 1
                if rows == count { throw Stop() }
            }
        }
        #expect(rows == count)
        #expect(!statement.isRunning)
        #expect(try db.integer("SELECT 1") == 1)
    }

    @Test func interruptionEndsTheStatementBeforeTheRowsThatWereRead() throws {
        let interruption = ReadInterruption()
        // The step to row 2,000 aborts the statement, whose rows before are in the first blocks.
        try db.addFunction("interruptAtRow2000", arguments: 1) { call in
            if call.integer(0) == 2_000 { interruption.request() }
            call.result(0)
        }
        let error = #expect(throws: SQLiteError.self) {
            try db.interrupting(by: interruption) {
                try forEachRow(of: numbers("interruptAtRow2000(n)")) { _ in }
            }
        }
        #expect(error?.kind == .interrupted)
        #expect(try db.integer("SELECT 1") == 1)
    }

    @Test func statementCanRunAgain() throws {
        let statement = try numbers("n + ?", count: 3_000)
        for offset in 0..<3 {
            var sum: Int64 = 0
            try statement.forEachRow(binding: { try $0.bind(Int64(offset), at: 1) }) { row in
                sum += row.integer(0)
            } later: { block in
                block.forEachRow { sum += $0.field(0).integer ?? 0 }
            }
            #expect(sum == Int64(3_000 * 3_001 / 2 + 3_000 * offset))
        }
    }
}
