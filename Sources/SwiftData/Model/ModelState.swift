// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Observation

/// The lifecycle state of one model: its context, its row and its unsaved changes.
///
/// An instance belongs to exactly one model and shares its isolation domain.
public final class _ModelState {
    /// The stages in the life of a model.
    enum Lifecycle {
        /// Created by an initializer, without a context.
        case detached
        /// Registered in a context, not stored yet.
        case inserted
        /// Registered in a context and stored.
        case stored
        /// Registered in a context and stored; the next save deletes the row.
        case deleted
        /// Neither stored nor in a context; the last values remain readable.
        case invalidated
        /// A probe model through which a key path is traced.
        case keyPathProbe
    }

    var lifecycle = Lifecycle.detached
    /// The objects of the model's context; nil for a model that is not in a context.
    var graph: ObjectGraph?
    /// The context; nil for a model that is not in a context, or has outlived it.
    var context: ModelContext? { graph?.context }
    var entity: EntityDescription? {
        didSet { resolvedSchema = entity?.resolvedSchema }
    }
    /// Retains the entities that relationships refer to, because a model can outlive its container.
    private var resolvedSchema: ResolvedSchema?
    /// The primary key, assigned on insertion; 0 for a detached model.
    var key: Int64 = 0
    /// The identifier of the store that contains or will contain the row.
    var storeIdentifier = ""
    /// The properties changed since the last save.
    var changes = PropertySet()
    /// The assigned relationships that another context has changed since.
    var staleRelationships = PropertySet()
    /// Whether a relationship of another model to this model changed.
    var hasRelationshipChanges = false
    /// Whether the row must be loaded or reloaded before attributes are read.
    var isFault = false
    /// Whether only some properties were fetched.
    var isPartial = false
    /// Records the properties that are read from a probe.
    var trace: KeyPathTrace?
    /// The identifier of a model that has never been saved; nil until it is requested.
    private(set) var temporaryIdentifier: PersistentIdentifier?
    /// The number by which the model is hashed: its first key, or the address if it had none yet.
    private var hashSeed: Int64?
    private var registrar: ObservationRegistrar?

    /// Creates the state of a detached model.
    public init() {}

    var hasChanges: Bool {
        switch lifecycle {
        case .inserted, .deleted: context != nil
        case .stored: (!changes.isEmpty || hasRelationshipChanges) && context != nil
        case .detached, .invalidated, .keyPathProbe: false
        }
    }

    func identifier(entityName: @autoclosure () -> String) -> PersistentIdentifier {
        switch lifecycle {
        case .stored, .deleted:
            return PersistentIdentifier(
                entityName: entity?.name ?? entityName(),
                storeIdentifier: storeIdentifier,
                key: key
            )
        case .invalidated where key != 0:
            return PersistentIdentifier(
                entityName: entity?.name ?? entityName(),
                storeIdentifier: storeIdentifier,
                key: key
            )
        case .detached, .inserted, .invalidated, .keyPathProbe:
            if let temporaryIdentifier { return temporaryIdentifier }
            let identifier = PersistentIdentifier(temporaryFor: entityName())
            temporaryIdentifier = identifier
            if lifecycle == .inserted { graph?.changes.note(identifier, ofKey: key) }
            return identifier
        }
    }

    // MARK: Hashing

    /// Whether the hash depends on the key only, and is thus equal in every context.
    var isHashedByKey: Bool { hashSeed == nil || hashSeed == key }

    /// Returns the number by which the model is hashed, which is constant from the first call on.
    func hashSeed(of object: ObjectIdentifier) -> Int64 {
        if let hashSeed { return hashSeed }
        let seed = key != 0 ? key : Int64(object.hashValue)
        hashSeed = seed
        return seed
    }

    /// Turns the model into a placeholder that has only an identifier.
    func becomePlaceholder(for identifier: PersistentIdentifier) {
        lifecycle = .invalidated
        temporaryIdentifier = identifier
    }

    // MARK: Observation

