// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The pairs of join tables in the history.
struct PairHistoryTests {
    /// The changed pairs of all transactions after one, as text.
    private func pairs(of library: LendingLibrary, after transaction: Int64) throws -> [String] {
        try library.history(after: transaction).flatMap(\.pairs).map { pair in
            let ends = [pair.left, pair.right].map { "\($0.entityName) \($0.integerKey ?? 0)" }
            return (pair.isPresent ? "+ " : "- ") + ends.sorted().joined(separator: ", ")
        }.sorted()
    }

    @Test func changedPairsAreRecordedWithBothKeys() throws {
        let library = try LendingLibrary()
        let context = ModelContext(library.container)
        let borrower = LendingLibrary.Borrower("A")
        let volumes = (1...3).map { LendingLibrary.Volume($0) }
        for volume in volumes { context.insert(volume) }
        context.insert(borrower)
        borrower.volumes = [volumes[0], volumes[1]]
        borrower.fines = [LendingLibrary.Fine(1)]
        try context.save()
        #expect(
            try pairs(of: library, after: 0) == [
                "+ Borrower 1, Fine 1", "+ Borrower 1, Volume 1", "+ Borrower 1, Volume 2",
            ]
        )

        let first = try library.lastTransaction
        borrower.volumes = [volumes[1], volumes[2]]
        try context.save()
        #expect(
            try pairs(of: library, after: first) == [
                "+ Borrower 1, Volume 3", "- Borrower 1, Volume 1",
            ]
        )

        let second = try library.lastTransaction
        context.delete(borrower)
        try context.save()
        #expect(
            try pairs(of: library, after: second) == [
                "- Borrower 1, Fine 1", "- Borrower 1, Volume 2", "- Borrower 1, Volume 3",
            ]
        )
        #expect(try library.pairs().isEmpty)
    }

    @Test func saveWithoutChangedPairsWritesNothingMore() throws {
        let library = try LendingLibrary()
        let context = ModelContext(library.container)
        let borrower = LendingLibrary.Borrower("A")
        let volume = LendingLibrary.Volume(1)
        func rowsWritten(_ change: () -> Void) throws -> Int64 {
            let before = try library.writing { $0.changeCount }
            change()
            try context.save()
            return try library.writing { $0.changeCount } - before
        }
        // Each save writes a transaction and, for each changed model, a row and a change of it.
        let inserted = try rowsWritten {
            context.insert(borrower)
            context.insert(volume)
        }
        #expect(inserted == 1 + 2 + 2)
        #expect(try rowsWritten { borrower.age = 7 } == 1 + 2)
        #expect(try library.writing { try !$0.contains(table: PairHistorySQL.table) })
        // Pairs are one row more, however many there are, and the pair itself.
        #expect(try rowsWritten { borrower.volumes = [volume] } == 1 + 2 + 2)
    }

    @Test(arguments: 0..<8)
    func recordedPairsAreTheDifferenceThatASaveMakes(seed: UInt64) throws {
        let library = try LendingLibrary()
        let contexts = (0..<2).map { _ in ModelContext(library.container) }
        for context in contexts { context.autosaveEnabled = false }
        var changes = LendingChanges(seed: seed)
        var (before, last) = (try library.pairs(), try library.lastTransaction)
        for step in 0..<60 {
            let context = contexts[Int.random(in: 0..<2, using: &changes.random)]
            switch Int.random(in: 0..<8, using: &changes.random) {
            case 0: context.rollback()
            case 1: try changes.changeInGroup(context)
            case 2...4: try changes.change(context)
            default:
                try changes.change(context)
                try context.save()
            }
            let records = try library.history(after: last)
            let pairs = try library.pairs()
            var expected = before
            for pair in records.flatMap(\.pairs) {
                if pair.isPresent {
                    #expect(expected.insert(LendingLibrary.Pair(pair)).inserted, "step \(step)")
                } else {
                    #expect(expected.remove(LendingLibrary.Pair(pair)) != nil, "step \(step)")
                }
            }
            #expect(expected == pairs, "step \(step)")
            (before, last) = (pairs, try library.lastTransaction)
        }
        #expect(last > 10)
    }

    @Test func pairsCountForTheLimitOfARead() throws {
        let library = try LendingLibrary()
        let context = ModelContext(library.container)
        let borrower = LendingLibrary.Borrower("A")
        context.insert(borrower)
        borrower.fines = (0..<2_500).map { LendingLibrary.Fine($0) }
        try context.save()
        let store = library.container.coordinator.stores[0].store
        let all = try library.history(after: 0)
        var (start, read, pages) = (HistoryPlace.beginning, [HistoryRecord.Pair](), 0)
        repeat {
            var request = HistoryRequest(after: 0, limit: 1, start: start, changeLimit: 700)
            request.includesPairs = true
            let page = try store.read(for: StoreClient()) { try $0.history(request) }
            #expect(page.count == 1)
            #expect(page[0].changes.count + page[0].pairs.count <= 700)
            read += page[0].pairs
            pages += 1
            start = page[0].next ?? .beginning
        } while start != .beginning && pages < 100
        #expect(read == all.flatMap(\.pairs))
        #expect(read.count == 2_500)
        #expect(pages == 8)
    }

    @Test func deletedTransactionsHaveNoPairs() throws {
        let library = try LendingLibrary()
        let context = ModelContext(library.container)
        let borrower = LendingLibrary.Borrower("A")
        context.insert(borrower)
        borrower.fines = [LendingLibrary.Fine(1)]
        try context.save()
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let count = try library.writing {
            try $0.integer("SELECT count(*) FROM swiftdata_pair_change", binding: [])
        }
        #expect(count == 0)
    }

    @Test(arguments: ["", "[]", "[1]", "[1,2", "[1,x]", "[1,2,]"])
    func damagedPairsAreReported(text: String) throws {
        let library = try LendingLibrary()
        let context = ModelContext(library.container)
        let borrower = LendingLibrary.Borrower("A")
        context.insert(borrower)
        borrower.fines = [LendingLibrary.Fine(1)]
        try context.save()
        try library.writing {
            try $0.run("UPDATE swiftdata_pair_change SET pairs = ?", [.text(text)])
        }
        let error = #expect(throws: StoreError.self) { try library.history(after: 0) }
        #expect(error?.code == .damaged)
    }
}
