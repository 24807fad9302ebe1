// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The unsaved rows of a table and the indexes that searches create.
@Suite struct PendingTableTests {
    private let table = PendingTable()

    private func keys(_ value: _ColumnValue, in column: Int = 1) -> [Int64] {
        table.positions(of: value, in: column).compactMap { table.rows[$0]?.key }
    }

    private func set(_ name: String, for key: Int64, isSaved: Bool = false) {
        table.set([.text(name), .integer(key % 2)], for: key, isSaved: isSaved)
    }

    @Test func searchFindsRowsAddedBeforeAndAfterIt() {
        for key in 1...3 { set("a", for: Int64(key)) }
        #expect(keys(.text("a")) == [1, 2, 3])
        set("a", for: 4)
        #expect(keys(.text("a")) == [1, 2, 3, 4])
        #expect(keys(.integer(0), in: 2) == [2, 4])
        #expect(keys(.integer(3), in: 0) == [3])
        #expect(keys(.text("b")).isEmpty)
    }

    @Test func searchFollowsChangedAndRemovedRows() {
        for key in 1...3 { set("a", for: Int64(key)) }
        #expect(table.count(of: .text("a"), in: 1) == 3)
        set("b", for: 2)
        set("a", for: 1)
        table.remove(3)
        #expect(keys(.text("a")) == [1])
        #expect(keys(.text("b")) == [2])
        set("a", for: 2)
        #expect(keys(.text("a")) == [1, 2])
        #expect(keys(.text("b")).isEmpty)
    }

    @Test func orderAndIndexesSurviveTheRemovalOfMostRows() {
        for key in 1...100 { set("a", for: Int64(key)) }
        #expect(keys(.text("a")).count == 100)
        for key in 1...90 { table.remove(Int64(key)) }
        #expect(table.rows.count < 50)
        #expect(keys(.text("a")) == Array(91...100))
        set("a", for: 5)
        #expect(keys(.text("a")) == Array(91...100) + [5])
    }

    /// Ascending keys, with and without gaps, and other ones.
    @Test(
        arguments: [
            [1, 2, 3, 4, 5], [-9, -8, 2, 7, 70, 71], [7, 9, 3, 1, 8], [.min, -1, 0, .max],
        ] as [[Int64]]
    )
    func rowsAreFoundByKey(all: [Int64]) {
        for key in all { set("\(key)", for: key) }
        for key in all { #expect(table.row(key)?.first == .text("\(key)")) }
        for key in [-10, 6, 10, 72] as [Int64] { #expect(table.row(key) == nil) }
        table.remove(all[1])
        #expect(table.row(all[1]) == nil)
        set("new", for: all[1])
        #expect(table.row(all[1])?.first == .text("new"))
        set("again", for: all[2])
        #expect(keys(.text("again")) == [all[2]])
        for key in all { table.remove(key) }
        #expect(table.isEmpty)
    }

    @Test func removedLastRowIsAddedAgain() {
        for key in 1...3 { set("a", for: Int64(key)) }
        table.remove(3)
        set("b", for: 3)
        #expect(table.row(3)?.first == .text("b"))
        let ordered = table.positions(nil, in: .ascending) ?? []
        #expect(ordered.compactMap { table.rows[$0]?.key } == [1, 2, 3])
    }

    @Test func textsAndNumbersThatSwiftConsidersEqualAreFound() {
        set("e\u{301}", for: 1)
        #expect(keys(.text("\u{E9}")) == [1])
        table.set([.real(2), .null], for: 2, isSaved: false)
        #expect(keys(.integer(2)) == [2])
        #expect(keys(.null, in: 2) == [2])
    }

    @Test func savedRowsAreHiddenWhileTheyAreChangedOrDeleted() {
        set("new", for: 1)
        #expect(table.hidden.isEmpty)
        set("changed", for: 2, isSaved: true)
        table.delete(3)
        #expect(table.hidden == [2, 3])
        #expect(keys(.text("changed")) == [2])
        table.delete(2)
        #expect(keys(.text("changed")).isEmpty)
        for key in 1...3 { table.remove(Int64(key)) }
        #expect(table.isEmpty)
    }

    @Test func pairsKeepTheOrderOfTheirLastAddition() {
        let pairs = PendingPairs()
        let (first, second) = (
            PendingRows.Pair(left: 1, right: 2), PendingRows.Pair(left: 1, right: 3)
        )
        pairs.add(first)
        pairs.add(second)
        pairs.discard(first)
        pairs.add(first)
        #expect(pairs.added.rows.compactMap { $0?.values[1] } == [.integer(3), .integer(2)])
        pairs.remove(second)
        #expect(pairs.removed == [second])
        pairs.discard(second)
        pairs.discard(first)
        #expect(pairs.isEmpty)
    }
}
