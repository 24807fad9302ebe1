// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// Rows that are updated from changed rows, compared with rows that are sorted again.
struct ResultRowsTests {
    private static let number = RowOrdering([RowOrdering.Level(kind: .integer)])
    private static let titleAndNumber = RowOrdering([
        RowOrdering.Level(kind: .text, textRule: .localizedStandard),
        RowOrdering.Level(kind: .text),
        RowOrdering.Level(kind: .integer, isReverse: true),
    ])

    private func row(_ key: Int64, _ value: Int64) -> ResultRow {
        ResultRow(key: key, values: [.integer(value)])
    }

    private func rows(_ values: [Int64], limit: Int? = nil) -> ResultRows {
        var rows = ResultRows(ordering: Self.number, limit: limit)
        let all = values.enumerated().map { row(Int64($0), $1) }
        _ = rows.replace(with: all.sorted { Self.number.precedes($0, $1) }, updated: .all)
        return rows
    }

    // MARK: Examples

    @Test func changedRowMovesToItsPlace() throws {
        var rows = rows([10, 20, 30, 40])
        let difference = try rows.updateWithinLimit([0], to: [row(0, 35)])
        #expect(rows.keys == [1, 2, 0, 3])
        #expect(difference.moves == [.init(from: 0, to: 2, key: 0)])
        #expect(difference.insertions.isEmpty && difference.deletions.isEmpty)
        #expect(difference.updates.isEmpty)
    }

    @Test func changeBetweenTheSameNeighboursIsAnUpdate() throws {
        var rows = rows([10, 20, 30, 40])
        let difference = try rows.updateWithinLimit([1, 2], to: [row(1, 25), row(2, 30)])
        #expect(rows.keys == [0, 1, 2, 3])
        #expect(difference.updates.map(\.key) == [1, 2])
        #expect(difference.hasSameRows)
    }

    @Test func rowsThatExchangeTheirPlacesAreOneMove() throws {
        var rows = rows([10, 20, 30])
        let difference = try rows.updateWithinLimit([0, 1], to: [row(0, 20), row(1, 10)])
        #expect(rows.keys == [1, 0, 2])
        #expect(difference.moves.count == 1)
        #expect(difference.updates.count == 1)
    }

    @Test func candidatesThatNeverMatchedChangeNothing() throws {
        var rows = rows([10, 20])
        let difference = try rows.updateWithinLimit([7, 8], to: [])
        #expect(difference.isEmpty)
        #expect(rows.keys == [0, 1])
    }

    // MARK: Limits

    @Test func insertedRowPushesTheLastOneOut() throws {
        var rows = rows([10, 20, 30], limit: 3)
        let difference = try rows.updateWithinLimit([9], to: [row(9, 15)])
        #expect(rows.keys == [0, 9, 1])
        #expect(difference.deletions == [.init(offset: 2, key: 2)])
        #expect(difference.insertions == [.init(offset: 1, key: 9)])
    }

    @Test func deletionFromFullRowsNeedsTheNextRow() throws {
        var rows = rows([10, 20, 30], limit: 3)
        let first = rows.update([1], to: [])
        #expect(first == nil)
        #expect(rows.keys == [0, 1, 2])
        let difference = try rows.updateWithinLimit([1, 9], to: [row(9, 5)])
        #expect(rows.keys == [9, 0, 2])
        #expect(difference.deletions == [.init(offset: 1, key: 1)])
    }

    @Test func rowsAfterTheLimitAreIgnored() throws {
        var rows = rows([10, 20, 30], limit: 3)
        let difference = try rows.updateWithinLimit([9], to: [row(9, 99)])
        #expect(difference.isEmpty)
        let second = rows.update([2], to: [row(2, 99)])
        #expect(second == nil)
    }

    @Test func limitOfZeroHasNoRows() throws {
        var rows = rows([], limit: 0)
        let difference = try rows.updateWithinLimit([9], to: [row(9, 1)])
        #expect(difference.isEmpty)
        #expect(rows.keys.isEmpty)
    }

    // MARK: Sections

