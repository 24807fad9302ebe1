// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension _ModelState {
    /// Sets an attribute.
    ///
    /// The compiler replaces the key path to the storage by a direct access in the module of the
    /// model; an access through a key path is slow.
    @inlinable
    @inline(__always)
    public func assign<M: PersistentModel, Storage: _StoredAttribute>(
        _ value: Storage.Value,
        to model: M,
        keyPath: KeyPath<M, Storage.Value>,
        storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) {
        willChange(model, at: position(of: index, in: M.self))
        guard isObserved else {
            model[keyPath: storage].loaded = value
            return
        }
        withMutation(model, keyPath: keyPath) { model[keyPath: storage].loaded = value }
    }

    /// Sets an optional to-one relationship and updates its inverse.
    public func assign<M: PersistentModel, T: PersistentModel>(
        _ value: T?,
        to model: M,
        keyPath: KeyPath<M, T?>,
        storage: ReferenceWritableKeyPath<M, _ToOneStorage<T>>,
        at index: Int
    ) {
        assignTarget(value, to: model, storage: storage, at: position(of: index, in: M.self)) {
            change in
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
        assignTarget(value, to: model, storage: storage, at: position(of: index, in: M.self)) {
            change in
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
        assign(
            value,
            to: model,
            keyPath: keyPath,
            storage: storage,
            at: index,
            isModification: false
        )
    }

    /// Sets a to-many relationship; the models of a modification are kept for the next one.
    func assign<M: PersistentModel, T: PersistentModel>(
        _ value: [T],
        to model: M,
        keyPath: KeyPath<M, [T]>,
        storage: ReferenceWritableKeyPath<M, _ToManyStorage<T>>,
        at index: Int,
        isModification: Bool
    ) {
        func notifying(_ change: () -> Void) { withMutation(model, keyPath: keyPath, change) }
        guard !connect(value, to: model, at: index, notifying: notifying) else { return }
        let index = position(of: index, in: M.self)
        let isSpliced = splice(
            value,
            into: model,
            storage: storage,
            at: index,
            isModification: isModification,
            notifying: notifying
        )
        guard !isSpliced else { return }
        assignTargets(value, to: model, at: index) { targets in
            notifying {
                let targets = _ToManyStorage(models: targets, wasAccessed: !targets.isEmpty)
                exchange(storage, of: model) { SwiftData.exchange(&$0, with: targets) }
            }
        }
        if isModification { model[keyPath: storage].related?.keepCopy(value) }
    }

    /// Sets an optional to-many relationship and updates its inverse.
    public func assign<M: PersistentModel, T: PersistentModel>(
        _ value: [T]?,
        to model: M,
        keyPath: KeyPath<M, [T]?>,
        storage: ReferenceWritableKeyPath<M, _OptionalToManyStorage<T>>,
        at index: Int
    ) {
        assign(
            value,
            to: model,
            keyPath: keyPath,
            storage: storage,
            at: index,
            isModification: false
        )
    }

    /// Sets an optional to-many relationship; the models of a modification are kept for the next
    /// one.
    func assign<M: PersistentModel, T: PersistentModel>(
        _ value: [T]?,
        to model: M,
        keyPath: KeyPath<M, [T]?>,
        storage: ReferenceWritableKeyPath<M, _OptionalToManyStorage<T>>,
        at index: Int,
        isModification: Bool
    ) {
        func notifying(_ change: () -> Void) { withMutation(model, keyPath: keyPath, change) }
        let isNil = value == nil
        guard !connect(value ?? [], to: model, at: index, isNil: isNil, notifying: notifying)
        else { return }
        let index = position(of: index, in: M.self)
        let isSpliced = splice(
            value ?? [],
            into: model,
            storage: storage,
            at: index,
            isModification: isModification,
            notifying: notifying
        )
        guard !isSpliced else { return }
        assignTargets(value ?? [], to: model, at: index) { targets in
            notifying {
                let targets = _OptionalToManyStorage(value: value == nil ? nil : targets)
                exchange(storage, of: model) { SwiftData.exchange(&$0, with: targets) }
            }
        }
        if isModification, let value { model[keyPath: storage].related?.keepCopy(value) }
    }

    /// Records an assignment before it is made.
    @usableFromInline
    func willChange<M: PersistentModel>(_ model: M, at index: Int) {
        recordValue(of: model, at: index)
        noteAssignment(to: model, at: index)
    }

    /// Records the value of a property, if the context has an undo manager.
    func recordValue<M: PersistentModel>(of model: M, at index: Int) {
        guard let recorder = graph?.changes.recorder, let entity else { return }
        recorder.willChange(entity.properties[index], of: model)
    }

    /// Records that a property was assigned, so that reloading the row does not overwrite it.
    func noteAssignment<M: PersistentModel>(to model: M, at index: Int) {
        guard lifecycle == .stored else {
            if lifecycle == .inserted { graph?.changes.noteEdit(of: model) }
            return
        }
        changes.insert(index)
        guard let graph, !isOrphaned else {
            return RuntimeWarning.report(
                "\(M.self).\(entity?.properties[index].name ?? "") was changed after the release of "
                    + "the model's context; no save includes the change, unless the context is "
                    + "retained"
            )
        }
        graph.changes.noteChange(of: model)
    }

    /// Whether the model has outlived its context.
    private var isOrphaned: Bool { graph != nil && context == nil }

    private func assignTarget<M: PersistentModel, Storage: ToOneStorage>(
        _ value: Storage.Target?,
        to model: M,
        storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int,
        notifying: (() -> Void) -> Void
    ) {
        guard
            lifecycle != .detached
                || !connect(value.map { [$0] } ?? [], to: model, at: index, notifying: notifying)
        else { return }
        func setTarget() {
            exchange(storage, of: model) {
                SwiftData.exchange(&$0.reference, with: .resolved(to: value))
            }
        }
        let context = context ?? value?._$model.context
        guard let context, lifecycle != .invalidated, lifecycle != .keyPathProbe, !isOrphaned
        else {
            if isOrphaned { willChange(model, at: index) }
            return notifying(setTarget)
        }
        let isNew = lifecycle == .detached
        if isNew { context.insert(model) }
        // Without a context, the model has no entity.
        let index = isNew ? position(of: index, in: M.self) : index
        if let value, value._$model.lifecycle == .detached { context.insert(value) }
        let old = target(of: model, storage: storage, at: index)
        willChange(model, at: index)
        notifying(setTarget)
        // A model that is assigned again keeps its place in an ordered relationship.
        if let value, old === value, let inverse = entity?.properties[index].inverseProperty,
            inverse.isOrdered,
            !inverse.access.isLoaded(value) || inverse.contains(model, in: value)
        {
            return
        }
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
        let isNew = lifecycle == .detached
        if isNew { context.insert(model) }
        // Without a context, the model has no entity.
        let index = isNew ? position(of: index, in: M.self) : index
        for target in targets where target._$model.lifecycle == .detached {
            context.insert(target)
        }
        let old =
            entity?.properties[index].relation?.targets(model)
            ?? context.graph.relationshipLoader.related(to: model, at: index)
        let kept = Set(old.map { ObjectIdentifier($0) })
        let isRearranged = zip(old.lazy.filter { seen.contains(ObjectIdentifier($0)) }, targets)
            .contains { $0 !== $1 }
        willChange(model, at: index)
        set(targets)
        if isRearranged, let property = entity?.properties[index] {
            context.graph.relationships.didRearrange(property, of: model)
        }
        context.graph.relationships.relationshipDidChange(
            of: model,
            at: index,
            removed: old.filter { !seen.contains(ObjectIdentifier($0)) },
            added: targets.filter { !kept.contains(ObjectIdentifier($0)) }
        )
    }
}
