// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A value of a field with the clock of its writing.
package struct FieldState: Hashable, Sendable {
    /// The clock of the writing, which also names a piece of content.
    package var clock: HybridClock
    /// The value.
    package var value: SyncValue
    /// For a guarded field, the earlier values that the writer had before them.
    package var seen: Seen

    /// Creates the state of a field.
    package init(clock: HybridClock, value: SyncValue, seen: Seen = Seen()) {
        self.clock = clock
        self.value = value
        self.seen = seen
    }

    /// Returns whether this writing replaces another one: it is later, or has the greater value.
    package func wins(over other: FieldState) -> Bool {
        clock == other.clock ? value > other.value : clock > other.clock
    }

    /// Returns whether the writer of this value had another one before them.
    package func follows(_ other: FieldState) -> Bool {
        seen.inserting(clock).covers(other.clock)
    }

    /// Gives the state a later clock; a clock that is not later changes nothing.
    mutating func raise(to other: HybridClock) { clock = max(clock, other) }

    /// Returns the later writing, which has seen what both have seen.
    package func joined(with other: FieldState) -> FieldState {
        var result = wins(over: other) ? self : other
        result.seen = seen.union(other.seen)
        return result
    }
}

/// The synchronized state of a row.
package struct RowState: Hashable, Sendable {
    /// The clock of the row's creation, or of its last revival.
    package var born: HybridClock
    /// The fields by name.
    package var fields: [String: FieldState]

    /// Creates the state of a row.
    package init(born: HybridClock, fields: [String: FieldState]) {
        self.born = born
        self.fields = fields
    }
}
