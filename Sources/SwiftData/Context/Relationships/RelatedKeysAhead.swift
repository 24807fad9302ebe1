// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The keys of related rows that were read before the deletions of their owners.
///
/// They are valid while the store does not change and the context has no model of the rows.
struct RelatedKeysAhead {
    private struct Batch {
        /// The end of the change feed before the read.
        let position: Int
        var keys: [Int64: [Int64]]
    }

    private var batches: [ObjectIdentifier: Batch] = [:]

    /// Records the keys of the rows that are related to some owners.
    mutating func insert(
        _ pairs: [RelatedKeys],
        to owners: [Int64],
        by property: PropertyDescription,
        at position: Int
    ) {
        var keys: [Int64: [Int64]] = [:]
        keys.reserveCapacity(owners.count)
        for owner in owners { keys[owner] = [] }
        for pair in pairs { keys[pair.owner, default: []].append(pair.target) }
        batches[ObjectIdentifier(property)] = Batch(position: position, keys: keys)
    }

    /// Removes and returns the keys of the rows that are related to an owner; nil if they must be
    /// read.
    mutating func remove(
        of owner: Int64,
        by property: PropertyDescription,
        at position: Int
    ) -> [Int64]? {
        let identity = ObjectIdentifier(property)
        guard batches[identity]?.position == position else { return nil }
        return batches[identity]?.keys.removeValue(forKey: owner)
    }
}
