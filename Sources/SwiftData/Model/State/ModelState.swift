// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Observation

/// The lifecycle state of one model: its context, its row and its unsaved changes.
///
/// A reference to the storage that `@Model` adds to the model. It retains the model, and shares its
/// isolation domain.
public struct _ModelState {
    /// The address of the storage in a model.
    public typealias Pointer = UnsafeMutablePointer<_ModelStateStorage>

    @usableFromInline let model: AnyObject
    @usableFromInline let pointer: Pointer

    @inlinable
    init(of model: AnyObject, at pointer: Pointer) {
        self.model = model
        self.pointer = pointer
    }

    /// The storage in the model, which exists as long as the model.
    ///
    /// `_fixLifetime` instead of `withExtendedLifetime`, which the compiler calls as a function.
    private var storage: _ModelStateStorage {
        _read {
            defer { _fixLifetime(model) }
            yield pointer.pointee
        }
        nonmutating _modify {
            defer { _fixLifetime(model) }
            yield &pointer.pointee
        }
    }

    var lifecycle: Lifecycle {
        get { storage.lifecycle }
        nonmutating set { storage.lifecycle = newValue }
    }
    /// Whether a relationship of another model to this model changed.
    var hasRelationshipChanges: Bool {
        get { storage.hasRelationshipChanges }
        nonmutating set { storage.hasRelationshipChanges = newValue }
    }
    /// Whether the row must be loaded or reloaded before attributes are read.
    var isFault: Bool {
        get { storage.isFault }
        nonmutating set { storage.isFault = newValue }
    }
    /// Whether only some properties were fetched.
    var isPartial: Bool {
        get { storage.isPartial }
        nonmutating set { storage.isPartial = newValue }
    }
    /// The attribute that is being modified in place, with its value outside of the model, or -1.
    var modifiedProperty: Int32 {
        get { storage.modifiedProperty }
        nonmutating set { storage.modifiedProperty = newValue }
    }
    /// The entity of the model and its context; nil for a detached model.
    var group: ModelGroup? {
        get { storage.group.object }
        nonmutating set { storage.group = OwnedReference(newValue) }
    }
    /// The objects of the model's context; nil for a model that is not in a context.
    var graph: ObjectGraph? { storage.group.use { $0.graph } }
    /// The context; nil for a model that is not in a context, or has outlived it.
    var context: ModelContext? { graph?.context }
    var entity: EntityDescription? { storage.group.use { $0.entity } }
    /// The primary key, assigned on insertion; 0 for a detached model.
    var key: Int64 {
        get { storage.key }
        nonmutating set { storage.key = newValue }
    }
    /// The store that contains or will contain the row; nil for a detached model.
    var store: StoreIdentity? { storage.group.use { $0.store } }
    /// The properties changed since the last save.
    var changes: PropertySet {
        get { storage.changes }
        nonmutating _modify { yield &storage.changes }
    }
    /// The position among the unsaved models of the context, if it is one of them.
    var pendingPosition: Int {
        get { storage.pendingPosition }
        nonmutating set { storage.pendingPosition = newValue }
    }
    private(set) var observers: ModelObservers? {
        get { storage.observers }
        nonmutating set { storage.observers = newValue }
    }
    /// The parts of the state that few models have.
    private var rare: RareModelState? {
        get { storage.rare }
        nonmutating set { storage.rare = newValue }
    }

    /// Returns the index in the entity of a property that a class declares.
    @usableFromInline
    func position<M: PersistentModel>(of index: Int, in type: M.Type) -> Int {
        guard let entity, entity.isHierarchy else { return index }
        return entity.firstProperty(of: type) + index
    }

    /// The assigned relationships that another context has changed since.
    var staleRelationships: PropertySet {
        get { rare?.staleRelationships ?? PropertySet() }
        nonmutating set {
            if rare != nil || !newValue.isEmpty { requireRareState().staleRelationships = newValue }
        }
    }
    /// Whether the model was deleted, and has not returned to a context since.
    ///
    /// Set only for a model that is in no context.
    var wasDiscarded: Bool {
        get { rare?.wasDiscarded ?? false }
        nonmutating set {
            if rare != nil || newValue { requireRareState().wasDiscarded = newValue }
        }
    }
    /// Records the properties that are read from a probe.
    var trace: KeyPathTrace? {
        get { rare?.trace }
        nonmutating set { requireRareState().trace = newValue }
    }
    /// The identifier of a model that has never been saved; nil until it is requested.
    private(set) var temporaryIdentifier: PersistentIdentifier? {
        get { rare?.temporaryIdentifier }
        nonmutating set { requireRareState().temporaryIdentifier = newValue }
    }

    /// The membership in a graph of models without a context; nil for most models.
    var member: DetachedMember? {
        get { rare?.member }
        nonmutating set {
            if rare != nil || newValue != nil { requireRareState().member = newValue }
        }
    }

    private func requireRareState() -> RareModelState {
        if let rare { return rare }
        let made = RareModelState()
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

    /// The number by which the model is hashed; nil before the first call.
    var hashSeed: Int64? { rare?.hashSeed }

    /// Sets the parts, other than values, that a released object for the same model had.
    func restore(
        observers: ModelObservers?,
        temporaryIdentifier: PersistentIdentifier?,
        hashSeed: Int64?
    ) {
        self.observers = observers
        guard temporaryIdentifier != nil || hashSeed != nil else { return }
        requireRareState().temporaryIdentifier = temporaryIdentifier
        requireRareState().hashSeed = hashSeed
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
        // The argument retains the model, so that the state's reference is not used.
        guard let observers = pointer.pointee.observersIfTracked() else { return }
        observers.registrar.access(model, keyPath: keyPath())
    }

    /// Performs a change and notifies observers before and after.
    public func withMutation<M: PersistentModel, Value, Result>(
        _ model: M,
        keyPath: KeyPath<M, Value>,
        _ mutation: () throws -> Result
    ) rethrows -> Result {
        guard let observers else { return try mutation() }
        defer {
            // An observer may have queried the previous value during its notification.
            if lifecycle == .inserted || !changes.isEmpty {
                graph?.changes.rows.noteEdit(of: model)
            }
        }
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

    // MARK: Storage

    /// Changes the storage of a property.
    ///
    /// What `change` returns is released after the access: the deinitializers of models may read
    /// the property.
    @discardableResult
    func exchange<M: PersistentModel, Storage, Former>(
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        of model: M,
        _ change: (inout Storage) -> Former
    ) -> Former {
        change(&model[keyPath: storage])
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
            adopt(value, of: property.access, into: model)
        }
        for line in M.schemaMetadata {
            guard let value = detached.values[line.keyPath], let access = line.access else {
                continue
            }
            adopt(value, of: access, into: model)
        }
    }

    private func adopt(_ value: Any, of access: _PropertyAccess, into model: any PersistentModel) {
        guard let relation = access.relation, member != nil else {
            return access.value.setValue(value, of: model)
        }
        relation.assign(value, to: model)
    }
}
