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

    // Without the run-time checks of overlapping accesses, because every fetched and saved model
    // pays for them. Accesses of these properties are single reads and writes. The small properties
    // come first, and share eight bytes.
    @exclusivity(unchecked) var lifecycle = Lifecycle.detached
    /// Whether a relationship of another model to this model changed.
    @exclusivity(unchecked) var hasRelationshipChanges = false
    /// Whether the row must be loaded or reloaded before attributes are read.
    @exclusivity(unchecked) var isFault = false
    /// Whether only some properties were fetched.
    @exclusivity(unchecked) var isPartial = false
    /// The attribute whose value is outside of the model while it is modified in place; -1 if there
    /// is none.
    @exclusivity(unchecked) var modifiedProperty: Int32 = -1
    @exclusivity(unchecked) private var ownedGroup = OwnedReference<ModelGroup>(nil)
    /// The entity of the model and its context; nil for a detached model.
    var group: ModelGroup? {
        get { ownedGroup.object }
        set { ownedGroup = OwnedReference(newValue) }
    }
    /// The objects of the model's context; nil for a model that is not in a context.
    var graph: ObjectGraph? { ownedGroup.use { $0.graph } }
    /// The context; nil for a model that is not in a context, or has outlived it.
    var context: ModelContext? { graph?.context }
    var entity: EntityDescription? { ownedGroup.use { $0.entity } }
    /// The primary key, assigned on insertion; 0 for a detached model.
    @exclusivity(unchecked) var key: Int64 = 0
    /// The store that contains or will contain the row; nil for a detached model.
    var store: StoreIdentity? { ownedGroup.use { $0.store } }
    /// The properties changed since the last save.
    @exclusivity(unchecked) var changes = PropertySet()
    /// The model, if the identity map of its context contains it.
    @exclusivity(unchecked) var unretainedModel: UnretainedModel?
    /// The position among the unsaved models of the context, if it is one of them.
    @exclusivity(unchecked) var pendingPosition = 0
    @exclusivity(unchecked) private var observers: ModelObservers?
    /// The parts of the state that few models have.
    @exclusivity(unchecked) private var rare: RareState?

    /// Creates the state of a detached model, which its lifetime unregisters.
    init() {}

    /// Returns the index in the entity of a property that a class declares.
    @usableFromInline
    func position<M: PersistentModel>(of index: Int, in type: M.Type) -> Int {
        guard let entity, entity.isHierarchy else { return index }
        return entity.firstProperty(of: type) + index
    }

    /// The assigned relationships that another context has changed since.
    var staleRelationships: PropertySet {
        get { rare?.staleRelationships ?? PropertySet() }
        set {
            if rare != nil || !newValue.isEmpty { requireRareState().staleRelationships = newValue }
        }
    }
    /// Records the properties that are read from a probe.
    var trace: KeyPathTrace? {
        get { rare?.trace }
        set { requireRareState().trace = newValue }
    }
    /// The identifier of a model that has never been saved; nil until it is requested.
    private(set) var temporaryIdentifier: PersistentIdentifier? {
        get { rare?.temporaryIdentifier }
        set { requireRareState().temporaryIdentifier = newValue }
    }

    private func requireRareState() -> RareState {
        if let rare { return rare }
        let made = RareState()
        rare = made
        return made
    }

    var hasChanges: Bool {
        switch lifecycle {
        case .inserted, .deleted: context != nil
        case .stored: (!changes.isEmpty || hasRelationshipChanges) && context != nil
        case .detached, .invalidated, .keyPathProbe: false
        }
    }

    /// Whether the model is in a context, which does not delete it.
    var isPresent: Bool { lifecycle == .stored || lifecycle == .inserted }

    /// Whether an attribute has changed since the last save.
    var hasAttributeChanges: Bool {
        guard let entity else { return false }
        return changes != changes.intersection(PropertySet(entity.relationshipIndexes))
    }

    func identifier(entityName: @autoclosure () -> String) -> PersistentIdentifier {
        switch lifecycle {
        case .stored, .deleted, .invalidated:
            guard let store, key != 0 else { fallthrough }
            return store.identifier(of: key, in: entity?.name ?? entityName())
        case .detached, .inserted, .keyPathProbe:
            if let temporaryIdentifier { return temporaryIdentifier }
            let identifier = PersistentIdentifier(temporaryFor: entityName())
            temporaryIdentifier = identifier
            if lifecycle == .inserted { graph?.changes.note(identifier, ofKey: key) }
            return identifier
        }
    }

    /// Removes the model from the objects of its context; called when it is deinitialized.
    func unregister() { ownedGroup.use { $0.unregister(self) } }

    // MARK: Hashing

    /// Whether the hash depends on the key only, and is thus equal in every context.
    var isHashedByKey: Bool { rare?.hashSeed == nil || rare?.hashSeed == key }

    /// Returns the number by which the model is hashed, which is constant from the first call on.
    func hashSeed(of object: ObjectIdentifier) -> Int64 {
        if let seed = rare?.hashSeed { return seed }
        let seed = key != 0 ? key : Int64(object.hashValue)
        requireRareState().hashSeed = seed
        return seed
    }

    /// Turns the model into a placeholder that has only an identifier.
    func becomePlaceholder(for identifier: PersistentIdentifier) {
        lifecycle = .invalidated
        temporaryIdentifier = identifier
    }

    // MARK: Observation

    /// Whether the model may have observers: a scope tracked the read of some property.
    @usableFromInline var isObserved: Bool { observers != nil }

    /// Registers the read of a property with the current observation scope.
    ///
    /// The key path is made only for a model that may have observers.
    public func access<M: PersistentModel, Value>(
        _ model: M,
        keyPath: @autoclosure () -> KeyPath<M, Value>
    ) {
        guard let observers = observers ?? makeObserversIfTracked() else { return }
        observers.registrar.access(model, keyPath: keyPath())
    }

    /// Creates the observers of a model without a context, or if a scope tracks the current read.
    private func makeObserversIfTracked() -> ModelObservers? {
        let made =
            ownedGroup.isEmpty ? ModelObservers() : ownedGroup.use { $0.makeObserversIfTracked() }
        guard let made else { return nil }
        observers = made
        return made
    }

    /// Performs a change and notifies observers before and after.
    public func withMutation<M: PersistentModel, Value, Result>(
        _ model: M,
        keyPath: KeyPath<M, Value>,
        _ mutation: () throws -> Result
    ) rethrows -> Result {
        guard let observers else { return try mutation() }
        defer { noteEditDuringNotification(of: model) }
        return try observers.registrar.withMutation(of: model, keyPath: keyPath, mutation)
    }

    /// Notifies observers before a property is modified in place.
    func willModify<M: PersistentModel, Value>(_ model: M, keyPath: KeyPath<M, Value>) {
        observers?.registrar.willSet(model, keyPath: keyPath)
    }

    /// Notifies observers after a property was modified in place.
    func didModify<M: PersistentModel, Value>(_ model: M, keyPath: KeyPath<M, Value>) {
        observers?.registrar.didSet(model, keyPath: keyPath)
    }

    /// Records a change again, because an observer may have queried the former value meanwhile.
    private func noteEditDuringNotification<M: PersistentModel>(of model: M) {
        guard lifecycle == .inserted || !changes.isEmpty else { return }
        graph?.changes.rows.noteEdit(of: model)
    }

    // MARK: Storage

    /// Replaces the storage of a property.
    ///
    /// The former one is released after the access to it, because the deinitializers of models may
    /// read the property.
    func replace<M: PersistentModel, Storage>(
        _ keyPath: ReferenceWritableKeyPath<M, Storage>,
        of model: M,
        with storage: Storage
    ) {
        let former = model[keyPath: keyPath]
        model[keyPath: keyPath] = storage
        withExtendedLifetime(former) {}
    }

    // MARK: Backing data

    /// Returns the model's values, accessed by key path.
    public func backingData<M: PersistentModel>(of model: M) -> any BackingData<M> {
        _ModelBackingData(model)
    }

    /// Sets the properties that the model's static type declares or inherits to the values in
    /// backing data.
    public func adopt<M: PersistentModel>(_ data: any BackingData, into model: M) {
        // Checked before the cast, which is slow: the data of every fetched model is empty.
        guard data._hasValues, let detached = data as? any DetachedValues, !detached.values.isEmpty
        else { return }
        // The key paths of a class and of its superclass to one property differ.
        for property in M.inheritedProperties {
            guard let value = detached.values[property.keyPath] else { continue }
            property.access.setValue(value, of: model)
        }
        for line in M.schemaMetadata {
            guard let value = detached.values[line.keyPath] else { continue }
            line.access?.setValue(value, of: model)
        }
    }
}

/// The parts of the state of a model that few models have.
private final class RareState {
    var staleRelationships = PropertySet()
    var trace: KeyPathTrace?
    var temporaryIdentifier: PersistentIdentifier?
    /// The number by which the model is hashed: its first key, or the address if it had none yet.
    var hashSeed: Int64?
}
