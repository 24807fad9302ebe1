// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import OrderedCollections

/// What a context has to save, in the order in which it happened.
struct PendingChanges {
    typealias Models = OrderedDictionary<ObjectIdentifier, any PersistentModel>

    /// New models, which only the context holds on to.
    var inserted: Models = [:]
    /// Stored models with changed properties, or whose relatives changed.
    var changed: Models = [:]
    /// Stored models to be deleted.
    var deleted: Models = [:]
    /// What the deletion of each model that was deleted for itself did.
    var deletions: [ObjectIdentifier: Deletion] = [:]
    /// Pairs of models to be linked or unlinked, by join table index.
    var links: [Int: Links] = [:]

    /// Why models couldn't be inserted, for the next save to tell.
    var refusals: [any Error] = []

    /// Changes to the pairs of one join table.
    struct Links {
        var added: OrderedSet<Pair> = []
        var removed: OrderedSet<Pair> = []
    }

    /// Two models at the ends of a join table.
    struct Pair: Hashable {
        let left: any PersistentModel
        let right: any PersistentModel

        static func == (lhs: Pair, rhs: Pair) -> Bool {
            lhs.left === rhs.left && lhs.right === rhs.right
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(left))
            hasher.combine(ObjectIdentifier(right))
        }

        var keys: PendingRows.Pair {
            PendingRows.Pair(left: left._$model.key, right: right._$model.key)
        }
    }

    var isEmpty: Bool {
        inserted.isEmpty && changed.isEmpty && deleted.isEmpty && links.isEmpty
            && refusals.isEmpty
    }

    mutating func link(_ pair: Pair, in table: Int) {
        if links[table]?.removed.remove(pair) == nil {
            links[table, default: Links()].added.append(pair)
        }
    }

    mutating func unlink(_ pair: Pair, in table: Int) {
        if links[table]?.added.remove(pair) == nil {
            links[table, default: Links()].removed.append(pair)
        }
    }

    /// Forgets the pairs of a model, whose row takes them along, and answers them.
    @discardableResult
    mutating func dropLinks(of model: any PersistentModel) -> [Int: Links] {
        func isEnd(_ pair: Pair) -> Bool { pair.left === model || pair.right === model }
        var dropped: [Int: Links] = [:]
        for (table, pairs) in links {
            let (added, removed) = (pairs.added.filter(isEnd), pairs.removed.filter(isEnd))
            guard !added.isEmpty || !removed.isEmpty else { continue }
            dropped[table] = Links(added: added, removed: removed)
            links[table]?.added.subtract(added)
            links[table]?.removed.subtract(removed)
        }
        return dropped
    }
}
