// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The common state of the models of one entity in one context.
///
/// Each registered model refers to the group instead of to its parts, which it would have to retain
/// and release one by one.
final class ModelGroup {
    /// The objects of the context; nil for models that are not in a context.
    let graph: ObjectGraph?
    let entity: EntityDescription
    /// The store that contains or will contain the rows; nil for probes.
    let store: StoreIdentity?
    /// Detects the scopes that track reads; nil for models that are not in a context.
    private let observation: OwnedReference<ObservationProbe>
    /// Retains the entities that relationships refer to, because a model can outlive its container.
    private let resolvedSchema: ResolvedSchema?
    private let identityMap: IdentityMap?
    /// The index of the entity.
    private let index: Int
    /// The group of the models that have left the context.
    private(set) lazy var outsideOfContext = ModelGroup(nil, entity: entity, store: store)

    init(_ graph: ObjectGraph?, entity: EntityDescription, store: StoreIdentity?) {
        self.graph = graph
        self.entity = entity
        self.store = store
        observation = OwnedReference(graph?.observation)
        resolvedSchema = entity.resolvedSchema
        identityMap = graph?.objects.identityMap
        index = entity.index
    }

    /// Creates the observers of a model if it is not in a context, or if a scope tracks the current
    /// read.
    func makeObserversIfTracked() -> ModelObservers? {
        observation.isEmpty ? ModelObservers() : observation.use { $0.observersIfTracked() }
    }

    /// Removes a model that is deinitialized from the objects of the context.
    func unregister(_ model: UnretainedModel?, key: Int64) {
        guard let model, key != 0 else { return }
        identityMap?.remove(index, key: key, of: model)
    }
}
