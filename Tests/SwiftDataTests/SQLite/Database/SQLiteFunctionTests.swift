// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// SQL functions that call closures.
struct SQLiteFunctionTests {
    private let db: SQLiteDatabase

    init() throws { db = try SQLiteDatabase(SQLiteDatabase.inMemory) }

    private func value(_ sql: String) throws -> _ColumnValue? {
        try db.statement(sql).first(binding: { _ in }) { $0.value(0) }
    }

    @Test(
        arguments: [
            .null, .integer(-1), .real(0.5), .text(""), .text("a\0b"), .blob(Data()),
            .blob(Data([1, 0])),
        ] as [_ColumnValue]
    )
    func resultIsTheValueOfTheClosure(result: _ColumnValue) throws {
        try db.addFunction("f", arguments: 0) { $0.result(result) }
        #expect(try value("SELECT f()") == result)
    }

    @Test func argumentsCanBeNull() throws {
        try db.addFunction("same", arguments: 1) { $0.result(argument: 0) }
        #expect(try value("SELECT same(NULL)") == .null)
        #expect(try value("SELECT same('a')") == .text("a"))
    }

    @Test func closureIsCalledForEveryRow() throws {
        var count = 0
        try db.addFunction("next", arguments: 0) {
            count += 1
            $0.result(count)
        }
        let sum = "SELECT sum(next()) FROM (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)"
        #expect(try value(sum) == .integer(6))
    }

    @Test func thrownErrorFailsTheStatement() throws {
        try db.addFunction("fail", arguments: 0) { _ in throw StoreError(.damaged, "no such file") }
        let error = #expect(throws: SQLiteError.self) { try value("SELECT fail()") }
        #expect(error?.message == "no such file")
        #expect(try value("SELECT 1") == .integer(1))
    }

    @Test func closureIsReleasedWithItsFunction() throws {
        final class Token {}
        weak var released: Token?
        do {
            let token = Token()
            released = token
            try db.addFunction("f", arguments: 0) { _ in withExtendedLifetime(token) {} }
        }
        #expect(released != nil)
        try db.addFunction("f", arguments: 0) { $0.result(1) }
        #expect(released == nil)
    }
}
