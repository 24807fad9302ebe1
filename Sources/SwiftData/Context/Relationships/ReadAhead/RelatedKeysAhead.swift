// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The keys of related rows that were read before the deletions of their owners.
///
/// They are used only while no context and no other process commits, so that they are what a read
/// would return. The last group of owners is kept for each relationship.
struct RelatedKeysAhead {
    private struct Group {
        /// The end of the change feed before the read.
        let position: Int
        /// The keys of the owners, in ascending order.
        let owners: [Int64]
        /// The pairs in the order of their owners.
        let pairs: [RelatedKeys]

        func keys(of owner: Int64) -> [Int64]? {
            let place = owners.firstPosition { $0 >= owner }
            guard place < owners.count, owners[place] == owner else { return nil }
            return pairs[pairs.firstPosition { $0.owner >= owner }...]
                .prefix { $0.owner == owner }.map(\.target)
        }
    }

    private var groups: [ObjectIdentifier: Group] = [:]

    /// Records the keys of the rows that are related to some owners, in place of the earlier ones.
    mutating func insert(
        _ pairs: [RelatedKeys],
        of owners: [Int64],
        by property: PropertyDescription,
        at position: Int
    ) {
        groups[ObjectIdentifier(property)] = Group(
            position: position,
            owners: owners.sorted(),
            pairs: pairs.sortedByOwner
        )
    }

    /// Returns the keys of the rows that are related to an owner; nil if they must be read.
    ///
    /// - Complexity: O(log *n* + *k*) for *n* recorded pairs and *k* keys.
    func keys(of owner: Int64, by property: PropertyDescription, at position: Int) -> [Int64]? {
        guard let group = groups[ObjectIdentifier(property)], group.position == position else {
            return nil
        }
        return group.keys(of: owner)
    }
}

extension Array {
    /// Returns the position of the first element with a property that all later elements have, too.
    fileprivate func firstPosition(_ isReached: (Element) -> Bool) -> Int {
        var (start, end) = (0, count)
        while start < end {
            let middle = start + (end - start) / 2
            if isReached(self[middle]) { end = middle } else { start = middle + 1 }
        }
        return start
    }
}

extension [RelatedKeys] {
    /// The pairs in the order of their owners, in which stores usually return them.
    fileprivate var sortedByOwner: [RelatedKeys] {
        let isSorted = zip(self, dropFirst()).allSatisfy { $0.owner <= $1.owner }
        return isSorted ? self : sorted { $0.owner < $1.owner }
    }
}
