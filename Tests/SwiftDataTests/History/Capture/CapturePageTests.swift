// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The changes of a store that are read after a position in its history.
struct CapturePageTests {
    /// The rows and pairs that result from captured pages.
    private struct Copy: Equatable {
        var rows: [PersistentIdentifier: [String: _ColumnValue]] = [:]
        var pairs: Set<LendingLibrary.Pair> = []

        /// Applies the changes of a page, with the present values of what they name.
        mutating func apply(
            _ page: CapturePage,
            values: [PersistentIdentifier: [String: _ColumnValue]]
        ) {
            for row in page.rows {
                let current = values[row.identifier]
                switch row.operation {
                // The row may have been deleted after the page.
                case .inserted: rows[row.identifier] = current
                case .updated:
                    for name in row.updates.keys {
                        guard let value = current?[name] else { continue }
                        #expect(rows[row.identifier] != nil)
                        rows[row.identifier]?[name] = value
                    }
                case .deleted: rows[row.identifier] = nil
                }
            }
            for captured in page.pairs {
                let pair = LendingLibrary.Pair(captured.pair)
                if captured.pair.isPresent { pairs.insert(pair) } else { pairs.remove(pair) }
            }
        }
    }

    @Test(arguments: 0..<8)
    func capturedPagesLeadToTheContentOfTheStore(seed: UInt64) throws {
        let library = try LendingLibrary()
        let contexts = (0..<2).map { _ in ModelContext(library.container) }
        for context in contexts { context.autosaveEnabled = false }
        var changes = LendingChanges(seed: seed)
        var (copy, cursor, pageCount) = (Copy(), HistoryCursor(transaction: 0), 0)
        for _ in 0..<60 {
            let context = contexts[Int.random(in: 0..<2, using: &changes.random)]
            if Bool.random(using: &changes.random) {
                try changes.change(context)
                try context.save()
            } else {
                try changes.changeInGroup(context)
            }
            guard Int.random(in: 0..<4, using: &changes.random) == 0 else { continue }
            let limit = [1, 2, 7, 1_000][Int.random(in: 0..<4, using: &changes.random)]
            let values = try library.rows()
            var isLast = false
            while !isLast {
                let page = try #require(
                    try library.container.capturePage(after: cursor, excluding: nil, limit: limit)
                )
                #expect(page.rows.count + page.pairs.count <= limit)
                copy.apply(page, values: values)
                (cursor, isLast) = (page.end, page.isLast)
                try library.container.setCaptureCursor(cursor)
                pageCount += 1
            }
            #expect(cursor == HistoryCursor(transaction: try library.lastTransaction))
            #expect(try copy == Copy(rows: values, pairs: library.pairs()))
        }
        #expect(pageCount > 5)
    }

    @Test func transactionsOfAnAuthorAreOmitted() throws {
        let library = try LendingLibrary()
        let (own, other) = (ModelContext(library.container), ModelContext(library.container))
        other.author = "sync"
        own.insert(LendingLibrary.Fine(1))
        try own.save()
        for amount in 2...9 {
            other.insert(LendingLibrary.Fine(amount))
            try other.save()
        }
        let borrower = LendingLibrary.Borrower("A")
        borrower.fines = [LendingLibrary.Fine(10)]
        other.insert(borrower)
        try other.save()

        let start = HistoryCursor(transaction: 0)
        let page = try #require(
            try library.container.capturePage(after: start, excluding: "sync", limit: 100)
        )
        #expect(page.rows.map(\.identifier.integerKey) == [1])
        #expect(page.pairs.isEmpty)
        #expect(page.isLast)
        #expect(page.end == HistoryCursor(transaction: try library.lastTransaction))
        // A page that ends with its last change continues with the omitted transactions.
        let first = try #require(
            try library.container.capturePage(after: start, excluding: "sync", limit: 1)
        )
        #expect(first.rows.count == 1)
        #expect(!first.isLast)
        let rest = try #require(
            try library.container.capturePage(after: first.end, excluding: "sync", limit: 1)
        )
        #expect(rest.rows.isEmpty)
        #expect(rest.isLast)
    }

    // MARK: Collapsing

    private func record(
        _ transaction: Int64,
        _ operation: HistoryRecord.Operation,
        key: Int64 = 1,
        properties: [String] = [],
        tombstone: [String: _ColumnValue] = [:]
    ) -> HistoryRecord {
        HistoryRecord(
            transaction: transaction,
            timestamp: time(transaction),
            author: nil,
            process: "",
            changes: [
                HistoryRecord.Change(
                    operation: operation,
                    identifier: identifier(key),
                    properties: properties,
                    tombstone: tombstone
                )
            ]
        )
    }

    private func time(_ transaction: Int64) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(transaction))
    }

    private func identifier(_ key: Int64) -> PersistentIdentifier {
        PersistentIdentifier(entityName: "Fine", storeIdentifier: "S", key: key)
    }

    private func rows(_ records: [HistoryRecord]) -> [CapturedRow] {
        var changes = CollapsedChanges()
        for record in records { changes.add(record) }
        return changes.rows
    }

    @Test func eachPropertyHasTheTimeOfItsLastChange() {
        let updates = [
            record(1, .update, properties: ["amount", "payer"]),
            record(2, .update, properties: ["amount"]),
        ]
        let times = ["amount": time(2), "payer": time(1)]
        #expect(rows(updates).map(\.operation) == [.updated])
        #expect(rows(updates).map(\.updates) == [times])
        let inserted = rows([record(0, .insert)] + updates)
        #expect(inserted.map(\.operation) == [.inserted(time(0))])
        #expect(inserted.map(\.updates) == [times])
    }

    @Test func deletionReplacesEarlierChanges() {
        let preserved = ["payer": _ColumnValue.text("A")]
        let deleted = rows([
            record(1, .update, properties: ["amount"]),
            record(2, .delete, tombstone: preserved),
        ])
        #expect(deleted.map(\.operation) == [.deleted(time(2), preserved: preserved)])
        #expect(deleted.map(\.updates) == [[:]])
    }

    @Test func insertedAndDeletedRowIsOmitted() {
        let changes = [record(1, .insert), record(2, .insert, key: 2), record(3, .delete)]
        #expect(rows(changes).map(\.identifier) == [identifier(2)])
        let again = rows(changes + [record(4, .insert), record(5, .delete), record(6, .insert)])
        #expect(again.map(\.operation) == [.inserted(time(6)), .inserted(time(2))])
    }

    @Test func returnedRowIsInsertedAndCanBeDeletedAgain() {
        let returned = [record(1, .delete), record(2, .insert)]
        #expect(rows(returned).map(\.operation) == [.inserted(time(2))])
        let deleted = rows(returned + [record(3, .delete)])
        #expect(deleted.map(\.operation) == [.deleted(time(3), preserved: [:])])
    }
}
