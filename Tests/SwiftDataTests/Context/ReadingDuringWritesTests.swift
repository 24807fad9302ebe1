// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Reads while another connection has the lock for writing; none of them waits for it.
struct ReadingDuringWritesTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: Schema(Depot.types),
            configurations: [ModelConfiguration(url: folder.store)]
        )
        let context = ModelContext(container)
        for number in 0..<3 {
            let crate = Depot.Crate("\(number)")
            context.insert(crate)
            crate.tools = [Depot.Tool("tool \(number)")]
        }
        try context.save()
    }

    /// Calls `body` while a transaction with an uncommitted change has the lock for writing.
    private func duringWrite(_ body: () throws -> Void) throws {
        let writer = try SQLiteDatabase(folder.store.path(percentEncoded: false))
        try writer.execute("BEGIN IMMEDIATE")
        try writer.execute(#"UPDATE "Crate" SET "weight" = 9"#)
        // No other connection can write.
        let other = try SQLiteDatabase(folder.store.path(percentEncoded: false))
        #expect(throws: SQLiteError.self) { try other.execute("BEGIN IMMEDIATE") }
        try body()
        try writer.execute("ROLLBACK")
    }

    @Test func fetchReadsWhatWasCommitted() throws {
        try duringWrite {
            let context = ModelContext(container)
            let crates = try context.fetch(FetchDescriptor<Depot.Crate>())
            #expect(crates.map(\.weight) == [0, 0, 0])
            #expect(crates.map(\.tools.count) == [1, 1, 1])
            #expect(try context.fetchCount(FetchDescriptor<Depot.Tool>()) == 3)
        }
    }

    @Test func historyIsRead() throws {
        try duringWrite {
            let context = ModelContext(container)
            let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
            #expect(history.map(\.changes.count) == [6])
        }
    }

    @Test func liveResultsAreReadAndUpdated() throws {
        let context = ModelContext(container)
        try duringWrite {
            let observer = try ResultsObserver<Depot.Crate, Never>(
                sortBy: [SortDescriptor(\.name)],
                modelContext: context
            )
            #expect(observer.results.map(\.name) == ["0", "1", "2"])
            observer.results[0].name = "9"
            context.insert(Depot.Crate("5"))
            #expect(observer.results.map(\.name) == ["1", "2", "5", "9"])
        }
    }
}
