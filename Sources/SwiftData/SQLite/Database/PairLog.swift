// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The pairs of join tables that a connection has added and removed since the last record.
final class PairLog {
    /// A pair that was added or removed.
    struct Change: Hashable {
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
        var effects = Set<Change>(minimumCapacity: changes.count)
        for change in changes {
            let opposite = Change(
                table: change.table,
                pair: change.pair,
                isPresent: !change.isPresent
            )
            if effects.remove(opposite) == nil { effects.insert(change) }
        }
        return effects.sorted { $0.order < $1.order }
    }
}

extension PairLog.Change {
    fileprivate var order: (Int, Int, Int64, Int64) {
        (table, isPresent ? 1 : 0, pair.left, pair.right)
    }
}
