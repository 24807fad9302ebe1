// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct StatementCacheTests {
    private let database: SQLiteDatabase

    init() throws { database = try SQLiteDatabase(SQLiteDatabase.inMemory) }

    @Test func textIsCompiledOnce() throws {
        let texts = (0..<20).map { "SELECT \($0)" }
        let statements = try texts.map(database.statement)
        for _ in 0..<2 {
            for (text, statement) in zip(texts, statements) {
                #expect(try database.statement(text) === statement)
            }
        }
    }

    @Test func equalTextWithOtherStorageIsTheSameStatement() throws {
        let first = try database.statement("SELECT 'a text that is not stored inline'")
        let text = ["SELECT", "'a text that is not stored inline'"].joined(separator: " ")
        #expect(try database.statement(text) === first)
    }

    @Test func runningStatementIsNotUsedTwice() throws {
        let text = "SELECT value FROM json_each('[1,2,3]')"
        var sums: [Int64] = []
        try database.statement(text).forEachRow(binding: { _ in }) { _ in
            var sum: Int64 = 0
            try database.statement(text).forEachRow(binding: { _ in }) { sum += $0.integer(0) }
            sums.append(sum)
        }
        #expect(sums == [6, 6, 6])
    }
}
