// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Two rows of a many-to-many relationship.
package struct PairID: Hashable, Comparable, Sendable {
    /// The name of the relationship.
    package let relation: String
    /// The row that a birth publishes together with its pairs.
    package let left: RowID
    /// The other row.
    package let right: RowID

    /// Creates the identity of a pair.
    package init(relation: String, left: RowID, right: RowID) {
        self.relation = relation
        self.left = left
        self.right = right
    }

    /// Orders pairs by relationship, left row and right row.
    package static func < (left: Self, right: Self) -> Bool {
        (left.relation, left.left, left.right) < (right.relation, right.left, right.right)
    }
}

/// Whether two rows are related, with the clock of the last change.
package struct PairState: Hashable, Sendable {
    /// The clock of the change.
    package var clock: HybridClock
    /// Whether the rows are related.
    package var isPresent: Bool

    /// Creates the state of a pair.
    package init(clock: HybridClock, isPresent: Bool) {
        self.clock = clock
        self.isPresent = isPresent
    }

    /// Gives the state a later clock; a clock that is not later changes nothing.
    mutating func raise(to other: HybridClock) { clock = max(clock, other) }

    /// Returns the later state; of two with one clock, the present one.
    package func joined(with other: PairState) -> PairState {
        if clock == other.clock { return isPresent ? self : other }
        return clock > other.clock ? self : other
    }
}
