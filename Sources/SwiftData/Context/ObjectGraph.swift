// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The components of a context, each with one responsibility for its objects.
///
/// A component refers to the components declared above it, and never retains the context, so that a
/// context and its models can be freed. Models retain the graph, so that their relationships can
/// still be loaded if they outlive the context.
final class ObjectGraph {
    let stores: StoreAccess
    let changes: ChangeTracker
    let objects: ObjectRegistry
    let fetcher: ModelFetcher
    let relationshipLoader: RelationshipLoader
    let relationships: RelationshipMaintainer
    let merger: ChangeMerger
    let deleteRules: DeleteRules
    let restorer: ModelRestorer
    let observation = ObservationProbe()
    /// The context; nil after its release.
    private(set) weak var context: ModelContext?

    init(_ coordinator: StoreCoordinator, autosave: AutosaveScheduler) {
        stores = StoreAccess(coordinator)
        changes = ChangeTracker(stores, autosave: autosave)
        objects = ObjectRegistry(stores, changes: changes)
        fetcher = ModelFetcher(stores, changes: changes, objects: objects)
        relationshipLoader = RelationshipLoader(
            stores,
            changes: changes,
            objects: objects,
            fetcher: fetcher
        )
        relationships = RelationshipMaintainer(
            stores,
            changes: changes,
            objects: objects,
            loader: relationshipLoader
        )
        merger = ChangeMerger(stores, changes: changes, objects: objects)
        deleteRules = DeleteRules(
            stores,
            changes: changes,
            objects: objects,
            loader: relationshipLoader,
            maintainer: relationships
        )
        restorer = ModelRestorer(
            stores,
            changes: changes,
            objects: objects,
            loader: relationshipLoader,
            maintainer: relationships,
            merger: merger
        )
        objects.graph = self
        identifyNewModels()
    }

    /// Provides stores with the temporary identifiers of new models.
    private func identifyNewModels() {
        stores.client.temporaryIdentifier = { [weak objects] entity, key in
            guard let model = objects?.object(entity, key: key),
                model._$model.lifecycle == .inserted
            else { return nil }
            return model.persistentModelID
        }
    }

    /// Merges the saves of other contexts, and throws the error of a property read before.
    func prepareRead() throws {
        merger.mergeChanges()
        try changes.throwReadFailure()
    }

    /// Translates a descriptor for a read now.
    func query<T>(_ descriptor: FetchDescriptor<T>) throws -> FetchQuery {
        try query(descriptor, outline: descriptor.outline)
    }

    /// Translates a descriptor for a read now, given its outline for templates.
    func query<T>(_ descriptor: FetchDescriptor<T>, outline: FetchOutline) throws -> FetchQuery {
        try prepareRead()
        return try fetcher.query(descriptor, outline: outline)
    }

    /// Calls `body` with the open snapshot of the first store, if there is a store.
    func readSnapshot<R>(
        isSearched: Bool,
        _ body: ((any StoreReading)?) throws -> R
    ) throws -> R {
        guard let store = stores.coordinator.stores.first?.store else { return try body(nil) }
        if let session = stores.snapshots[store.identifier] { return try body(session) }
        merger.mergeChanges()
        return try store.readSnapshot(for: stores.client, isSearched: isSearched) { session in
            stores.snapshots[store.identifier] = session
            defer { stores.snapshots[store.identifier] = nil }
            return try body(session)
        }
    }

    func attach(to context: ModelContext) {
        self.context = context
        stores.beginEditing()
    }

    /// Discards the unsaved changes and breaks the reference cycles among models, which retain each
    /// other; called when the context is released.
    func release() {
        _ = changes.takePending()
        changes.recorder?.discardAll()
        changes.recorder = nil
        objects.releaseCycles()
        stores.endEditing()
    }
}