    @Test func rowThatChangesItsSectionMovesEvenIfItsOffsetStays() throws {
        var rows = ResultRows(ordering: Self.titleAndNumber, hasSections: true)
        func row(_ key: Int64, _ title: String) -> ResultRow {
            ResultRow(key: key, values: [.text(title), .text(title), .integer(0)])
        }
        _ = rows.replace(with: [row(2, "a"), row(1, "a"), row(0, "b")], updated: .all)
        #expect(rows.sections.titles == ["a", "b"])
        #expect(rows.sections.starts == [0, 2])
        let difference = try rows.updateWithinLimit([1], to: [row(1, "b")])
        #expect(rows.keys == [2, 1, 0])
        #expect(rows.sections.starts == [0, 1])
        #expect(difference.moves == [.init(from: 1, to: 1, key: 1)])
        _ = try rows.updateWithinLimit([2], to: [])
        #expect(rows.sections.titles == ["b"])
    }

    // MARK: Random changes

    /// The rows of a store, and the rows that follow them.
    private struct Model {
        var random: SeededRandom
        var stored: [Int64: [_ColumnValue]] = [:]
        var rows: ResultRows

        var expected: [ResultRow] {
            let all = stored.map { ResultRow(key: $0, values: $1) }
                .sorted { rows.ordering.precedes($0, $1) }
            return Array(all.prefix(rows.limit ?? .max))
        }

        mutating func value() -> [_ColumnValue] {
            guard rows.hasSections else { return [.integer(Int64(random.below(12)))] }
            let title = _ColumnValue.text(
                random.pick(["a", "B", "c10", "c9", "é", "e\u{301}", ""])
            )
            return [title, title, .integer(Int64(random.below(5)))]
        }

        mutating func change() -> Set<Int64> {
            var changed: Set<Int64> = []
            for _ in 0...random.below(6) {
                let key = Int64(random.below(30))
                changed.insert(key)
                stored[key] = random.chance(3) ? nil : value()
            }
            return changed
        }

        mutating func update() -> RowsDifference {
            let changed = change()
            let current = changed.compactMap { key in
                stored[key].map { ResultRow(key: key, values: $0) }
            }
            return rows.update(changed, to: current)
                ?? rows.replace(with: expected, updated: .keys(changed))
        }
    }

    @Test(arguments: 0..<300)
    func updatedRowsEqualSortedRows(seed: Int) {
        let hasSections = seed % 2 == 0
        var model = Model(
            random: SeededRandom(seed: UInt64(seed)),
            rows: ResultRows(
                ordering: hasSections ? Self.titleAndNumber : Self.number,
                limit: seed % 3 == 0 ? 8 : nil,
                hasSections: hasSections
            )
        )
        for _ in 0..<40 {
            let former = model.rows
            let difference = model.update()
            let expected = model.expected
            #expect(model.rows.keys == expected.map(\.key))
            #expect(difference.applied(to: former.keys) == model.rows.keys)
            for pair in difference.updates + difference.moves {
                #expect(former.keys[pair.from] == pair.key)
                #expect(model.rows.keys[pair.to] == pair.key)
            }
            for row in difference.deletions { #expect(former.keys[row.offset] == row.key) }
            if hasSections { expectSections(of: model.rows, expected) }
        }
    }

    private func expectSections(of rows: ResultRows, _ expected: [ResultRow]) {
        var titles: [String] = []
        var starts: [Int] = []
        for (offset, row) in expected.enumerated() {
            guard case .text(let title)? = row.values.first, title != titles.last else { continue }
            titles.append(title)
            starts.append(offset)
        }
        #expect(rows.sections.titles == titles)
        #expect(rows.sections.starts == starts)
    }

    // MARK: Cost

    @Test func updateComparesRowsInProportionToTheChange() throws {
        var rows = rows((0..<4_096).map { Int64($0) * 10 })
        #expect(rows.comparisonCount == 0)
        _ = try rows.updateWithinLimit([5], to: [row(5, 20_005)])
        #expect(rows.comparisonCount <= 26)
        let before = rows.comparisonCount
        let changed = (100..<110).map { Int64($0) }
        _ = try rows.updateWithinLimit(changed, to: changed.map { row($0, $0 * 10 + 5_001) })
        #expect(rows.comparisonCount - before <= 10 * 26 + 40)
    }
}

extension ResultRows {
    /// Updates rows that need no rows beyond the limit.
    fileprivate mutating func updateWithinLimit(
        _ candidates: some Collection<Int64>,
        to current: [ResultRow]
    ) throws -> RowsDifference {
        let difference = update(candidates, to: current)
        return try #require(difference)
    }
}
