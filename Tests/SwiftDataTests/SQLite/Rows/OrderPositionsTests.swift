// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct OrderPositionsTests {
    /// Returns the positions after the changes.
    private func result(_ former: [Int64?]) -> (positions: [Int64?], changeCount: Int) {
        let changes = OrderPositions(former).changes
        var positions = former
        for change in changes { positions[change.index] = change.position }
        return (positions, changes.count)
    }

    private func isIncreasing(_ positions: [Int64?]) -> Bool {
        let known = positions.compactMap(\.self)
        return known.count == positions.count && zip(known, known.dropFirst()).allSatisfy(<)
    }

    @Test(
        arguments: [
            ([], 0), ([nil], 1), ([nil, nil, nil], 3), ([10, 20, 30], 0), ([20, 1000, 10], 1),
            ([30, 10, 20], 1), ([10, nil, 1000], 1), ([nil, 10], 1), ([10, nil], 1),
            ([5, 5], 1), ([5, 5, 5], 2), ([3, nil, nil, 2_000, 1_000], 3),
        ] as [([Int64?], Int)]
    )
    func fewestPositionsChange(former: [Int64?], changeCount: Int) {
        let (positions, count) = result(former)
        #expect(isIncreasing(positions))
        #expect(count == changeCount)
    }

    @Test func modelsAroundAFullGapMoveApart() {
        let gap = OrderColumn.gap
        let (positions, count) = result([0, gap, gap + 1, nil, gap + 2, 3 * gap, 4 * gap])
        #expect(isIncreasing(positions))
        #expect(count == 3)
    }

    @Test func onlyFullRangeIsRenumberedIfThereIsNoGap() {
        let (positions, count) = result([1, nil, 2])
        #expect(isIncreasing(positions))
        #expect(count <= 3)
    }

    @Test(arguments: [0, 1, 500])
    func insertionsAtOnePlaceChangeFewPositions(place: Int) {
        var positions = result(Array(repeating: nil, count: 1_000)).positions
        var changeCount = 0
        for _ in 0..<1_000 {
            positions.insert(nil, at: place)
            let (next, count) = result(positions)
            positions = next
            changeCount += count
        }
        #expect(isIncreasing(positions))
        #expect(changeCount < 4_000)
    }

    @Test func randomMovesKeepTheOrder() {
        var random = SeededRandom(seed: 7)
        var positions = result(Array(repeating: nil, count: 100)).positions
        for _ in 0..<300 {
            positions.shuffleSome(using: &random)
            positions = result(positions).positions
            #expect(isIncreasing(positions))
        }
    }
}

extension [Int64?] {
    /// Moves, removes and inserts a few elements.
    fileprivate mutating func shuffleSome(using random: inout SeededRandom) {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let moved = remove(at: Int.random(in: 0..<count, using: &random))
            insert(moved, at: Int.random(in: 0...count, using: &random))
        }
        insert(nil, at: Int.random(in: 0...count, using: &random))
        remove(at: Int.random(in: 0..<count, using: &random))
    }
}
