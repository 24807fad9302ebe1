// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The unsaved pairs of one join table, as rows for queries.
final class PendingPairs {
    /// The first key of unsaved pairs, which are ordered after all saved pairs.
    private static let firstKey = Int64.max / 2

    /// The pairs to add: rows with the keys of the left and right models.
    let added = PendingTable()
    /// The saved pairs to remove.
    private(set) var removed: Set<PendingRows.Pair> = []
    private var keys: [PendingRows.Pair: Int64] = [:]
    private var nextKey = firstKey

    /// Whether the pairs have no effect on a query.
    var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// Adds a pair after all others.
    ///
    /// - Parameters:
    ///   - pair: The pair.
    ///   - isSaved: Whether the store may have the pair; its row is then hidden.
    func add(_ pair: PendingRows.Pair, isSaved: Bool = false) {
        discard(pair)
        if isSaved { removed.insert(pair) }
        keys[pair] = nextKey
        added.set([.integer(pair.left), .integer(pair.right)], for: nextKey, isSaved: false)
        nextKey += 1
    }

    /// Hides a saved pair.
    func remove(_ pair: PendingRows.Pair) {
        discard(pair)
        removed.insert(pair)
    }

    /// Discards the change of a pair.
    func discard(_ pair: PendingRows.Pair) {
        removed.remove(pair)
        if let key = keys.removeValue(forKey: pair) { added.remove(key) }
    }
}
