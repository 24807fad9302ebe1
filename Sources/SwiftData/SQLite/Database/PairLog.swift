// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The pairs of join tables that a connection has added and removed since the last record.
final class PairLog {
    /// A pair that was added or removed.
    struct Change: Equatable {
        /// The index of the join table.
        let table: Int
        let pair: PendingRows.Pair
        let isPresent: Bool
    }

    /// The changes, in order.
    var changes: [Change] = []

    /// Removes all changes; returns those that have an effect, in the order of their pairs.
    func takeAll() -> [Change] {
        guard !changes.isEmpty else { return [] }
        defer { changes = [] }
        // Sorted, which takes half the time of a set.
        let sorted = changes.sorted { $0.place < $1.place }
        var effects: [Change] = []
        var rest = sorted[...]
        while let first = rest.first {
            let same = rest.prefix { $0.place == first.place }
            rest = rest[same.endIndex...]
            // Additions and removals of a pair alternate.
            let balance = same.reduce(0) { $0 + ($1.isPresent ? 1 : -1) }
            guard balance != 0 else { continue }
            effects.append(Change(table: first.table, pair: first.pair, isPresent: balance > 0))
        }
        return effects.sorted { $0.order < $1.order }
    }
}

extension PairLog.Change {
    fileprivate var place: (Int, Int64, Int64) { (table, pair.left, pair.right) }

    fileprivate var order: (Int, Int, Int64, Int64) {
        (table, isPresent ? 1 : 0, pair.left, pair.right)
    }
}
