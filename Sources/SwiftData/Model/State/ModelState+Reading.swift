// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension _ModelState {
    /// Returns the value of an attribute that is not loaded.
    ///
    /// The method loads the row, or the external file. If the row was deleted or the value cannot
    /// be read, it returns the last value or a placeholder, so that reading never terminates the
    /// process.
    @inlinable
    @inline(__always)
    public func resolve<M: PersistentModel, Storage: _StoredAttribute>(
        _ model: M,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> Storage.Value {
        loadRow(of: model)
        // Usually the row contains the value. In the module of the model, the compiler replaces the
        // key path by a direct access.
        if let value = model[keyPath: storage].loaded { return value }
        return resolveWithoutRow(model, storage: storage, at: index)
    }

    /// Loads the row of a stored model unless all of it is loaded.
    @usableFromInline
    func loadRow<M: PersistentModel>(of model: M) {
        guard lifecycle == .stored || lifecycle == .deleted, isFault || isPartial else { return }
        graph?.objects.load(model)
    }

    /// Returns the value of an attribute that the row, if it is loaded, does not contain.
    @usableFromInline
    func resolveWithoutRow<M: PersistentModel, Storage: _StoredAttribute>(
        _ model: M,
        storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> Storage.Value {
        let position = position(of: index, in: M.self)
        trace?.record(position)
        if modifiedProperty == position {
            RuntimeWarning.report(
                "\(M.self).\(M.schemaMetadata[index].name) was read while it was modified in place, "
                    + "and has its saved or default value there; read it into a constant before"
            )
        }
        if lifecycle == .stored || lifecycle == .deleted {
            graph?.objects.loadAttribute(at: position, of: model)
        }
        if let value = model[keyPath: storage].loaded { return value }
        let value = M.placeholder(Storage.placeholder, at: index)
        if entity?.properties[position].policy.isStored == false {
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
        let position = position(of: index, in: M.self)
        if let trace { return trace.target(of: T.self, at: position, in: entity) }
        return target(of: model, storage: storage, at: position)
    }

    /// Returns the model of a required to-one relationship that is not resolved.
    public func resolve<M: PersistentModel, T: PersistentModel>(
        _ model: M,
        _ storage: ReferenceWritableKeyPath<M, _RequiredToOneStorage<T>>,
        at index: Int
    ) -> T {
        let position = position(of: index, in: M.self)
        if let trace { return trace.target(of: T.self, at: position, in: entity) }
        if let target = target(of: model, storage: storage, at: position) { return target }
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
        let position = position(of: index, in: M.self)
        trace?.record(position)
        return targets(of: model, storage: storage, at: position)
    }

    /// Returns the models of an optional to-many relationship that is not loaded.
    public func resolve<M: PersistentModel, T: PersistentModel>(
        _ model: M,
        _ storage: ReferenceWritableKeyPath<M, _OptionalToManyStorage<T>>,
        at index: Int
    ) -> [T]? {
        let position = position(of: index, in: M.self)
        trace?.record(position)
        if isNilRelationship(of: model, at: index) { return nil }
        return targets(of: model, storage: storage, at: position)
    }

    func target<M: PersistentModel, Storage: ToOneStorage>(
        of model: M,
        storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> Storage.Target? {
        var reference = model[keyPath: storage].reference
        if case .unloaded = reference {
            if lifecycle == .stored || lifecycle == .deleted { graph?.objects.load(model) }
            reference = model[keyPath: storage].reference
        }
        let target: Storage.Target?
        switch reference {
        case .model, .owned: return reference.resolved ?? nil
        case .key(let key):
            // A model without a context keeps the key, because nothing can resolve it.
            guard let graph else { return nil }
            target = entity?.properties[index].destination.flatMap {
                graph.objects.readableObject($0, key: key) as? Storage.Target
            }
        case .unloaded:
            guard lifecycle == .stored || lifecycle == .deleted else {
                return connected(to: model, at: index)?.first as? Storage.Target
            }
            guard let graph else { return nil }
            do {
                target =
                    try graph.relationshipReader.fetchRelated(to: model, at: index)
                    .first as? Storage.Target
            } catch {
                // The reference stays unloaded, because a later read may succeed.
                graph.changes.noteReadFailure(error)
                return nil
            }
        }
        // Without a context, nothing would break the reference cycles of models.
        guard context != nil else { return target }
        model[keyPath: storage].reference = .resolved(to: target)
        return target
    }

    private func targets<M: PersistentModel, Storage: ToManyStorage>(
        of model: M,
        storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> [Storage.Target] {
        if model[keyPath: storage].related == nil {
            guard lifecycle == .stored || lifecycle == .deleted, let graph else {
                // Only models of the class are connected.
                return uncheckedCast(
                    connected(to: model, at: index) ?? [],
                    to: Storage.Target.self
                )
            }
            do {
                let models = try graph.relationshipReader
                    .fetchRelated(to: model, at: index)
                    .compactMap { $0 as? Storage.Target }
                // Without a context, nothing would break the reference cycles of models.
                guard context != nil else { return models }
                let loaded = Storage(models: models, wasAccessed: true)
                exchange(storage, of: model) { SwiftData.exchange(&$0, with: loaded) }
            } catch {
                // A later read tries again.
                graph.changes.noteReadFailure(error)
                return []
            }
        }
        return exchange(storage, of: model) { $0.related?.read() }?.models ?? []
    }
}

extension PersistentModel {
    /// Returns the default value of a property of the class, or else its placeholder.
    fileprivate static func placeholder<Value>(_ known: Value?, at index: Int) -> Value {
        let property = schemaMetadata[index]
        if let value = property.makeDefaultValue?() as? Value { return value }
        if let known { return known }
        preconditionFailure(
            "\(Self.self).\(property.name) was read from a model without values, "
                + "and \(Value.self) has no value to stand in"
        )
    }
}