    private func observationRegistrar() -> ObservationRegistrar {
        if let registrar { return registrar }
        let registrar = ObservationRegistrar()
        self.registrar = registrar
        return registrar
    }

    /// Registers the read of a property with the current observation scope.
    public func access<M: PersistentModel, Value>(_ model: M, keyPath: KeyPath<M, Value>) {
        observationRegistrar().access(model, keyPath: keyPath)
    }

    /// Performs a change and notifies observers before and after.
    public func withMutation<M: PersistentModel, Value, Result>(
        _ model: M,
        keyPath: KeyPath<M, Value>,
        _ mutation: () throws -> Result
    ) rethrows -> Result {
        guard let registrar else { return try mutation() }
        return try registrar.withMutation(of: model, keyPath: keyPath, mutation)
    }

    // MARK: Backing data

    /// Returns the model's values, accessed by key path.
    public func backingData<M: PersistentModel>(of model: M) -> any BackingData<M> {
        _ModelBackingData(model)
    }

    /// Sets the properties of the model to the values in backing data.
    public func adopt<M: PersistentModel>(_ data: any BackingData<M>, into model: M) {
        guard let detached = data as? _DetachedBackingData<M> else { return }
        for line in M.schemaMetadata {
            guard let value = detached.values[line.keyPath] else { continue }
            line.access?.setValue(value, of: model)
        }
    }

    // MARK: Reading unloaded properties

