// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows that a context will delete and that have no model in it, because a deletion cascaded to
/// them.
///
/// When a model of such a row is created, the row is removed here, and the model is marked as
/// deleted.
struct DeletedRows {
    private var keysByEntity: [Int: Set<Int64>] = [:]

    var isEmpty: Bool { keysByEntity.isEmpty }
    var count: Int { keysByEntity.values.reduce(0) { $0 + $1.count } }
    /// The indexes of the entities with such rows, in ascending order.
    var entities: [Int] { keysByEntity.keys.sorted() }

    /// Returns the primary keys of an entity's rows.
    func keys(ofEntity index: Int) -> Set<Int64> { isEmpty ? [] : keysByEntity[index] ?? [] }

    func contains(_ key: Int64, ofEntity index: Int) -> Bool {
        !isEmpty && keysByEntity[index]?.contains(key) == true
    }

    mutating func insert(_ keys: [Int64], ofEntity index: Int) {
        guard !keys.isEmpty else { return }
        keysByEntity[index, default: []].formUnion(keys)
    }

    /// Removes a row; returns whether it was one of them.
    mutating func remove(_ key: Int64, ofEntity index: Int) -> Bool {
        guard keysByEntity[index]?.remove(key) != nil else { return false }
        if keysByEntity[index]?.isEmpty == true { keysByEntity[index] = nil }
        return true
    }
}

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
