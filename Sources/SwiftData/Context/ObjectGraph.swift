// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The components of a context, each with one responsibility for its objects.
///
/// A component takes from the graph the components declared above it, and retains neither the graph
/// nor the context, so that a context and its models can be freed. Models retain the graph, so that
/// their relationships can still be loaded if they outlive the context.
final class ObjectGraph {
    let stores: StoreAccess
    let changes: ChangeTracker
    let objects: ObjectRegistry
    private(set) lazy var fetcher = ModelFetcher(self)
    private(set) lazy var relationshipLoader = RelationshipLoader(self)
    /// Loads the relationships that are read; without `ReadAheadLoader`, one at a time.
    lazy var relationshipReader: any RelationshipReader =
        Accelerators.areUsed ? ReadAheadLoader(self) : relationshipLoader
    private(set) lazy var relationships = RelationshipMaintainer(self)
    private(set) lazy var merger = ChangeMerger(self)
    private(set) lazy var deleteRules = DeleteRules(self)
    private(set) lazy var restorer = ModelRestorer(self)
    let observation = ObservationProbe()
    /// The context; nil after its release.
    private(set) weak var context: ModelContext?

    init(_ coordinator: StoreCoordinator, autosave: AutosaveScheduler) {
        stores = StoreAccess(coordinator)
        changes = ChangeTracker(stores, autosave: autosave)
        objects = ObjectRegistry(stores, changes: changes)
        objects.graph = self
        // Made now, because it merges the saves of other contexts from here on.
        _ = merger
        identifyNewModels()
    }

    /// Provides stores with the temporary identifiers of new models.
    private func identifyNewModels() {
        // Retains the map only: the registry retains the closure, and counting the references of an
        // object is slower once a weak one refers to it.
        stores.client.temporaryIdentifier = { [identityMap = objects.identityMap] entity, key in
            guard let model = identityMap.model(entity.index, key: key),
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
