// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The cost of aggregates.
@Suite struct AggregateFetcherTests {
    /// Returns the number of instructions that SQLite executes for the groups of all specimens.
    private func stepCount(saved: Int, unsaved: Int) throws -> Int {
        let context = ModelContext(try SpecimenBox.container())
        func insert(_ numbers: Range<Int>) {
            for number in numbers {
                let specimen = Specimen(serial: number)
                specimen.text = "\(number % 10)"
                context.insert(specimen)
            }
        }
        insert(0..<saved)
        try context.save()
        insert(saved..<(saved + unsaved))
        let query = try AggregateFetcher(context.graph).query(
            AggregateDescriptor(of: Specimen.self, .sum(\.int), .max(\.text)).grouped(by: \.text)
        )
        let pending = context.graph.fetcher.pendingRows()
        return try context.coordinator.stores[0].store.read(for: StoreClient()) { session in
            let connection = try #require(session as? SQLiteConnection)
            let renderer = QueryRenderer(connection.layout, pending: pending)
            let text = try renderer.aggregate(query).text
            return try connection.db.instructionCount(of: text)
        }
    }

    @Test(arguments: [(1, 0), (0, 1), (1, 1)])
    func costIsLinearInSavedAndUnsavedRows(saved: Int, unsaved: Int) throws {
        let counts = try [500, 1_000, 2_000].map { count in
            try stepCount(saved: saved * count, unsaved: unsaved * count)
        }
        #expect(counts[0] > 500)
        #expect(Double(counts[1]) < 2.5 * Double(counts[0]))
        #expect(Double(counts[2]) < 2.5 * Double(counts[1]))
    }
}

extension SQLiteDatabase {
    /// Runs a query and returns the number of instructions of SQLite's virtual machine.
    fileprivate func instructionCount(of text: SQLText) throws -> Int {
        var rows = 0
        try step(text) { _ in rows += 1 }
        #expect(rows == 10)
        let count: SQLText = "SELECT nstep FROM sqlite_stmt WHERE sql = \(bind: .text(text.sql))"
        return Int(try #require(try integer(count)))
    }
}
