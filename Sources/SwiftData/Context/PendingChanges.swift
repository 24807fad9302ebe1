// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The unsaved changes of a context, in the order in which they were made.
struct PendingChanges {
    typealias Models = InsertionOrderedDictionary<ObjectIdentifier, any PersistentModel>

    /// New models, which only the context holds strongly.
    var inserted = Models()
    /// Stored models with changed properties or relationships.
    var changed = Models()
    /// Stored models to delete.
    var deleted = Models()
    /// The effects of each explicit deletion, by the deleted model.
    var deletions: [ObjectIdentifier: Deletion] = [:]
    /// Pairs of models to link or unlink, by join table index.
    var links: [Int: PendingLinks] = [:]
    /// Models with a changed foreign key, by the model that they now refer to.
    var referrers = PendingReferrers()

    /// The reasons why models couldn't be inserted, thrown by the next save.
    var refusals: [any Error] = []

    var isEmpty: Bool {
        inserted.isEmpty && changed.isEmpty && deleted.isEmpty && refusals.isEmpty
            && links.values.allSatisfy(\.isEmpty)
    }

    mutating func link(_ pair: PendingLinks.Pair, in table: Int) {
        links[table, default: PendingLinks()].link(pair)
    }

    mutating func unlink(_ pair: PendingLinks.Pair, in table: Int) {
        links[table, default: PendingLinks()].unlink(pair)
    }

    /// Removes and returns the pairs of a model, by join table index; deleting its row covers them.
    ///
    /// - Complexity: O(*k*) for the *k* pairs of the model.
    @discardableResult
    mutating func removeLinks(of model: any PersistentModel) -> [Int: PendingLinks.Pairs] {
        var removed: [Int: PendingLinks.Pairs] = [:]
        for table in Array(links.keys) {
            guard let pairs = links[table]?.removeAll(of: model) else { continue }
            removed[table] = pairs
        }
        return removed
    }
}