    /// Returns the value of an attribute that is not loaded.
    ///
    /// The method loads the row, or the external file. If the row was deleted or the value cannot
    /// be read, it returns the last value or a placeholder, so that reading never terminates the
    /// process.
    public func resolve<M: PersistentModel, Storage: _StoredAttribute>(
        _ model: M,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> Storage.Value {
        trace?.record(index)
        if lifecycle == .stored || lifecycle == .deleted {
            graph?.objects.loadAttribute(at: index, of: model)
        }
        if let value = model[keyPath: storage].loaded { return value }
        let value = placeholder(of: Storage.placeholder, model: model, at: index)
        if entity?.properties[index].policy.isStored == false {
            // No row contains the value; from now on the default is the model's value.
            model[keyPath: storage].loaded = value
        }
        return value
    }

    /// Returns the model of an optional to-one relationship that is not resolved.
    public func resolve<M: PersistentModel, T: PersistentModel>(
        _ model: M,
        _ storage: ReferenceWritableKeyPath<M, _ToOneStorage<T>>,
        at index: Int
    ) -> T? {
        if let trace { return trace.target(of: T.self, at: index) }
        return target(of: model, storage, at: index)
    }

    /// Returns the model of a required to-one relationship that is not resolved.
    public func resolve<M: PersistentModel, T: PersistentModel>(
        _ model: M,
        _ storage: ReferenceWritableKeyPath<M, _RequiredToOneStorage<T>>,
        at index: Int
    ) -> T {
        if let trace { return trace.target(of: T.self, at: index) }
        if let target = target(of: model, storage, at: index) { return target }
        let placeholder = T(backingData: _EmptyBackingData<T>())
        placeholder._$model.lifecycle = .invalidated
        return placeholder
    }

    /// Returns the models of a to-many relationship that is not loaded.
    public func resolve<M: PersistentModel, T: PersistentModel>(
        _ model: M,
        _ storage: ReferenceWritableKeyPath<M, _ToManyStorage<T>>,
        at index: Int
    ) -> [T] {
        trace?.record(index)
        return targets(of: model, storage, at: index)
    }

    /// Returns the models of an optional to-many relationship that is not loaded.
    public func resolve<M: PersistentModel, T: PersistentModel>(
        _ model: M,
        _ storage: ReferenceWritableKeyPath<M, _OptionalToManyStorage<T>>,
        at index: Int
    ) -> [T]? {
        trace?.record(index)
        return targets(of: model, storage, at: index)
    }

    private func load<M: PersistentModel>(_ model: M) {
        guard lifecycle == .stored || lifecycle == .deleted else { return }
        graph?.objects.load(model)
    }

    private func target<M: PersistentModel, Storage: ToOneStorage>(
        of model: M,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> Storage.Target? {
        if case .unloaded = model[keyPath: storage].reference { load(model) }
        let target: Storage.Target?
        switch model[keyPath: storage].reference {
        case .model(let model): return model
        case .key(let key):
            // A model without a context keeps the key, because nothing can resolve it.
            guard let graph else { return nil }
            target = entity?.properties[index].destination.flatMap {
                graph.objects.readableObject($0, key: key) as? Storage.Target
            }
        case .unloaded:
            guard lifecycle == .stored || lifecycle == .deleted else { return nil }
            guard let graph else { return nil }
            do {
                target =
                    try graph.relationshipLoader.fetchRelated(to: model, at: index)
                    .first as? Storage.Target
            } catch {
                // The reference stays unloaded, because a later read may succeed.
                graph.changes.noteReadFailure(error)
                return nil
            }
        }
        // Without a context, nothing would break the reference cycles of models.
        guard context != nil else { return target }
        model[keyPath: storage].reference = .model(target)
        return target
    }

    private func targets<M: PersistentModel, Storage: ToManyStorage>(
        of model: M,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> [Storage.Target] {
        if model[keyPath: storage].related == nil {
            guard lifecycle == .stored || lifecycle == .deleted, let graph else { return [] }
            do {
                let models = try graph.relationshipLoader.fetchRelated(to: model, at: index)
                    .compactMap { $0 as? Storage.Target }
                // Without a context, nothing would break the reference cycles of models.
                guard context != nil else { return models }
                model[keyPath: storage] = Storage(models: models)
            } catch {
                // A later read tries again.
                graph.changes.noteReadFailure(error)
                return []
            }
        }
        model[keyPath: storage].related?.wasAccessed = true
        model[keyPath: storage].related?.compact()
        return model[keyPath: storage].related?.models ?? []
    }

    private func placeholder<M: PersistentModel, Value>(
        of known: Value?,
        model: M,
        at index: Int
    ) -> Value {
        if let value = M.schemaMetadata[index].makeDefaultValue?() as? Value { return value }
        if let known { return known }
        preconditionFailure(
            "\(M.self).\(M.schemaMetadata[index].name) was read from a model without values, "
                + "and \(Value.self) has no value to stand in"
        )
    }

    // MARK: Mutation

    /// Sets an attribute.
    public func assign<M: PersistentModel, Storage: _StoredAttribute>(
        _ value: Storage.Value,
        to model: M,
        keyPath: KeyPath<M, Storage.Value>,
        storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) {
        willChange(model, at: index)
        withMutation(model, keyPath: keyPath) {
            model[keyPath: storage].loaded = value
        }
    }

    /// Sets an optional to-one relationship and updates its inverse.
    public func assign<M: PersistentModel, T: PersistentModel>(
        _ value: T?,
        to model: M,
        keyPath: KeyPath<M, T?>,
        storage: ReferenceWritableKeyPath<M, _ToOneStorage<T>>,
        at index: Int
    ) {
        assignTarget(value, to: model, storage, at: index) { change in
            withMutation(model, keyPath: keyPath, change)
        }
    }

    /// Sets a required to-one relationship and updates its inverse.
    public func assign<M: PersistentModel, T: PersistentModel>(
        _ value: T,
        to model: M,
        keyPath: KeyPath<M, T>,
        storage: ReferenceWritableKeyPath<M, _RequiredToOneStorage<T>>,
        at index: Int
    ) {
        assignTarget(value, to: model, storage, at: index) { change in
            withMutation(model, keyPath: keyPath, change)
        }
    }

    /// Sets a to-many relationship and updates its inverse.
    public func assign<M: PersistentModel, T: PersistentModel>(
        _ value: [T],
        to model: M,
        keyPath: KeyPath<M, [T]>,
        storage: ReferenceWritableKeyPath<M, _ToManyStorage<T>>,
        at index: Int
    ) {
        let isAppended = append(value, to: model, storage, at: index) { change in
            withMutation(model, keyPath: keyPath, change)
        }
        guard !isAppended else { return }
        assignTargets(value, to: model, at: index) { targets in
            withMutation(model, keyPath: keyPath) {
                model[keyPath: storage] = _ToManyStorage(models: targets)
            }
        }
    }

    /// Sets an optional to-many relationship and updates its inverse.
    public func assign<M: PersistentModel, T: PersistentModel>(
        _ value: [T]?,
        to model: M,
        keyPath: KeyPath<M, [T]?>,
        storage: ReferenceWritableKeyPath<M, _OptionalToManyStorage<T>>,
        at index: Int
    ) {
        let isAppended = append(value ?? [], to: model, storage, at: index) { change in
            withMutation(model, keyPath: keyPath, change)
        }
        guard !isAppended else { return }
        assignTargets(value ?? [], to: model, at: index) { targets in
            withMutation(model, keyPath: keyPath) {
                model[keyPath: storage] = _OptionalToManyStorage(
                    value: value == nil ? nil : targets
                )
            }
        }
    }

    /// Records a change, so that reloading the row does not overwrite the property.
    func willChange<M: PersistentModel>(_ model: M, at index: Int) {
        guard lifecycle == .stored else {
            if lifecycle == .inserted { graph?.changes.noteEdit(of: model) }
            return
        }
        changes.insert(index)
        guard let graph, !isOrphaned else { return reportUnsavedChange(model, at: index) }
        graph.changes.noteChange(of: model)
    }

    /// Whether the model has outlived its context.
    private var isOrphaned: Bool { graph != nil && context == nil }

    /// Reports that no save will include a change, because the context is gone.
    private func reportUnsavedChange<M: PersistentModel>(_ model: M, at index: Int) {
        RuntimeWarning.report(
            "\(M.self).\(entity?.properties[index].name ?? "") was changed after the release of the "
                + "model's context; no save includes the change, unless the context is retained"
        )
    }

    private func assignTarget<M: PersistentModel, Storage: ToOneStorage>(
        _ value: Storage.Target?,
        to model: M,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int,
        notifying: (() -> Void) -> Void
    ) {
        let context = context ?? value?._$model.context
        guard let context, lifecycle != .invalidated, lifecycle != .keyPathProbe, !isOrphaned
        else {
            if isOrphaned { willChange(model, at: index) }
            notifying { model[keyPath: storage].reference = .model(value) }
            return
        }
        if lifecycle == .detached { context.insert(model) }
        if let value, value._$model.lifecycle == .detached { context.insert(value) }
        let old = target(of: model, storage, at: index)
        willChange(model, at: index)
        notifying { model[keyPath: storage].reference = .model(value) }
        context.graph.relationships.relationshipDidChange(
            of: model,
            at: index,
            removed: old.map { [$0] } ?? [],
            added: value.map { [$0] } ?? []
        )
    }

    private func assignTargets<M: PersistentModel, T: PersistentModel>(
        _ value: [T],
        to model: M,
        at index: Int,
        set: ([T]) -> Void
    ) {
        var seen: Set<ObjectIdentifier> = []
        let targets = value.filter { seen.insert(ObjectIdentifier($0)).inserted }
        let context = context ?? value.lazy.compactMap { $0._$model.context }.first
        guard let context, lifecycle != .invalidated, lifecycle != .keyPathProbe, !isOrphaned
        else {
            if isOrphaned { willChange(model, at: index) }
            return set(targets)
        }
        if lifecycle == .detached { context.insert(model) }
        for target in targets where target._$model.lifecycle == .detached {
            context.insert(target)
        }
        let old =
            entity?.properties[index].access.targets(model)
            ?? context.graph.relationshipLoader.related(to: model, at: index)
        let kept = Set(old.map { ObjectIdentifier($0) })
        willChange(model, at: index)
        set(targets)
        context.graph.relationships.relationshipDidChange(
            of: model,
            at: index,
            removed: old.filter { !seen.contains(ObjectIdentifier($0)) },
            added: targets.filter { !kept.contains(ObjectIdentifier($0)) }
        )
    }
}
