// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The positions of rearranged models; as few positions as possible change.
///
/// Models that are in order keep their positions. The others get positions in the gaps between
/// these. If a gap is too small, the models around it move apart, twice as many each time.
struct OrderPositions {
    /// A new position of a model, given by its index.
    struct Change: Equatable {
        let index: Int
        let position: Int64
    }

    /// The distance below which a new position causes the models around it to move apart.
    private static let smallestGap: Int64 = 16

    private let former: [Int64?]
    /// The new positions; `nil` for undetermined ones.
    private var positions: [Int64?]

    /// Determines the positions of models in their new order, given the old positions.
    ///
    /// - Complexity: O(*n* log *n*); O(*n*) if the models are in order.
    init(_ former: [Int64?]) {
        self.former = former
        positions = Array(repeating: nil, count: former.count)
        keepIncreasing()
        var start = 0
        while let low = positions[start...].firstIndex(of: nil) {
            start = fill(from: low)
        }
    }

    /// The positions that differ from the old ones.
    var changes: [Change] {
        positions.indices.compactMap { index in
            guard let position = positions[index], position != former[index] else { return nil }
            return Change(index: index, position: position)
        }
    }

    /// Keeps the positions of a longest increasing subsequence.
    private mutating func keepIncreasing() {
        let known = former.indices.filter { former[$0] != nil }
        let kept = IncreasingSubsequence(of: known.map { Int(former[$0] ?? 0) })
        var last: Int64?
        for index in kept.indices.map({ known[$0] }) {
            guard let position = former[index], last.map({ $0 < position }) ?? true else {
                continue
            }
            positions[index] = position
            last = position
        }
    }

    /// Determines the positions of models without one; returns the index after them.
    private mutating func fill(from start: Int) -> Int {
        var (low, high) = (start, endOfGap(start))
        while let step = spacing(low, high), step < Self.smallestGap {
            let extent = high - low
            low = max(low - extent, 0)
            high = endOfGap(min(high + extent, positions.count))
        }
        place(low..<high)
        return high
    }

    /// Returns the first index, not before `index`, with a position.
    private func endOfGap(_ index: Int) -> Int {
        positions[index...].firstIndex { $0 != nil } ?? positions.count
    }

    /// Returns the distance between models that are placed evenly; nil if it is not limited.
    private func spacing(_ low: Int, _ high: Int) -> Int64? {
        guard low > 0, high < positions.count, let before = positions[low - 1],
            let after = positions[high]
        else { return nil }
        return (after - before) / Int64(high - low + 1)
    }

    private mutating func place(_ range: Range<Int>) {
        let step = spacing(range.lowerBound, range.upperBound) ?? OrderColumn.gap
        let first: Int64
        if range.lowerBound > 0 {
            first = (positions[range.lowerBound - 1] ?? 0) + step
        } else if range.upperBound < positions.count {
            first = (positions[range.upperBound] ?? 0) - step * Int64(range.count)
        } else {
            first = step
        }
        for (offset, index) in range.enumerated() {
            positions[index] = first + step * Int64(offset)
        }
    }
}
