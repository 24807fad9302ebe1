// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The pending changes of a context that belong to one store.
struct StoreChanges {
    typealias Change = UpsertResolver.Change

    private let identity: StoreIdentity
    /// The new models of all stores, because a separate list for this store would retain each
    /// model.
    private let newModels: PendingModels
    private let hasInsertions: Bool
    let updated: [Change]
    let deleted: [Change]
    /// The rows to delete that have no model, by entity index.
    let deletedRows: [Int: [Int64]]
    let links: [Int: PendingLinks]

    init(of store: StoreCoordinator.Store, graph: ObjectGraph) {
        let pending = graph.changes.pending
        let identity = store.store.identity
        func changes(_ models: PendingModels) -> [Change] {
            models.values.compactMap { model in
                let state = model._$model
                guard let entity = state.entity, state.store === identity else { return nil }
                return (model, entity)
            }
        }
        self.identity = identity
        newModels = pending.inserted
        hasInsertions = newModels.values.contains { $0._$model.store === identity }
        updated = changes(pending.changed)
        deleted = changes(pending.deleted)
        var deletedRows: [Int: [Int64]] = [:]
        for index in pending.deletedRows.entities {
            let entity = graph.stores.schema.entities[index]
            guard (try? graph.stores.store(of: entity)) === store.store else { continue }
            deletedRows[index] = pending.deletedRows.keys(ofEntity: index).sorted()
        }
        self.deletedRows = deletedRows
        links = pending.links.filter { table, links in
            guard !links.isEmpty else { return false }
            let left = graph.stores.layout.joinTables[table].left.entity
            let entity = graph.stores.schema.entities[left]
            return (try? graph.stores.store(of: entity)) === store.store
        }
    }

    var isEmpty: Bool { !hasInsertions && !changesStoredRows && links.isEmpty }

    /// Whether rows are updated or deleted.
    var changesStoredRows: Bool {
        !updated.isEmpty || !deleted.isEmpty || !deletedRows.isEmpty
    }

    /// The new models of the store.
    var inserted: some Sequence<Change> {
        newModels.values.lazy.compactMap { [identity] model -> Change? in
            let state = model._$model
            guard let entity = state.entity, state.store === identity else { return nil }
            return (model, entity)
        }
    }
}
