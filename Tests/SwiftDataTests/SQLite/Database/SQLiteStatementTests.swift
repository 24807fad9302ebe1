// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct SQLiteStatementTests {
    private let database: SQLiteDatabase

    init() throws { database = try SQLiteDatabase(SQLiteDatabase.inMemory) }

    /// Returns the texts that a statement returns for its parameters.
    private func echo(_ texts: [String]) throws -> [String?] {
        let parameters = texts.map { _ in "?" }.joined(separator: ", ")
        var row: [String?] = []
        try database.statement("SELECT \(parameters)").forEachRow { statement in
            try statement.bind(texts.map { _ColumnValue.text($0) })
        } _: { statement in
            row = texts.indices.map { statement.text(Int32($0)) }
        }
        return row
    }

    @Test(arguments: [0, 1, 15, 16, 100, 511, 512, 513, 5_000])
    func textsOfAnyLengthAreBound(_ length: Int) throws {
        let texts = ["a", "é", "日"].map { String(repeating: $0, count: length) }
        #expect(try echo(texts) == texts)
        #expect(try echo(texts.reversed()) == texts.reversed())
    }

    @Test func textsThatTogetherAreLongAreBound() throws {
        let texts = (0..<40).map { "text number \($0) of several" }
        for _ in 0..<3 { #expect(try echo(texts) == texts) }
    }

    @Test func storedTextsOutliveTheRun() throws {
        try database.execute("CREATE TABLE entry(a TEXT, b TEXT)")
        let texts = (0..<50).map { number in
            (String(repeating: "x", count: number), String(repeating: "y", count: 20 * number))
        }
        let insertion = try database.statement("INSERT INTO entry VALUES (?, ?)")
        for (first, second) in texts {
            try insertion.run { try $0.bind([.text(first), .text(second)]) }
        }
        var stored: [(String, String)] = []
        try database.statement("SELECT a, b FROM entry ORDER BY rowid").forEachRow(
            binding: { _ in }
        ) { stored.append(($0.text(0) ?? "", $0.text(1) ?? "")) }
        #expect(stored.map(\.0) == texts.map(\.0))
        #expect(stored.map(\.1) == texts.map(\.1))
    }
}
