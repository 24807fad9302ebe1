// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The effects of deleting a model, recorded so that the deletion can be undone before it is saved.
struct Deletion {
    /// A relationship that lost a model.
    struct Loss {
        let owner: any PersistentModel
        let property: PropertyDescription
        let lost: any PersistentModel
    }

    /// The stored models to delete, including those that delete rules reached.
    var deleted: [any PersistentModel] = []
    /// The new models that left the context.
    var discarded: [any PersistentModel] = []
    /// The relationships that deleted models were removed from.
    var losses: [Loss] = []
    /// The unsaved pairs of deleted models, by join table index.
    var links: [Int: PendingLinks.Pairs] = [:]

    mutating func append(_ pairs: [Int: PendingLinks.Pairs]) {
        for (table, pairs) in pairs {
            links[table, default: .init()].added += pairs.added
            links[table, default: .init()].removed += pairs.removed
        }
    }
}
