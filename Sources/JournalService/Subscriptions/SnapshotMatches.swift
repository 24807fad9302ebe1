// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData

/// The next entries of a snapshot of the entries that match words, in the order of their
/// identifiers.
///
/// A subscriber that reads slowly keeps them, so their number is limited: once they are used up,
/// the search is repeated for those that follow.
struct SnapshotMatches: Sendable, Equatable {
    /// The maximum number of entries.
    static let capacity = 4096
    /// The approximate size of an identifier in bytes.
    private static let identifierLength = 60

    /// The entries that were not read yet, in ascending order.
    private(set) var identifiers: ArraySlice<PersistentIdentifier>
    /// The last entry, after which the search continues; nil if no further entry matches.
    private(set) var end: PersistentIdentifier?

    /// Selects the first entries after another one.
    ///
    /// - Complexity: O(*n* log *capacity*) for *n* found entries.
    init(
        of found: some Sequence<PersistentIdentifier>,
        after start: PersistentIdentifier? = nil,
        capacity: Int = capacity
    ) {
        var first: [PersistentIdentifier] = []
        var bound: PersistentIdentifier?
        for identifier in found {
            if let start, identifier <= start { continue }
            if let bound, identifier > bound { continue }
            first.append(identifier)
            guard first.count == 2 * capacity else { continue }
            first.sort()
            first.removeSubrange(capacity...)
            bound = first.last
        }
        first.sort()
        let isComplete = first.count <= capacity && bound == nil
        // Copied, because a slice would keep those beyond the capacity.
        identifiers = Array(first.prefix(capacity))[...]
        end = isComplete ? nil : identifiers.last
    }

    /// The approximate size in bytes.
    var byteCount: Int { identifiers.count * Self.identifierLength }

    /// Removes the entries up to one that was sent.
    mutating func removeFirst(through last: PersistentIdentifier) {
        identifiers = identifiers.drop { $0 <= last }
    }
}
