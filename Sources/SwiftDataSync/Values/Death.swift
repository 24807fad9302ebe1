// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The known deletions of a row, as one.
package struct Death: Hashable, Sendable {
    /// The clock of the latest deletion.
    package var clock: HybridClock
    /// The content of the row that the authors of the deletions had before them.
    package var seen: Seen
    /// Whether the content must not remain anywhere.
    package var isPurge: Bool

    /// Creates a deletion.
    package init(clock: HybridClock, seen: Seen = Seen(), isPurge: Bool = false) {
        self.clock = clock
        self.seen = seen
        self.isPurge = isPurge
    }

    /// Returns both deletions as one.
    package func joined(with other: Death) -> Death {
        Death(
            clock: max(clock, other.clock),
            seen: seen.union(other.seen),
            isPurge: isPurge || other.isPurge
        )
    }
}
