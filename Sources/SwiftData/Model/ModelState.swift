// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Observation

/// Where one model stands towards its context: which row it is, and what has changed.
///
/// Belongs to exactly one model and, like it, to one isolation domain.
public final class _ModelState {
    /// The stages of a model's life.
    enum Lifecycle {
        /// Made by `init`, not in a context.
        case detached
        /// In a context, not in the store.
        case inserted
        /// In the store.
        case stored
        /// In the store until the next save.
        case deleted
        /// No longer in the store or the context; keeps its last values.
        case invalidated
        /// Stands in for a model while a key path is being traced.
        case keyPathProbe
    }

    var lifecycle = Lifecycle.detached
    weak var context: ModelContext?
    var entity: EntityDescription? {
        didSet { graph = entity?.graph }
    }
    /// Holds what the entity's relationships lead to; models outlive their container.
    private var graph: ResolvedSchema?
    /// The row's key, given out when the model is inserted; 0 while it is detached.
    var key: Int64 = 0
    /// The identifier of the store that has or will have the row.
    var storeIdentifier = ""
    /// The properties that changed since the model was last saved.
    var changes = PropertySet()
    /// Relationships that were assigned and that another context changed since.
    var staleRelationships = PropertySet()
    /// Whether a relationship of another model to this one changed.
    var hasRelationshipChanges = false
    /// Whether the row must be loaded (again) before attributes are read.
    var isFault = false
    /// Traces the properties that a probe is asked for.
    var trace: KeyPathTrace?
    /// The identifier of a model that was never saved, once somebody has asked for it.
    private(set) var temporaryIdentifier: PersistentIdentifier?
    private var registrar: ObservationRegistrar?

    /// Makes the state of a model that isn't in a context.
    public init() {}

    var hasChanges: Bool {
        switch lifecycle {
        case .inserted, .deleted: true
        case .stored: !changes.isEmpty || hasRelationshipChanges
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
            return identifier
        }
    }

    /// Makes the model one that can't be had and of which only the identifier is known.
    func standIn(for identifier: PersistentIdentifier) {
        lifecycle = .invalidated
        temporaryIdentifier = identifier
    }

    // MARK: Observation

    private func observed() -> ObservationRegistrar {
        if let registrar { return registrar }
        let registrar = ObservationRegistrar()
        self.registrar = registrar
        return registrar
    }

    /// Tells whoever tracks the current scope that a property is read.
    public func access<M: PersistentModel, Value>(_ model: M, keyPath: KeyPath<M, Value>) {
        observed().access(model, keyPath: keyPath)
    }

    /// Carries out a change and tells observers before and after.
    public func withMutation<M: PersistentModel, Value, Result>(
        _ model: M,
        keyPath: KeyPath<M, Value>,
        _ mutation: () throws -> Result
    ) rethrows -> Result {
        guard let registrar else { return try mutation() }
        return try registrar.withMutation(of: model, keyPath: keyPath, mutation)
    }

    // MARK: Backing data

    /// The model's values by key path.
    public func backingData<M: PersistentModel>(of model: M) -> any BackingData<M> {
        _ModelBackingData(model)
    }

    /// Takes over values that were set by key path.
    public func adopt<M: PersistentModel>(_ data: any BackingData<M>, into model: M) {
        guard let detached = data as? _DetachedBackingData<M> else { return }
        for line in M.schemaMetadata {
            guard let value = detached.values[line.keyPath] else { continue }
            line.access?.setValue(value, of: model)
        }
    }

    // MARK: Reading what isn't loaded

    /// The value of an attribute whose row isn't loaded.
    ///
    /// Loads the row. A model whose row is gone, or can't be read, gives the value it last had or a
    /// placeholder: reading never ends the process.
    public func resolve<M: PersistentModel, Codec: _AttributeCodec>(
        _ model: M,
        _ storage: ReferenceWritableKeyPath<M, _AttributeStorage<Codec>>,
        at index: Int
    ) -> Codec.Value {
        trace?.record(index)
        load(model)
        if let value = model[keyPath: storage].loaded { return value }
        let value = placeholder(of: Codec.placeholder, model: model, at: index)
        if entity?.properties[index].attribute?.isTransient == true {
            // No row has it: from now on the default is the model's value.
            model[keyPath: storage].loaded = value
        }
        return value
    }

    /// The target of an optional relationship that hasn't been looked up.
    public func resolve<M: PersistentModel, T: PersistentModel>(
        _ model: M,
        _ storage: ReferenceWritableKeyPath<M, _ToOneStorage<T>>,
        at index: Int
    ) -> T? {
        if let trace { return trace.target(of: T.self, at: index) }
        return target(of: model, storage, at: index)
    }

    /// The target of a required relationship that hasn't been looked up.
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

