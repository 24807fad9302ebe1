// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The shortest edit between two sequences of lines, by Myers' algorithm with a limit.
struct ShortestEdit {
    /// The maximum number of removed and added lines; memory grows with its square.
    static let limit = 2_000

    /// The numbers of the lines, which are compared faster than strings.
    private let old: [Int32]
    private let new: [Int32]
    /// For each number of changes the furthest position in `old` on each diagonal, from the lowest
    /// that can be reached to the highest.
    private var rounds: [[Int32]] = []

    private init(_ old: ArraySlice<Substring>, to new: ArraySlice<Substring>) {
        var numbers: [Substring: Int32] = [:]
        for line in old + new where numbers[line] == nil {
            numbers[line] = Int32(truncatingIfNeeded: numbers.count)
        }
        self.old = old.map { numbers[$0] ?? -1 }
        self.new = new.map { numbers[$0] ?? -1 }
    }

    /// Returns the indices of lines that remain, in order, if the shortest edit removes and adds
    /// the others; nil if more lines differ than the limit.
    ///
    /// - Complexity: O((*n* + *d*) · *d*) in time and O(*n* + *d*²) in memory, where *d* is the
    ///   number of removed and added lines.
    static func commonLines(
        of old: ArraySlice<Substring>,
        and new: ArraySlice<Substring>
    ) -> [(old: Int, new: Int)]? {
        var edit = ShortestEdit(old, to: new)
        guard edit.search() else { return nil }
        return edit.commonPositions().map { (old.startIndex + $0, new.startIndex + $1) }
    }

    /// Searches for the end of both sequences; returns false if it is beyond the limit.
    private mutating func search() -> Bool {
        for changes in 0...min(Self.limit, old.count + new.count) {
            var reached = [Int32](repeating: 0, count: 2 * changes + 1)
            for diagonal in stride(from: -changes, through: changes, by: 2) {
                var x = start(on: diagonal, after: changes).x
                while x < old.count, x - diagonal < new.count, old[x] == new[x - diagonal] {
                    x += 1
                }
                reached[diagonal + changes] = Int32(truncatingIfNeeded: x)
                if x >= old.count, x - diagonal >= new.count { return true }
            }
            rounds.append(reached)
        }
        return false
    }

    /// Returns the position on a diagonal directly after a change, and whether the change adds a
    /// line.
    private func start(on diagonal: Int, after changes: Int) -> (x: Int, isAddition: Bool) {
        guard changes > 0 else { return (0, false) }
        let before = rounds[changes - 1]
        func reached(_ diagonal: Int) -> Int { Int(before[diagonal + changes - 1]) }
        if diagonal == -changes { return (reached(diagonal + 1), true) }
        if diagonal == changes { return (reached(diagonal - 1) + 1, false) }
        let (added, removed) = (reached(diagonal + 1), reached(diagonal - 1) + 1)
        return removed > added ? (removed, false) : (added, true)
    }

    /// Returns the positions of common lines on the way to the end, which was found.
    private func commonPositions() -> [(Int, Int)] {
        var (x, y) = (old.count, new.count)
        var positions: [(Int, Int)] = []
        for changes in (0...rounds.count).reversed() {
            let start = start(on: x - y, after: changes)
            while x > start.x {
                x -= 1
                y -= 1
                positions.append((x, y))
            }
            if start.isAddition { y -= 1 } else { x -= 1 }
        }
        return positions.reversed()
    }
}