    /// The models of a relationship that aren't loaded.
    public func resolve<M: PersistentModel, T: PersistentModel>(
        _ model: M,
        _ storage: ReferenceWritableKeyPath<M, _ToManyStorage<T>>,
        at index: Int
    ) -> [T] {
        trace?.record(index)
        return targets(of: model, storage, at: index)
    }

    /// The models of an optional relationship that aren't loaded.
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
        context?.load(model)
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
            target = entity?.properties[index].destination.flatMap {
                context?.model($0, key: key) as? Storage.Target
            }
            // A model that lost its context keeps the key: there is nobody to ask.
            guard context != nil else { return nil }
        case .unloaded:
            guard lifecycle == .stored || lifecycle == .deleted else { return nil }
            // What can't be read now may be read later.
            guard let found = try? context?.fetchRelated(to: model, at: index) else { return nil }
            target = found.first as? Storage.Target
        }
        model[keyPath: storage].reference = .model(target)
        return target
    }

    private func targets<M: PersistentModel, Storage: ToManyStorage>(
        of model: M,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> [Storage.Target] {
        if model[keyPath: storage].related == nil {
            guard lifecycle == .stored || lifecycle == .deleted, let context,
                let found = try? context.fetchRelated(to: model, at: index)
            else { return [] }
            let models = found.compactMap { $0 as? Storage.Target }
            model[keyPath: storage] = Storage(models: models)
        }
        model[keyPath: storage].related?.wasAccessed = true
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

    // MARK: Changing

    /// Sets an attribute.
    public func assign<M: PersistentModel, Codec: _AttributeCodec>(
        _ value: Codec.Value,
        to model: M,
        keyPath: KeyPath<M, Codec.Value>,
        storage: ReferenceWritableKeyPath<M, _AttributeStorage<Codec>>,
        at index: Int
    ) {
        willChange(model, at: index)
        withMutation(model, keyPath: keyPath) {
            model[keyPath: storage].loaded = value
        }
    }

    /// Sets an optional to-one relationship, and what is at its other end.
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

    /// Sets a required to-one relationship, and what is at its other end.
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

    /// Sets a to-many relationship, and what is at its other end.
    public func assign<M: PersistentModel, T: PersistentModel>(
        _ value: [T],
        to model: M,
        keyPath: KeyPath<M, [T]>,
        storage: ReferenceWritableKeyPath<M, _ToManyStorage<T>>,
        at index: Int
    ) {
        assignTargets(value, to: model, at: index) { targets in
            withMutation(model, keyPath: keyPath) {
                model[keyPath: storage] = _ToManyStorage(models: targets)
            }
        }
    }

    /// Sets an optional to-many relationship, and what is at its other end.
    public func assign<M: PersistentModel, T: PersistentModel>(
        _ value: [T]?,
        to model: M,
        keyPath: KeyPath<M, [T]?>,
        storage: ReferenceWritableKeyPath<M, _OptionalToManyStorage<T>>,
        at index: Int
    ) {
        assignTargets(value ?? [], to: model, at: index) { targets in
            withMutation(model, keyPath: keyPath) {
                model[keyPath: storage] = _OptionalToManyStorage(
                    value: value == nil ? nil : targets
                )
            }
        }
    }

    /// Notes a change; a later load leaves changed properties alone.
    private func willChange<M: PersistentModel>(_ model: M, at index: Int) {
        guard lifecycle == .stored else { return }
        changes.insert(index)
        context?.noteChange(of: model)
    }

    private func assignTarget<M: PersistentModel, Storage: ToOneStorage>(
        _ value: Storage.Target?,
        to model: M,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int,
        notifying: (() -> Void) -> Void
    ) {
        let context = context ?? value?._$model.context
        guard let context, lifecycle != .invalidated, lifecycle != .keyPathProbe else {
            notifying { model[keyPath: storage].reference = .model(value) }
            return
        }
        if lifecycle == .detached { context.insert(model) }
        if let value, value._$model.lifecycle == .detached { context.insert(value) }
        let old = target(of: model, storage, at: index)
        willChange(model, at: index)
        notifying { model[keyPath: storage].reference = .model(value) }
        context.relationshipDidChange(
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
        guard let context, lifecycle != .invalidated, lifecycle != .keyPathProbe else {
            return set(targets)
        }
        if lifecycle == .detached { context.insert(model) }
        for target in targets where target._$model.lifecycle == .detached {
            context.insert(target)
        }
        let old =
            entity?.properties[index].access.targets(model)
            ?? context.related(to: model, at: index)
        let kept = Set(old.map { ObjectIdentifier($0) })
        willChange(model, at: index)
        set(targets)
        context.relationshipDidChange(
            of: model,
            at: index,
            removed: old.filter { !seen.contains(ObjectIdentifier($0)) },
            added: targets.filter { !kept.contains(ObjectIdentifier($0)) }
        )
    }
}
